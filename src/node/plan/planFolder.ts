// Reads and writes the files in `.claude/review/`. A file that is missing or cannot be read is reported, never guessed.

import { lstatSync, readdirSync } from 'node:fs';
import { lstat, mkdir, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { PartyError } from '../../core/base/errors.ts';
import { recordOf, tryJson } from '../../core/base/json.ts';
import * as z from '../../core/base/schema.ts';
import {
  approvalFile,
  counterFile,
  gateFile,
  mostRevisions,
  PlanApproval,
  PlanGate,
  PlanVerdict,
  type PlanVersion,
  planFolder,
  snapshotFile,
  threadFile,
  verdictFile,
} from '../../core/plan/plan.ts';
import { isMarked, readMark, removeMark, writeMark } from '../gates/gateMarker.ts';
import { isRecordedOn } from '../gates/recordedGate.ts';
import type { Paths } from '../project/paths.ts';
import { mayBeThere } from '../system/files.ts';
import { isRunning, processIdentity } from '../system/processIdentity.ts';
import { isFsError, readText, writeAtomic } from '../system/store.ts';
import { planHash } from './planFile.ts';

/** Names the process that runs a review, so that a killed review does not count as running. */
const reviewingFile = `${planFolder}/reviewing.json`;
/** A withdrawn approval, until the next cycle begins. */
const withdrawnFile = `${planFolder}/withdrawn.json`;
/** The last approval.json that was not a valid approval. */
const rejectedFile = `${planFolder}/rejected.json`;

/** Only `party plan stop` turns a gate off: a gate whose file is gone is still on. */
export async function isGated(paths: Paths, top: string): Promise<boolean> {
  return (await hasGateFile(top)) || isMarked(paths, top) || (await isRecordedOn(paths, top));
}

export function hasGateFile(top: string): Promise<boolean> {
  return mayBeThere(join(top, gateFile));
}

/** Throws when a link would make Party write outside the project. */
export async function checkFolder(top: string): Promise<void> {
  for (const folder of [dirname(planFolder), planFolder]) {
    const found = await lstat(join(top, folder)).catch(() => undefined);
    if (found === undefined || found.isDirectory()) continue;
    const what = found.isSymbolicLink() ? 'a symbolic link' : 'not a folder';
    throw new PartyError('STATE_UNSAFE', `${folder} is ${what}. Plans need a folder of their own in the project`);
  }
}

export async function turnOn(paths: Pick<Paths, 'home'>, top: string, gate: object): Promise<void> {
  await checkFolder(top);
  await writeMark(paths, top, jsonText(gate));
  // These files are about the agents on this machine. If they were committed, the gate would be on for all users.
  await writeAtomic(join(top, planFolder, '.gitignore'), '*\n');
  await writeJson(join(top, gateFile), gate);
}

/** The limit that the gate was turned on with. */
export async function readMostRevisions(paths: Pick<Paths, 'home'>, top: string): Promise<number> {
  const text = (await readText(join(top, gateFile)).catch(() => undefined)) ?? (await markText(paths, top));
  if (text === undefined) return mostRevisions;
  return PlanGate.safeParse(tryJson(text)).data?.revisions ?? mostRevisions;
}

function markText(paths: Pick<Paths, 'home'>, top: string): Promise<string | undefined> {
  return readMark(paths, top).catch(() => undefined);
}

/** Puts back what a program such as `git clean` has removed. `gate` is for when the mark is gone too. */
export async function restoreGateFile(paths: Pick<Paths, 'home'>, top: string, gate: object): Promise<void> {
  if (await hasGateFile(top)) return;
  const mark = await markText(paths, top);
  await turnOn(paths, top, mark === undefined ? gate : recordOf(tryJson(mark)));
}

export async function turnOff(paths: Pick<Paths, 'home'>, top: string): Promise<void> {
  await rm(join(top, gateFile), { force: true });
  await removeMark(paths, top);
}

export type ReadApproval =
  | { readonly kind: 'none' }
  | { readonly kind: 'approval'; readonly approval: PlanApproval }
  | { readonly kind: 'corrupt' };

export async function readApproval(top: string): Promise<ReadApproval> {
  const path = join(top, approvalFile);
  try {
    const found = lstatSync(path);
    // A file without any read permission does not count, also not for root, which can read everything.
    if (!found.isFile() || (found.mode & 0o444) === 0) return { kind: 'corrupt' };
    const parsed = PlanApproval.safeParse(JSON.parse((await readText(path)) ?? ''));
    return parsed.success ? { kind: 'approval', approval: parsed.data } : { kind: 'corrupt' };
  } catch (error) {
    return isFsError(error, 'ENOENT', 'ENOTDIR') ? { kind: 'none' } : { kind: 'corrupt' };
  }
}

export async function writeApproval(top: string, approval: PlanApproval): Promise<void> {
  await rm(join(top, withdrawnFile), { force: true });
  await writeJson(join(top, approvalFile), approval);
}

/** Keeps the approval as withdrawn until a new cycle begins. */
export function removeApproval(top: string): Promise<void> {
  return putAside(join(top, approvalFile), join(top, withdrawnFile));
}

/** Keeps the file, so that the user can find out where it came from. */
export function rejectApproval(top: string): Promise<void> {
  return putAside(join(top, approvalFile), join(top, rejectedFile));
}

export function wasWithdrawn(top: string): Promise<boolean> {
  return mayBeThere(join(top, withdrawnFile));
}

/** Without promises, which a status would load for this alone. */
function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** The versions of this cycle, oldest first. */
export async function readVersions(top: string): Promise<PlanVersion[]> {
  const numbers = namesIn(join(top, planFolder)).flatMap((name) => {
    const version = Number(/^plan_v([1-9]\d{0,5})\.snapshot\.md$/.exec(name)?.[1]);
    return Number.isNaN(version) ? [] : [version];
  });
  const found = await Promise.all(numbers.sort((a, b) => a - b).map((version) => readVersion(top, version)));
  return found.filter((version) => version !== undefined);
}

function readSnapshot(top: string, version: number): Promise<string | undefined> {
  return readText(join(top, snapshotFile(version))).catch(() => undefined);
}

/**
 * How many versions this cycle has. A process killed after the verdict and before the counter leaves only the verdict.
 */
export async function readCounter(top: string): Promise<number> {
  const text = await readText(join(top, counterFile)).catch(() => undefined);
  const said = text !== undefined && /^\d{1,6}\s*$/.test(text) ? Number.parseInt(text, 10) : 0;
  return Math.max(said, (await readVersions(top)).findLast(({ verdict }) => verdict !== undefined)?.version ?? 0);
}

export function writeCounter(top: string, count: number): Promise<void> {
  return writeAtomic(join(top, counterFile), `${count}\n`);
}

/** Undefined when there is no file; empty when the file cannot be read. */
export async function readThread(top: string): Promise<string | undefined> {
  return (await readText(join(top, threadFile)).catch(() => ''))?.trim();
}

export async function keepThread(top: string, thread: string): Promise<void> {
  await writeAtomic(join(top, threadFile), `${thread}\n`);
}

/** The next review starts a new thread. */
export async function forgetThread(top: string): Promise<void> {
  await rm(join(top, threadFile), { force: true, recursive: true });
}

/** Moves the files of the last cycle aside. The versions count from 1 again. */
export async function beginCycle(top: string): Promise<void> {
  const folder = join(top, planFolder);
  await writeCounter(top, 0);
  const found = namesIn(folder);
  // Move withdrawn.json last: after a kill, it tells the next process that the other files belong to the last cycle.
  const last = basename(withdrawnFile);
  const files = [...found.filter((name) => /^plan_v\d+\./.test(name)), ...found.filter((name) => name === last)];
  if (files.length > 0) {
    const past = join(folder, 'past', new Date().toISOString().replace(/\W/g, ''));
    await mkdir(past, { recursive: true, mode: 0o700 });
    for (const name of files) await rename(join(folder, name), join(past, name));
  }
}

export async function markReviewing<T>(top: string, version: number, action: () => Promise<T>): Promise<T> {
  const path = join(top, reviewingFile);
  await writeJson(path, { process: processIdentity(process.pid), version });
  try {
    return await action();
  } finally {
    await rm(path, { force: true });
  }
}

export async function isPlanReviewing(top: string): Promise<boolean> {
  return (await reviewingProcess(top)) !== undefined;
}

/** The identity of the process that reviews; undefined when none does. */
export async function reviewingProcess(top: string): Promise<string | undefined> {
  try {
    const Mark = z.looseObject({ process: z.string() });
    const mark = Mark.parse(JSON.parse((await readText(join(top, reviewingFile))) ?? ''));
    return isRunning(mark.process) ? mark.process : undefined;
  } catch {
    return undefined;
  }
}

export function writeJson(path: string, value: object): Promise<void> {
  return writeAtomic(path, jsonText(value));
}

function jsonText(value: object): string {
  return `${JSON.stringify(value, undefined, 2)}\n`;
}

async function readVersion(top: string, version: number): Promise<PlanVersion | undefined> {
  const snapshot = await readSnapshot(top, version);
  if (snapshot === undefined) return undefined;
  return { version, hash: planHash(snapshot), verdict: await readVerdict(top, version) };
}

async function readVerdict(top: string, version: number): Promise<PlanVerdict | undefined> {
  try {
    const parsed = PlanVerdict.safeParse(JSON.parse((await readText(join(top, verdictFile(version)))) ?? ''));
    return parsed.success ? parsed.data : undefined;
  } catch {
    return undefined;
  }
}

async function putAside(path: string, to: string): Promise<void> {
  await rename(path, to).catch(() => rm(path, { force: true, recursive: true }));
}
