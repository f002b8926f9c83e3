// Where a party began: work on the base branch itself is reviewed against that commit.

import { actorOf } from '../core/actor.ts';
import { readHead } from './change.ts';
import { createGit } from './git.ts';
import { isRepository, type Paths } from './paths.ts';
import { openProjectLog } from './projectLog.ts';

export async function recordStart(
  { env, paths }: { readonly env: NodeJS.ProcessEnv; readonly paths: Paths },
  top: string,
  session: string,
): Promise<void> {
  if (!isRepository(top)) return;
  const { branch, commit } = await readHead(createGit(top, env));
  if (commit === undefined) return;
  await openProjectLog(paths, top).append({ event: 'started', actor: actorOf(env), session, branch, head: commit });
}
