// Removes what killed starts and crashed machines have left behind. Runs under the project's start lock, so none of it
// can belong to a start that is still running.

import { statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { collabFolder, collabSkipFile, collabStateFile } from '../../core/collab/collab.ts';
import { planFolder } from '../../core/plan/plan.ts';
import { ignoreFile } from '../gates/localFiles.ts';
import { planHooksFiles } from '../gates/planHooks.ts';
import type { Machine } from '../project/machine.ts';
import { projectDirectory, projectKey } from '../project/paths.ts';
import { sweepDrafts, sweepTemporary } from '../system/drafts.ts';
import { isRunning } from '../system/processIdentity.ts';
import { teamFolders } from '../tasks/teamFolder.ts';
import type { TmuxMachine } from '../tmux/tmuxMachine.ts';
import { clearAbandonedWorktrees } from '../worktree/abandonedWorktrees.ts';
import { removeDeadDirectories } from './deadDirectories.ts';
import { readRecords } from './sessionRecord.ts';

/** Returns sentences for the user about what stays. */
export async function removeLeftovers(
  machine: Pick<TmuxMachine, 'env' | 'paths' | 'tmux'>,
  top: string,
): Promise<string[]> {
  await endHalfMade(machine, top);
  await removeDeadDirectories(machine, top);
  const notes = await clearLeftWorktrees(machine);
  await removeDrafts(machine, top);
  return notes;
}

/** Clears half-made worktrees of all projects. Returns sentences for the user about those that stay. */
export function clearLeftWorktrees(machine: Pick<TmuxMachine, 'env' | 'paths' | 'tmux'>): Promise<string[]> {
  // The panes of a party may run on another tmux server than the one we ask.
  return clearAbandonedWorktrees(machine, {
    async isUsed(directory) {
      const records = await readRecords(machine.paths, directory);
      return records.some(({ processes }) => processes?.some(isRunning));
    },
    removeDead: (tmux, directory) => removeDeadDirectories({ paths: machine.paths, tmux }, directory),
  });
}

/** Sweeps all places where Party writes: its home, its data about this project, folders in the project, the tasks. */
async function removeDrafts({ env, paths }: Pick<Machine, 'env' | 'paths'>, top: string): Promise<void> {
  const teams = await teamFolders(env).catch(() => []);
  await sweepDrafts(paths.home);
  const data = projectDirectory(paths, top);
  const leaves = (directory: string) => dirname(directory) === join(data, 'sessions') && isOldRecord(directory);
  await sweepDrafts(data, { deep: true, leaves });
  const own = [join(top, planFolder), join(top, collabFolder), ...teams];
  for (const place of own) await sweepDrafts(place, { deep: true });
  for (const file of shared) await sweepDrafts(dirname(join(top, file)), { of: [basename(file)] });
  await sweepTemporary(tmpdir());
}

const oldMs = 2 * 24 * 60 * 60 * 1000;

/**
 * The record of a party that has done nothing for days. There may be a thousand of them, and what is left in one goes with
 * it.
 */
function isOldRecord(directory: string): boolean {
  const times = [directory, join(directory, 'messages.jsonl')].map(
    (path) => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0,
  );
  return Date.now() - Math.max(...times) > oldMs;
}

/** Party's files in folders of the project that other programs also write to. */
const shared = [
  ...['tmux-team.json', '.tmux-team/team.json', collabStateFile, collabSkipFile, ignoreFile],
  ...Object.values(planHooksFiles),
];

/** Ends sessions of this project that never became ready: the process that made them was killed half-way. */
async function endHalfMade({ tmux }: Pick<TmuxMachine, 'tmux'>, top: string): Promise<void> {
  for (const session of await tmux.sessions()) {
    if (session.id !== undefined && !session.ready && session.project === projectKey(top)) {
      await tmux.killSession(session.name);
    }
  }
}
