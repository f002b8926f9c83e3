// What starts and machines that were killed have left behind. Called under the project's start lock, so that nothing of
// it can be a start that is just under way.

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

/** Answers with what a person should know of what stays. */
export async function removeLeftovers(machine: Machine, top: string): Promise<string[]> {
  await endHalfMade(machine, top);
  await removeDeadDirectories(machine, top);
  const notes = await clearLeftWorktrees(machine);
  await removeDrafts(machine, top);
  return notes;
}

/** Worktrees that were left half made, of all projects. Answers with what a person should know of those that stay. */
export function clearLeftWorktrees(machine: Machine): Promise<string[]> {
  // The panes of a party may run on another tmux server than the one we ask.
  return clearAbandonedWorktrees(machine, async (directory) => {
    const records = await readRecords(machine.paths, directory);
    return records.some(({ processes }) => processes?.some(isRunning));
  });
}

/** Wherever Party writes: its home, what it keeps about this project, the project's own folders, the tasks. */
async function removeDrafts({ env, paths }: Machine, top: string): Promise<void> {
  const teams = await teamFolders(env).catch(() => []);
  await sweepDrafts(paths.home);
  const own = [projectDirectory(paths, top), join(top, reviewFolder), join(top, collabFolder), ...teams];
  for (const place of own) await sweepDrafts(place, { deep: true });
  for (const file of shared) await sweepDrafts(dirname(join(top, file)), { of: [basename(file)] });
  await sweepTemporary(tmpdir());
}

/** What Party writes into folders of the project that others write into as well. */
const shared = [
  ...['tmux-team.json', '.tmux-team/team.json', collabStateFile, collabSkipFile, ignoreFile],
  ...Object.values(planHooksFiles),
];

/** A session of this project that never became ready: whoever made it was killed half-way. */
async function endHalfMade({ tmux }: Machine, top: string): Promise<void> {
  for (const session of await tmux.sessions()) {
    if (session.id !== undefined && !session.ready && session.project === projectKey(top)) {
      await tmux.killSession(session.name);
    }
  }
}

/** State directories of this project's parties that run no more. The durable record stays. */
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

/** Between making a directory and writing down who made it. */
const unownedMs = 60_000;

async function isOurs(directory: string, project: string): Promise<boolean> {
  try {
    if (!(await checkStateDirectory(directory))) return false;
    const messages = await readlink(join(directory, 'messages')).catch(() => undefined);
    if (messages !== undefined) return messages.startsWith(`${project}/`);
    // Killed before it was linked to a project: nobody's any more when its maker is gone.
    const owner = await readText(join(directory, 'owner'));
    if (owner !== undefined) return !isRunning(owner);
    return Date.now() - (await stat(directory)).mtimeMs > unownedMs;
  } catch {
    return false;
  }
}
