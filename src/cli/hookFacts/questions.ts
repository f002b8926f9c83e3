// Which files the open questions of a party name. Its own bundle: few writes are answers.

import { author } from '../../core/base/role.ts';
import { realPath } from '../../node/gates/guardedPlaces.ts';
import { openMailbox } from '../../node/messages/mailbox.ts';
import { type Paths, stateDirectory } from '../../node/project/paths.ts';

/** Whether a question of Codex that has no answer yet names this file for it. */
export async function isOpenAnswer(paths: Paths, session: string, path: string): Promise<boolean> {
  const messages = await openMailbox(stateDirectory(paths, session)).messages();
  const open = messages.filter(({ to, kind, state }) => to === author && kind === 'question' && state !== 'answered');
  return open.some(({ response }) => response !== undefined && (response === path || realPath(response) === path));
}
