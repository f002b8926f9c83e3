// Copies the reviews of plans to files that a project can commit, and back. The gate, the approval, the thread and the
// counter stay where they are.

import { lstat, mkdir, readdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { PartyError, refused } from '../../core/base/errors.ts';
import { planFolder } from '../../core/plan/plan.ts';
import { isCycleName, isTrailFile, trailFolder } from '../../core/plan/trail.ts';
import type { Machine } from '../project/machine.ts';
import { readSmallFile } from '../system/readSmallFile.ts';
import { writeAtomic } from '../system/store.ts';
import { planProject } from './planActs.ts';
import { checkFolder } from './planFolder.ts';

export interface CopiedTrail {
  readonly folder: string;
  /** Relative to the folder. */
  readonly files: readonly string[];
}

/** The current cycle becomes `current`, the earlier ones keep their names. */
export async function exportPlanTrail(machine: Machine, given: string = trailFolder): Promise<CopiedTrail> {
  const { top } = planProject(machine);
  const folder = resolve(top, given);
  const review = join(top, planFolder);
  const past = await cyclesIn(join(review, 'past'));
  const sources = [['current', review] as const, ...past.map((name) => [name, join(review, 'past', name)] as const)];
  const files = await copyCycles(sources, folder);
  if (files.length === 0) throw refused('No version of a plan has been reviewed here, so there is nothing to export');
  return { folder, files };
}

/** Everything becomes a past cycle: it counts no revision, and approves nothing. */
export async function importPlanTrail(machine: Machine, given: string = trailFolder): Promise<CopiedTrail> {
  const { top } = planProject(machine);
  const folder = resolve(top, given);
  await checkFolder(top);
  const cycles = await cyclesIn(folder);
  if (cycles.length === 0) throw new PartyError('USAGE', `${folder} holds no exported reviews of a plan`);
  const past = join(top, planFolder, 'past');
  const taken = new Set(await cyclesIn(past));
  const free = (name: string) => (taken.has(name) || name === 'current' ? `imported${name}` : name);
  const sources = cycles.map((name) => [free(name), join(folder, name)] as const);
  await mkdir(join(top, planFolder), { recursive: true });
  // As for the gate: these files are about this machine.
  await writeAtomic(join(top, planFolder, '.gitignore'), '*\n');
  const files = await copyCycles(sources, past);
  if (files.length === 0) throw new PartyError('USAGE', `${folder} holds no exported reviews of a plan`);
  return { folder: past, files };
}

async function cyclesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => entry.isDirectory() && isCycleName(entry.name))
    .map(({ name }) => name)
    .sort();
}

/** A version is small. Anything larger was not written by Party. */
const largest = 4 * 1024 * 1024;

async function copyCycles(sources: readonly (readonly [name: string, from: string])[], to: string): Promise<string[]> {
  await mustBeFolder(to);
  const copied: string[] = [];
  for (const [name, from] of sources) {
    for (const file of (await readdir(from).catch(() => [])).filter(isTrailFile).sort()) {
      const read = await readSmallFile(join(from, file), { largest, links: 'refuse' });
      if (read.kind !== 'text') continue;
      await mustBeFolder(join(to, name));
      await writeAtomic(join(to, name, file), read.text);
      copied.push(`${name}/${file}`);
    }
  }
  return copied;
}

/** A link could lead out of the project. */
async function mustBeFolder(path: string): Promise<void> {
  const found = await lstat(path).catch(() => undefined);
  if (found === undefined || found.isDirectory()) return;
  throw new PartyError('STATE_UNSAFE', `${path} is not a folder, so Party writes nothing there`);
}
