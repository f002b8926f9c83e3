// `party install` and `party uninstall`. The record says what is to be done before anything changes, so the next call
// finishes or undoes what a killed one began.

import { existsSync, rmSync } from 'node:fs';
import { rm, rmdir } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { PartyError } from '../../core/base/errors.ts';
import {
  type InstallPlaces,
  type LinkedProgram,
  type PlannedStep,
  planInstall,
} from '../../core/install/installPlan.ts';
import { InstallRecord, type InstallStep } from '../../core/install/installRecord.ts';
import type { Machine } from '../project/machine.ts';
import { withLock } from '../system/lock.ts';
import { readText, writeAtomic } from '../system/store.ts';
import { readInstallFacts } from './installFacts.ts';
import { installFolder } from './installPlaces.ts';
import { backupOf, doStep, type StepPlace, type Undone, undoStep } from './installSteps.ts';

type Installer = Pick<Machine, 'env' | 'paths'>;

export interface Installation {
  readonly steps: readonly PlannedStep[];
  /** An earlier call was killed, and this one has finished it. */
  readonly finished: boolean;
}

/** `agree` is asked about programs of the user that the installation would hide or replace. */
export async function install(
  installer: Installer,
  places: InstallPlaces,
  agree: (steps: readonly PlannedStep[]) => Promise<ReadonlySet<LinkedProgram>>,
): Promise<Installation> {
  return alone(installer, async () => {
    const before = await readInstallRecord(installer);
    const finished = before !== undefined && before.state !== 'installed';
    if (before?.state === 'installing') await finish(installer, before);
    if (before?.state === 'uninstalling') await takeBack(installer, before);
    const asked = planNow(installer, places);
    await takeOutSettings(installer, asked);
    const steps = planNow(installer, places, await agree(asked));
    const kept = (await readInstallRecord(installer))?.steps ?? [];
    const added = newSteps(steps, kept);
    if (added.length > 0) {
      // At its place, so that the folder that it made is removed after what came into it later.
      const again = kept.map((step) => added.find(({ path }) => path === step.path) ?? step);
      const others = added.filter(({ path }) => !kept.some((step) => step.path === path));
      await finish(installer, { version: 1, state: 'installing', steps: [...again, ...others] });
    }
    return { steps, finished };
  });
}

/** What `install` would do, without a change. */
export function planNow(
  { env }: Pick<Installer, 'env'>,
  places: InstallPlaces,
  agreed: ReadonlySet<LinkedProgram> = new Set(),
): PlannedStep[] {
  return planInstall(readInstallFacts(env, places, agreed));
}

export interface UndoneStep {
  readonly path: string;
  readonly undone: Undone;
  /** Of a path that the user has changed since: the copy of what was there before. */
  readonly backup: string | undefined;
}

/** Undefined when nothing is installed. */
export async function uninstall(installer: Installer): Promise<readonly UndoneStep[] | undefined> {
  return alone(installer, async () => {
    const record = await readInstallRecord(installer);
    return record === undefined ? undefined : takeBack(installer, record);
  });
}

function alone<T>({ paths }: Installer, action: () => Promise<T>): Promise<T> {
  return withLock(installFolder(paths).lock, { what: 'the installation', waitMs: 30_000 }, action);
}

export async function readInstallRecord({ paths }: Pick<Installer, 'paths'>): Promise<InstallRecord | undefined> {
  const { record } = installFolder(paths);
  const text = await readText(record);
  if (text === undefined) return undefined;
  try {
    return InstallRecord.parse(JSON.parse(text));
  } catch (cause) {
    throw new PartyError('STATE_UNSAFE', `${record} cannot be read, so Party does not know what it has installed`, {
      cause,
    });
  }
}

async function writeRecord({ paths }: Installer, record: InstallRecord): Promise<void> {
  await writeAtomic(installFolder(paths).record, `${JSON.stringify(record, undefined, 2)}\n`);
}

