// State directories of a project's parties that no longer run.

import { readdir, readlink, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { sessionId } from '../../core/project/ids.ts';
import type { Machine } from '../project/machine.ts';
import { projectDirectory } from '../project/paths.ts';
import { checkStateDirectory } from '../project/stateDirectory.ts';
import { isRunning } from '../system/processIdentity.ts';
import { readText } from '../system/store.ts';
import type { Tmux } from '../tmux/tmux.ts';
import { readSessionRecord } from './sessionRecord.ts';

type DirectoriesMachine = Pick<Machine, 'paths'> & { readonly tmux: Pick<Tmux, 'sessions'> };

/** The durable record stays. `top` need not be there any more. */
export async function removeDeadDirectories(machine: DirectoriesMachine, top: string): Promise<void> {
  for (const directory of await findDeadDirectories(machine, top, mostAtOnce))
    await rm(directory, { recursive: true, force: true });
}

/** A start must not wait until a thousand directories are removed; the next start continues. */
const mostAtOnce = 100;

export async function findDeadDirectories(
  { tmux, paths }: DirectoriesMachine,
  top: string,
  most = Number.POSITIVE_INFINITY,
): Promise<string[]> {
  const dead: string[] = [];
  const live = new Set((await tmux.sessions()).flatMap(({ name, id }) => [sessionId(name), id]));
  for (const name of await readdir(paths.stateRoot).catch(() => [])) {
    const id = sessionId(name);
    if (!name.startsWith('party-') || live.has(id)) continue;
    const directory = join(paths.stateRoot, name);
    if (!(await isOurs(directory, projectDirectory(paths, top)))) continue;
    // Its panes may run on another tmux server than the one we ask.
    const { processes = [] } = (await readSessionRecord(paths, top, id)) ?? {};
    if (processes.some(isRunning)) continue;
    dead.push(directory);
    if (dead.length === most) break;
  }
  return dead;
}

/** An empty directory may be this young: its process has not written the owner file yet. */
const unownedMs = 60_000;

async function isOurs(directory: string, project: string): Promise<boolean> {
  try {
    if (!(await checkStateDirectory(directory))) return false;
    const messages = await readlink(join(directory, 'messages')).catch(() => undefined);
    if (messages !== undefined) return messages.startsWith(`${project}/`);
    // Its start was killed before the directory was linked to a project. It can go once that process has ended.
    const owner = await readText(join(directory, 'owner'));
    if (owner !== undefined) return !isRunning(owner);
    // Other programs have directories with such names, too. A start that was killed before that file left an empty one.
    if ((await readdir(directory)).length > 0) return false;
    return Date.now() - (await stat(directory)).mtimeMs > unownedMs;
  } catch {
    return false;
  }
}
