// Clears away worktrees that a kill -9 left half made, with their branch and Party's record. If a party runs in one,
// only the last step of making it is missing, so that step is done instead.

import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isPartyError } from '../../core/base/errors.ts';
import { removeMark } from '../gates/gateMarker.ts';
import { recordOff } from '../gates/recordedGate.ts';
import type { Machine } from '../project/machine.ts';
import { type Paths, projectDirectory, projectKey } from '../project/paths.ts';
import { createGit, type Git } from '../system/git.ts';
import { type LockOptions, withLock } from '../system/lock.ts';
import type { Tmux } from '../tmux/tmux.ts';
import type { TmuxMachine } from '../tmux/tmuxMachine.ts';
import { callGit, removeAll } from './worktreeGit.ts';
import { findAbandoned, type HalfMade, halfMadeWorktrees } from './worktreeMaking.ts';

/** What the room `session` knows about the parties in a worktree. */
export interface PartiesThere {
  /** A process of a party runs there. */
  isUsed(directory: string): Promise<boolean>;
  /** Removes the state directories of parties that have ended. */
  removeDead(tmux: Pick<Tmux, 'sessions'>, directory: string): Promise<void>;
}

/**
 * For all projects. Does nothing while another process makes a worktree; the next call tries again. Returns one line
 * for the user for each worktree that stays because it was used.
 */
export async function clearAbandonedWorktrees(
  machine: Pick<TmuxMachine, 'env' | 'paths' | 'tmux'>,
  parties: PartiesThere,
): Promise<string[]> {
  const left = await halfMadeWorktrees(machine.paths);
  if (left.length === 0) return [];
  try {
    return await withWorktreeLock(machine.paths, { waitMs: 0 }, async () => {
      const sessions = await sessionsOf(machine.tmux);
      const notes: string[] = [];
      for (const one of left) {
        const here = sessions.filter(({ project }) => project === projectKey(one.directory));
        const isUsed = here.some(({ ready }) => ready) || (await parties.isUsed(one.directory));
        if (isUsed) await rm(one.file, { force: true });
        else notes.push(...(await settle({ ...machine, parties }, one, here)));
      }
      return notes;
    });
  } catch (error) {
    if (!isPartyError(error, 'LOCK_BUSY')) throw error;
    return [];
  }
}

/** For a worktree without a running party. `here` are its sessions that never became ready. */
async function settle(
  machine: Pick<TmuxMachine, 'env' | 'paths' | 'tmux'> & { readonly parties: PartiesThere },
  { directory, branch, top, file }: HalfMade,
  here: Awaited<ReturnType<Tmux['sessions']>>,
): Promise<string[]> {
  const git = createGit(top, machine.env);
  // If git cannot read the repository now, the next call tries again.
  const cleared = await clearAbandoned(machine, git, { directory, branch }).catch(() => undefined);
  if (cleared === true) {
    for (const { name } of here) await machine.tmux.killSession(name);
    // No later call runs in this worktree, so no later call would find them.
    await machine.parties.removeDead({ sessions: () => sessionsOf(machine.tmux) }, directory);
  }
  // Another process may have cleared it away before we got the lock.
  if (cleared !== false || !existsSync(file)) return [];
  if (existsSync(directory)) return [leftAlone(directory, top)];
  // The user has removed the directory, and its branch has commits. So it is an ordinary branch now.
  await rm(file, { force: true });
  return [];
}

function leftAlone(directory: string, top: string): string {
  return `${directory} was left unfinished by a killed party worktree. It is kept, because it was changed afterwards. To keep it, run party start in it; to remove it: git -C ${top} worktree remove ${directory}`;
}

/** Without tmux, no party runs. */
async function sessionsOf(tmux: Tmux): Promise<Awaited<ReturnType<Tmux['sessions']>>> {
  return tmux.sessions().catch((error: unknown) => {
    if (isPartyError(error, 'TMUX_MISSING')) return [];
    throw error;
  });
}

/** True when there was an abandoned worktree without any work in it. Call this under the lock. */
export async function clearAbandoned(
  machine: Pick<Machine, 'env' | 'paths'>,
  git: Git,
  { directory, branch }: { readonly directory: string; readonly branch: string },
): Promise<boolean> {
  const making = await findAbandoned(git, machine, { directory, branch });
  if (making === undefined) return false;
  await removeAll(directory);
  // Ignore failures: git may not know the worktree or the branch at all.
  await callGit(machine.env, git.top, ['worktree', 'remove', '--force', '--force', directory]).catch(() => {});
  await callGit(machine.env, git.top, ['update-ref', '-d', `refs/heads/${branch}`, making.base]).catch(() => {});
  if (!making.fresh) await recordOff(machine, directory);
  await removeMark(machine.paths, directory);
  const record = projectDirectory(machine.paths, directory);
  await (making.fresh ? removeAll(record) : rm(join(record, 'making.json'), { force: true }));
  return true;
}

/** Only one process at a time claims a name or clears away. */
export function withWorktreeLock<T>(paths: Paths, options: LockOptions, action: () => Promise<T>): Promise<T> {
  const lock = join(paths.home, 'worktree.lock');
  return withLock(lock, { what: 'The lock for making worktrees', ...options }, action);
}
