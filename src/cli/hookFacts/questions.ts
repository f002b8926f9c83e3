// Which files the open questions of a party name for their answers. It is its own bundle, because few writes are
// answers.

import { lstatSync } from 'node:fs';
import { author } from '../../core/base/role.ts';
import { pathBehindLinks } from '../../node/gates/guardedPlaces.ts';
import { openMailbox } from '../../node/messages/mailbox.ts';
import { type Paths, stateDirectory } from '../../node/project/paths.ts';

/** Whether a question of Codex that has no answer yet names this file for it. */
export async function isOpenAnswer(paths: Paths, session: string, path: string): Promise<boolean> {
  const open = await openQuestions(paths, session);
  return open.some(
    ({ response }) => response !== undefined && (response === path || pathBehindLinks(response) === path),
  );
}

/** Whether this question of Codex has no answer yet; without an id, whether there is such a question. */
export async function isOpenQuestion(paths: Paths, session: string, id: string | undefined): Promise<boolean> {
  return (await openQuestions(paths, session)).some((one) => id === undefined || one.id === id);
}

async function openQuestions(paths: Paths, session: string) {
  const messages = await openMailbox(stateDirectory(paths, session)).messages();
  return messages.filter(({ to, kind, state }) => to === author && kind === 'question' && state !== 'answered');
}

/**
 * The same before a plan is approved, when the answer must not reach the project: neither by a link, nor because Party's
 * folders are in the project.
 */
export async function isPlainAnswer(paths: Paths, session: string, path: string, top: string): Promise<boolean> {
  if (!(await isOpenAnswer(paths, session, path))) return false;
  const real = pathBehindLinks(path);
  const own = [paths.home, stateDirectory(paths, session)].map((place) => `${pathBehindLinks(place)}/`);
  const found = lstatSync(path, { throwIfNoEntry: false });
  return (
    own.some((place) => real.startsWith(place)) &&
    !real.startsWith(`${top}/`) &&
    (found === undefined || (found.isFile() && found.nlink === 1))
  );
}
