// What starts and machines that were killed have left behind. Called under the project's start lock, so that nothing of
// it can be a start that is just under way.

import { readdir, readlink, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { sessionId } from '../core/ids.ts';
import type { Machine } from './makeParty.ts';
import { projectDirectory, projectKey } from './paths.ts';
import { isRunning } from './processIdentity.ts';
import { readRecords } from './sessionRecord.ts';
import { checkStateDirectory } from './stateDirectory.ts';
import { readText } from './store.ts';

export async function removeLeftovers(machine: Machine, top: string): Promise<void> {
  await endHalfMade(machine, top);
  await removeDeadDirectories(machine, top);
}

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
