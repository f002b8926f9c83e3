// Removes what killed starts and crashed machines have left behind. Runs under the project's start lock, so none of it
// can belong to a start that is still running.

import { readdir, readlink, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { collabFolder, collabSkipFile, collabStateFile } from '../../core/collab/collab.ts';
import { reviewFolder } from '../../core/plan/plan.ts';
import { sessionId } from '../../core/project/ids.ts';
import { ignoreFile } from '../gates/localFiles.ts';
import { planHooksFiles } from '../gates/planHooks.ts';
import { projectDirectory, projectKey } from '../project/paths.ts';
import { checkStateDirectory } from '../project/stateDirectory.ts';
import { sweepDrafts, sweepTemporary } from '../system/drafts.ts';
import { isRunning } from '../system/processIdentity.ts';
import { readText } from '../system/store.ts';
import { teamFolders } from '../tasks/teamFolder.ts';
import { clearAbandonedWorktrees } from '../worktree/abandonedWorktrees.ts';
import type { Machine } from './makeParty.ts';
import { readRecords } from './sessionRecord.ts';

/** Returns sentences for the user about what stays. */
export async function removeLeftovers(machine: Machine, top: string): Promise<string[]> {
  await endHalfMade(machine, top);
  await removeDeadDirectories(machine, top);
  const notes = await clearLeftWorktrees(machine);
  await removeDrafts(machine, top);
  return notes;
}

/** Clears half-made worktrees of all projects. Returns sentences for the user about those that stay. */
export function clearLeftWorktrees(machine: Machine): Promise<string[]> {
  // The panes of a party may run on another tmux server than the one we ask.
  return clearAbandonedWorktrees(machine, async (directory) => {
    const records = await readRecords(machine.paths, directory);
    return records.some(({ processes }) => processes?.some(isRunning));
  });
}

/** Sweeps all places where Party writes: its home, its data about this project, folders in the project, the tasks. */
async function removeDrafts({ env, paths }: Machine, top: string): Promise<void> {
  const teams = await teamFolders(env).catch(() => []);
  await sweepDrafts(paths.home);
  const own = [projectDirectory(paths, top), join(top, reviewFolder), join(top, collabFolder), ...teams];
  for (const place of own) await sweepDrafts(place, { deep: true });
  for (const file of shared) await sweepDrafts(dirname(join(top, file)), { of: [basename(file)] });
  await sweepTemporary(tmpdir());
}

/** Party's files in folders of the project that other programs also write to. */
const shared = [
  ...['tmux-team.json', '.tmux-team/team.json', collabStateFile, collabSkipFile, ignoreFile],
  ...Object.values(planHooksFiles),
];

/** Ends sessions of this project that never became ready: the process that made them was killed half-way. */
async function endHalfMade({ tmux }: Machine, top: string): Promise<void> {
  for (const session of await tmux.sessions()) {
    if (session.id !== undefined && !session.ready && session.project === projectKey(top)) {
      await tmux.killSession(session.name);
    }
  }
}

/** Removes state directories of this project's parties that no longer run. The durable record stays. */
async function removeDeadDirectories({ tmux, paths }: Machine, top: string): Promise<void> {
  const live = new Set((await tmux.sessions()).flatMap(({ name, id }) => [sessionId(name), id]));
  const records = await readRecords(paths, top);
  for (const name of await readdir(paths.stateRoot).catch(() => [])) {
    const id = sessionId(name);
    if (!name.startsWith('party-') || live.has(id)) continue;
    const directory = join(paths.stateRoot, name);
    // Its panes may run on another tmux server than the one we ask.
    const processes = records.find((record) => record.id === id)?.processes ?? [];
    if (processes.some(isRunning) || !(await isOurs(directory, projectDirectory(paths, top)))) continue;
    await rm(directory, { recursive: true, force: true });
  }
}

/** A directory without an owner file may be this young: its process has not written the file yet. */
const unownedMs = 60_000;

async function isOurs(directory: string, project: string): Promise<boolean> {
  try {
    if (!(await checkStateDirectory(directory))) return false;
    const messages = await readlink(join(directory, 'messages')).catch(() => undefined);
    if (messages !== undefined) return messages.startsWith(`${project}/`);
    // Its start was killed before the directory was linked to a project. It can go once that process has ended.
    const owner = await readText(join(directory, 'owner'));
    if (owner !== undefined) return !isRunning(owner);
    return Date.now() - (await stat(directory)).mtimeMs > unownedMs;
  } catch {
    return false;
  }
}
