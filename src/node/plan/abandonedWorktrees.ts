// Worktrees that a kill -9 left half made: cleared away, with their branch and what Party knew of them. One whose party
// runs is all there but for its last step, and is finished.

import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isPartyError } from '../../core/errors.ts';
import { createGit, type Git } from '../git.ts';
import { type LockOptions, withLock } from '../lock.ts';
import { type Paths, projectDirectory, projectKey } from '../paths.ts';
import { isRunning } from '../processIdentity.ts';
import { readRecords } from '../sessionRecord.ts';
import type { Tmux } from '../tmux.ts';
import { callGit, removeAll } from './worktreeGit.ts';
import { findAbandoned, halfMadeWorktrees } from './worktreeMaking.ts';

interface Place {
  readonly env: NodeJS.ProcessEnv;
  readonly paths: Paths;
}

/** Of all projects. While another process makes a worktree, it is left to the next one who asks. */
export async function clearAbandonedWorktrees(place: Place & { readonly tmux: Tmux }): Promise<void> {
  const left = await halfMadeWorktrees(place.paths);
  if (left.length === 0) return;
  try {
    await withWorktreeLock(place.paths, { waitMs: 0 }, async () => {
      const sessions = await sessionsOf(place.tmux);
      for (const { directory, branch, top, file } of left) {
        const here = sessions.filter(({ project }) => project === projectKey(directory));
        // Its panes may run on another tmux server than the one we ask.
        const records = await readRecords(place.paths, directory);
        if (here.some(({ ready }) => ready) || records.some(({ processes }) => processes?.some(isRunning))) {
          await rm(file, { force: true });
          continue;
        }
        const cleared = await clearAbandoned(place, createGit(top, place.env), { directory, branch }).catch(
          () => false,
        );
        if (cleared) for (const { name } of here) await place.tmux.killSession(name);
      }
    });
  } catch (error) {
    if (!isPartyError(error, 'LOCK_BUSY')) throw error;
  }
}

/** Without tmux no party runs. */
async function sessionsOf(tmux: Tmux): Promise<Awaited<ReturnType<Tmux['sessions']>>> {
  return tmux.sessions().catch((error: unknown) => {
    if (isPartyError(error, 'TMUX_MISSING')) return [];
    throw error;
  });
}

/** True when there was one and nothing had been done in it. Under the lock. */
export async function clearAbandoned(
  place: Place,
  git: Git,
  { directory, branch }: { readonly directory: string; readonly branch: string },
): Promise<boolean> {
  const making = await findAbandoned(git, place, { directory, branch });
  if (making === undefined) return false;
  await removeAll(directory);
  // That git knows nothing of the one or the other is as good.
  await callGit(place.env, git.top, ['worktree', 'remove', '--force', '--force', directory]).catch(() => {});
  await callGit(place.env, git.top, ['update-ref', '-d', `refs/heads/${branch}`, making.base]).catch(() => {});
  const record = projectDirectory(place.paths, directory);
  await (making.fresh ? removeAll(record) : rm(join(record, 'making.json'), { force: true }));
  return true;
}

/** One at a time claims a name, or clears away. */
export function withWorktreeLock<T>(paths: Paths, options: LockOptions, action: () => Promise<T>): Promise<T> {
  const lock = join(paths.home, 'worktree.lock');
  return withLock(lock, { what: 'The lock for making worktrees', ...options }, action);
}
