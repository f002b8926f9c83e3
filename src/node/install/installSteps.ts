// Does and undoes one step of an installation. Each can be repeated: after a kill the next call begins the step again and
// finds what is done already.

import { readFileSync, statSync } from 'node:fs';
import { rm, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { isRecord, tryJson } from '../../core/base/json.ts';
import type { InstallStep, LinkStep, MergeStep } from '../../core/install/installRecord.ts';
import { type Addition, mergeSettings, unmergeSettings } from '../../core/install/settingsMerge.ts';
import { realPath } from '../system/files.ts';
import { sha256 } from '../system/hash.ts';
import { copyEntry, digestOf, isThere, putBack, putLink, putText, restoreText, sweepBeside } from './entries.ts';
import { lookAt } from './installFacts.ts';

export interface StepPlace {
  /** The folder of the backups. */
  readonly backups: string;
  /** Keeps the changed step in the record, before its file changes. */
  save(step: InstallStep): Promise<void>;
}

export async function doStep(step: InstallStep, place: StepPlace): Promise<void> {
  await sweepBeside(step.path);
  await (step.do === 'link' ? doLink(step, place) : doMerge(step, place));
}

/** What became of the place: `left` when the user has changed it since, and the backup is kept. */
export type Undone = 'removed' | 'restored' | 'left' | 'nothing';

export async function undoStep(step: InstallStep, place: StepPlace): Promise<Undone> {
  await sweepBeside(step.path);
  const undone = await (step.do === 'link' ? undoLink(step, place) : undoMerge(step, place));
  for (const folder of step.folders.toReversed()) await rmdir(folder).catch(() => {});
  return undone;
}

/** The copy of what was there; undefined when there is none, or when the step never got that far. */
export function backupOf({ backup }: InstallStep, { backups }: Pick<StepPlace, 'backups'>): string | undefined {
  const path = backup === null ? undefined : join(backups, backup);
  return path !== undefined && isThere(path) ? path : undefined;
}

async function doLink(step: LinkStep, place: StepPlace): Promise<void> {
  const { path, target, backup } = step;
  if (isOurLink(step)) return;
  if (backup !== null && backupOf(step, place) === undefined && isThere(path)) {
    await sweepBeside(join(place.backups, backup));
    await copyEntry(path, join(place.backups, backup));
  }
  await putLink(path, target);
}

async function undoLink(step: LinkStep, place: StepPlace): Promise<Undone> {
  const { path } = step;
  const backup = backupOf(step, place);
  const isOurs = isOurLink(step);
  if (!isOurs && isThere(path)) {
    // A killed call may have restored it already, or may not have begun.
    const isOriginal = backup === undefined || digestOf(backup) === digestOf(path);
    return isOriginal ? 'nothing' : 'left';
  }
  if (backup !== undefined) {
    await putBack(backup, path);
    return 'restored';
  }
  if (!isOurs) return 'nothing';
  await rm(path, { force: true });
  return 'removed';
}

function isOurLink({ path, target }: LinkStep): boolean {
  const found = lookAt(path);
  return found.kind === 'link' && found.target === target;
}

/** The user may have changed the file since the plan was made, so the text is merged only now. */
async function doMerge(step: MergeStep, place: StepPlace): Promise<void> {
  const { path, backup, added } = step;
  const now = textAt(path);
  if (now !== undefined && step.wrote !== null && sha256(now) === step.wrote) return;
  const merged = mergeSettings(now, added as readonly Addition[], path);
  if (merged.added.length === 0) return;
  if (backup !== null && now !== undefined) {
    await rm(join(place.backups, backup), { force: true });
    await copyEntry(realPath(path), join(place.backups, backup));
  }
  await place.save({ ...step, added: [...merged.added].map(plainAddition), wrote: sha256(merged.text) });
  await putText(path, merged.text);
}

async function undoMerge(step: MergeStep, place: StepPlace): Promise<Undone> {
  const { path, wrote, added } = step;
  const now = textAt(path);
  const backup = backupOf(step, place);
  if (now === undefined || wrote === null) return 'nothing';
  if (sha256(now) !== wrote) {
    const rest = unmergeSettings(now, added as readonly Addition[]);
    if (rest === now) return 'nothing';
    const parsed = tryJson(rest);
    if (backup === undefined && isRecord(parsed) && Object.keys(parsed).length === 0) await rm(path, { force: true });
    else await putText(path, rest);
    return 'removed';
  }
  if (backup === undefined) await rm(path, { force: true });
  else await restoreText(backup, path);
  return backup === undefined ? 'removed' : 'restored';
}

function plainAddition({ path, value }: Addition): MergeStep['added'][number] {
  return { path: [...path], ...(value === undefined ? {} : { value }) };
}

function textAt(path: string): string | undefined {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true ? readFileSync(path, 'utf8') : undefined;
}
