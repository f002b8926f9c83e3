// Records the commit at which a party starts. Work on the base branch itself is reviewed against that commit.

import { actorOf } from '../../core/base/actor.ts';
import type { Machine } from '../project/machine.ts';
import { isRepository } from '../project/paths.ts';
import { openProjectLog } from '../project/projectLog.ts';
import { readHead } from '../review/changeBase.ts';
import { createGit } from '../system/git.ts';

export async function recordStart(
  { env, paths }: Pick<Machine, 'env' | 'paths'>,
  top: string,
  session: string,
): Promise<void> {
  if (!isRepository(top)) return;
  const { branch, commit } = await readHead(createGit(top, env));
  if (commit === undefined) return;
  await openProjectLog(paths, top).append({ event: 'started', actor: actorOf(env), session, branch, head: commit });
}
