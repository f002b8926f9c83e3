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
import { leftDrafts, leftTemporary, type SweepOptions, sweepDrafts, sweepTemporary } from '../system/drafts.ts';
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
  await removeDeadParties(machine, top);
  const notes = await clearLeftWorktrees(machine);
  await removeAllDrafts(machine, top);
  return notes;
}

/** Runs under the project's start lock. */
export async function removeDeadParties(machine: Pick<TmuxMachine, 'paths' | 'tmux'>, top: string): Promise<void> {
  await endHalfMade(machine, top);
  await removeDeadDirectories(machine, top);
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

/** The unfinished files that `removeLeftovers` would remove. */
export async function findDrafts(machine: Pick<Machine, 'env' | 'paths'>, top: string): Promise<string[]> {
  const places = await draftPlaces(machine, top);
  const found = await Promise.all(places.map(([place, options]) => leftDrafts(place, options)));
  return [...new Set([...found.flat(), ...(await leftTemporary(tmpdir()))])];
}

/** Safe at any time: it removes only what processes that have ended had not finished. */
export async function removeAllDrafts(machine: Pick<Machine, 'env' | 'paths'>, top: string): Promise<void> {
  for (const [place, options] of await draftPlaces(machine, top)) await sweepDrafts(place, options);
  await sweepTemporary(tmpdir());
}

/** All places where Party writes: its home, its data about this project, folders in the project, the tasks. */
async function draftPlaces(
  { env, paths }: Pick<Machine, 'env' | 'paths'>,
  top: string,
): Promise<[place: string, options: SweepOptions][]> {
  const teams = await teamFolders(env).catch(() => []);
  const data = projectDirectory(paths, top);
  const leaves = (directory: string) => dirname(directory) === join(data, 'sessions') && isOldRecord(directory);
  const own = [join(top, planFolder), join(top, collabFolder), ...teams];
  return [
    [paths.home, {}],
    [data, { deep: true, leaves }],
    ...own.map((place): [string, SweepOptions] => [place, { deep: true }]),
    ...shared.map((file): [string, SweepOptions] => [dirname(join(top, file)), { of: [basename(file)] }]),
  ];
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
async function endHalfMade(machine: Pick<TmuxMachine, 'tmux'>, top: string): Promise<void> {
  for (const name of await findHalfMade(machine, top)) await machine.tmux.killSession(name);
}

/** While a start of this project runs, its own session is among them. */
export async function findHalfMade({ tmux }: Pick<TmuxMachine, 'tmux'>, top: string): Promise<string[]> {
  const ofProject = (await tmux.sessions()).filter(({ project }) => project === projectKey(top));
  return ofProject.filter(({ id, ready }) => id !== undefined && !ready).map(({ name }) => name);
}
