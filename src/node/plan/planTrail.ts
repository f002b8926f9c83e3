// Copies the reviews of plans to files that a project can commit, and back. The gate, the approval, the thread and the
// counter stay where they are.

import { lstat, readdir, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { PartyError, refused } from '../../core/base/errors.ts';
import { planFolder } from '../../core/plan/plan.ts';
import { importedNames, isCycleName, isTrailFile, trailFolder } from '../../core/plan/trail.ts';
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

/**
 * The current cycle becomes `current`, the earlier ones keep their names. Removes what an earlier export left there.
 */
export async function exportPlanTrail(machine: Machine, given: string = trailFolder): Promise<CopiedTrail> {
  const { top } = planProject(machine);
  const folder = resolve(top, given);
  const review = join(top, planFolder);
  const past = await cyclesIn(join(review, 'past'));
  const sources = [['current', review] as const, ...past.map((name) => [name, join(review, 'past', name)] as const)];
  const cycles = await Promise.all(sources.map(async ([name, from]) => [name, await readCycle(from)] as const));
  if (cycles.every(([, cycle]) => cycle.size === 0))
    throw refused('No version of a plan has been reviewed here, so there is nothing to export');
  await mustBeFolder(folder);
  const files: string[] = [];
  for (const [name, cycle] of cycles) files.push(...(await writeCycle(folder, name, cycle)));
  return { folder, files };
}

/** Everything becomes a past cycle: it counts no revision, and approves nothing. No other past cycle is changed. */
export async function importPlanTrail(machine: Machine, given: string = trailFolder): Promise<CopiedTrail> {
  const { top } = planProject(machine);
  const folder = resolve(top, given);
  await checkFolder(top);
  const past = join(top, planFolder, 'past');
  await mustBeFolder(past);
  const files: string[] = [];
  for (const name of await cyclesIn(folder)) {
    const cycle = await readCycle(join(folder, name));
    if (cycle.size === 0) continue;
    // As for the gate: these files are about this machine.
    if (files.length === 0) await writeAtomic(join(top, planFolder, '.gitignore'), '*\n');
    files.push(...(await writeCycle(past, await placeFor(past, name, cycle), cycle)));
  }
  if (files.length === 0) throw new PartyError('USAGE', `${folder} holds no exported reviews of a plan`);
  return { folder: past, files };
}

/** A name in `past` that is free, or that has this cycle already, so that the same import twice changes nothing. */
async function placeFor(past: string, name: string, cycle: Cycle): Promise<string> {
  const names = name === 'current' ? importedNames(name) : [name, ...importedNames(name)];
  for (const candidate of names) {
    const there = await lstat(join(past, candidate)).catch(() => undefined);
    if (there === undefined || isDeepStrictEqual(await readCycle(join(past, candidate)), cycle)) return candidate;
  }
  throw refused(`${past} holds too many imported cycles with the name ${name}. Remove those that you do not need`);
}

async function cyclesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => entry.isDirectory() && isCycleName(entry.name))
    .map(({ name }) => name)
    .sort();
}

/** The text of each file of a cycle, by the name of the file. */
type Cycle = ReadonlyMap<string, string>;

/** A version is small. Anything larger was not written by Party. */
const largest = 4 * 1024 * 1024;

async function readCycle(folder: string): Promise<Cycle> {
  const cycle = new Map<string, string>();
  for (const file of await trailFilesIn(folder)) {
    const read = await readSmallFile(join(folder, file), { largest, links: 'refuse' });
    if (read.kind === 'text') cycle.set(file, read.text);
  }
  return cycle;
}

/** Files of another cycle that are there must not pass for versions of this one, so they are removed. */
async function writeCycle(to: string, name: string, cycle: Cycle): Promise<string[]> {
  const folder = join(to, name);
  await mustBeFolder(folder);
  for (const [file, text] of cycle) await writeAtomic(join(folder, file), text);
  for (const file of await trailFilesIn(folder)) if (!cycle.has(file)) await rm(join(folder, file));
  return [...cycle.keys()].map((file) => `${name}/${file}`);
}

async function trailFilesIn(folder: string): Promise<string[]> {
  return (await readdir(folder).catch(() => [])).filter(isTrailFile).sort();
}

/** A link could lead out of the project. */
async function mustBeFolder(path: string): Promise<void> {
  const found = await lstat(path).catch(() => undefined);
  if (found === undefined || found.isDirectory()) return;
  throw new PartyError('STATE_UNSAFE', `${path} is not a folder, so Party writes nothing there`);
}
