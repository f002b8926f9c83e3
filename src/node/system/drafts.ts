// Temporary files: a draft that replaces another file, and a copy of git's index. A killed process leaves them behind.
// The name of each holds the process that made it, so that a sweep removes what dead processes left and keeps what a
// living process still uses.

import type { Dirent } from 'node:fs';
import { lstat, readdir, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { sha256 } from './hash.ts';
import { processIdentity } from './processIdentity.ts';
import { randomBytes } from './random.ts';

/** `1234.<hash of the process identity><random>`: the system reuses pids, so a pid alone is not enough. */
export function makerMark(): string {
  own ??= markOf(processIdentity(process.pid) ?? '');
  return `${process.pid}.${own}${randomBytes(4).toString('hex')}`;
}

export interface SweepOptions {
  /** Also sweep all directories below it. */
  readonly deep?: boolean;
  /** Directories that a deep sweep leaves alone. */
  leaves?(directory: string): boolean;
  /** The directory belongs to a lock. */
  readonly isLock?: boolean;
  /** Remove only drafts of these files; for a directory that does not belong to Party. */
  readonly of?: readonly string[];
}

/** Removes what dead processes left in the directory and in its locks. Follows no links. */
export async function sweepDrafts(directory: string, options: SweepOptions = {}): Promise<void> {
  for (const path of await leftDrafts(directory, options)) await rm(path, { force: true }).catch(() => {});
}

/** Removes what dead processes of this user left in the system's temporary directory, which all users share. */
export async function sweepTemporary(directory: string): Promise<void> {
  for (const path of await leftTemporary(directory)) await rm(path, { recursive: true, force: true }).catch(() => {});
}

/** The paths that `sweepDrafts` would remove. */
export async function leftDrafts(directory: string, options: SweepOptions = {}): Promise<string[]> {
  const { deep = false, leaves, isLock = false, of } = options;
  const form = isLock ? lockDraft : fileDraft;
  const within = { deep, ...(leaves === undefined ? {} : { leaves }) };
  const found: string[] = [];
  for (const entry of await entriesOf(directory)) {
    const path = join(directory, entry.name);
    const below = of === undefined && (entry.name.endsWith('.lock') || basename(directory) === 'locks');
    const goesOn = entry.isDirectory() && (below || deep) && leaves?.(path) !== true;
    if (goesOn) found.push(...(await leftDrafts(path, { ...within, isLock: below })));
    if (entry.isFile() && isLeft(entry.name, form, of)) found.push(path);
  }
  return found;
}

/** The paths that `sweepTemporary` would remove. */
export async function leftTemporary(directory: string): Promise<string[]> {
  const found: string[] = [];
  for (const { name } of await entriesOf(directory)) {
    if (!isLeft(name, indexCopy)) continue;
    const path = join(directory, name);
    const entry = await lstat(path).catch(() => undefined);
    if (entry?.uid === process.getuid?.()) found.push(path);
  }
  return found;
}

export const indexPrefix = 'party-index-';

const fileDraft = /^\.(?<of>.+)\.(?<pid>\d+)\.(?<mark>[\da-f]{8,16})\.tmp$/;
const lockDraft = /^\.(?<pid>\d+)\.(?<mark>[\da-f]{8,16})$/;
/** Party 0.1 and older wrote a hyphen after the pid, and no process identity. */
const indexCopy = /^party-index-(?<pid>\d+)[.-](?<mark>[\da-f]{12,16})(?:\.lock)?$/;

/** True when the process that made the file has ended, even if another process has its pid now. */
function isLeft(name: string, form: RegExp, files?: readonly string[]): boolean {
  const { pid, mark = '', of = '' } = form.exec(name)?.groups ?? {};
  if (pid === undefined || files?.includes(of) === false) return false;
  const identity = processIdentity(Number(pid));
  if (identity === undefined) return true;
  return mark.length === marked && !mark.startsWith(markOf(identity));
}

let own: string | undefined;
const marked = 16;

function markOf(identity: string): string {
  return sha256(identity).slice(0, 8);
}

async function entriesOf(directory: string): Promise<Dirent[]> {
  return readdir(directory, { withFileTypes: true }).catch(() => []);
}
