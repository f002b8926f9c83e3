// Finds the locks that a process holds, in all places where Party locks something for this project.

import { type Dirent, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { HeldLock } from '../../../core/status/doctor/projectState.ts';
import { projectDirectory } from '../../project/paths.ts';
import { holderMark } from '../../system/lock.ts';
import { holderOf } from '../../system/lockHolder.ts';
import { isRunning } from '../../system/processIdentity.ts';
import { ticketsIn } from '../../system/turnLock.ts';
import { teamFolders } from '../../tasks/teamFolder.ts';
import type { DoctorMachine } from './doctorMachine.ts';
import { stateDirectories } from './lookAtPlaces.ts';

export interface FoundLock extends HeldLock {
  /** `turn`: many processes wait in line for it (turnLock.ts). */
  readonly kind: 'lock' | 'turn';
}

export async function findHeldLocks({ env, paths, top }: DoctorMachine): Promise<FoundLock[]> {
  const places = [
    join(paths.home, 'worktree.lock'),
    ...(top === undefined ? [] : [projectDirectory(paths, top)]),
    ...(await stateDirectories(paths.stateRoot)).map((directory) => join(directory, 'locks')),
    ...(await teamFolders(env).catch(() => [])),
  ];
  return (await Promise.all(places.map(locksBelow))).flat();
}

/** Follows no links. */
async function locksBelow(directory: string): Promise<FoundLock[]> {
  const entries = entriesOf(directory);
  const numbered = entries.filter(({ name }) => /^\d+$/.test(name));
  if (numbered.some((entry) => entry.isSymbolicLink())) return tickets(directory);
  if (numbered.some((entry) => entry.isFile()) && isLock(directory)) return generation(directory);
  const below = entries.filter((entry) => entry.isDirectory()).map(({ name }) => join(directory, name));
  return (await Promise.all(below.map(locksBelow))).flat();
}

function isLock(directory: string): boolean {
  return basename(directory).endsWith('.lock') || basename(join(directory, '..')) === 'locks';
}

function tickets(directory: string): FoundLock[] {
  return ticketsIn(directory).map((mark) => foundLock('turn', directory, mark));
}

async function generation(directory: string): Promise<FoundLock[]> {
  const mark = await holderMark(directory);
  return mark === undefined ? [] : [foundLock('lock', directory, mark)];
}

function foundLock(kind: FoundLock['kind'], path: string, { identity, file }: { identity: string; file: string }) {
  return { kind, path, holder: holderOf(identity, file), isAlive: isRunning(identity) };
}

function entriesOf(directory: string): Dirent[] {
  try {
    return readdirSync(directory, { withFileTypes: true });
  } catch {
    return [];
  }
}