/** Before settings get another entry: what is kept as the user's own must hold none of an earlier call. */
async function takeOutSettings(installer: Installer, planned: readonly PlannedStep[]): Promise<void> {
  const isDue = ({ path }: InstallStep) => planned.some((step) => step.do === 'merge' && step.path === path);
  const { backups } = installFolder(installer.paths);
  const place: StepPlace = { backups, save: async () => {} };
  for (;;) {
    const record = await readInstallRecord(installer);
    const due = record?.steps.find((step) => step.do === 'merge' && step.wrote !== null && isDue(step));
    if (record === undefined || due === undefined) return;
    await undoStep(due, place);
    const empty: InstallStep = { ...due, do: 'merge', added: [], backup: null, wrote: null };
    await writeRecord(installer, { ...record, steps: record.steps.map((step) => (step === due ? empty : step)) });
    const backup = backupOf(due, place);
    if (backup !== undefined) await rm(backup, { recursive: true, force: true });
  }
}

/** With the names of the backups, and with the folders that have to be made. */
function newSteps(steps: readonly PlannedStep[], kept: readonly InstallStep[]): InstallStep[] {
  const taken = new Set(kept.map(({ backup }) => backup));
  const missing = new Set<string>();
  return steps.flatMap((step): InstallStep[] => {
    if (step.do === 'keep' || step.do === 'leave') return [];
    const { path } = step;
    const folders = missingAbove(path).filter((folder) => !missing.has(folder));
    for (const folder of folders) missing.add(folder);
    // What an earlier call made is still to be removed at the end, and what it replaced to be put back.
    const earlier = kept.find((one) => one.path === path);
    const common = {
      path,
      backup: step.replaces ? freeName(basename(path), taken) : (earlier?.backup ?? null),
      folders: [...new Set([...(earlier?.folders ?? []), ...folders])],
    };
    if (step.do === 'link') return [{ do: 'link', ...common, target: step.target }];
    const added = step.added.map(({ path: at, value }) => ({
      path: [...at],
      ...(value === undefined ? {} : { value }),
    }));
    return [{ do: 'merge', ...common, added, wrote: null }];
  });
}

function freeName(name: string, taken: Set<string | null>): string {
  for (let number = 1; ; number++) {
    const free = `${number}-${name}`;
    if (taken.has(free)) continue;
    taken.add(free);
    return free;
  }
}

/** The outermost first. */
function missingAbove(path: string): string[] {
  const folder = dirname(path);
  return existsSync(folder) || folder === path ? [] : [...missingAbove(folder), folder];
}

async function finish(installer: Installer, begun: InstallRecord): Promise<void> {
  let record = begun;
  await writeRecord(installer, record);
  for (const step of begun.steps) {
    const save = async (changed: InstallStep) => {
      record = { ...record, steps: record.steps.map((one) => (one.path === changed.path ? changed : one)) };
      await writeRecord(installer, record);
    };
    await doStep(step, { backups: installFolder(installer.paths).backups, save });
  }
  await writeRecord(installer, { ...record, state: 'installed' });
}

/** The last step first. */
async function takeBack(installer: Installer, installed: InstallRecord): Promise<UndoneStep[]> {
  const { record: file, backups } = installFolder(installer.paths);
  const place: StepPlace = { backups, save: async () => {} };
  let record: InstallRecord = { ...installed, state: 'uninstalling' };
  await writeRecord(installer, record);
  const undone: UndoneStep[] = [];
  for (const step of installed.steps.toReversed()) {
    const what = await undoStep(step, place);
    const backup = backupOf(step, place);
    record = { ...record, steps: record.steps.filter((one) => one.path !== step.path) };
    await writeRecord(installer, record);
    if (backup !== undefined && what !== 'left') await rm(backup, { recursive: true, force: true });
    undone.push({ path: step.path, undone: what, backup: what === 'left' ? backup : undefined });
  }
  // Stays with what the user may still want.
  await rmdir(backups).catch(() => {});
  rmSync(file, { force: true });
  return undone;
}
