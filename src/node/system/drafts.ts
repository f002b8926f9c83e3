// Files that a process makes for a moment: what is to take the place of another file, and a copy of git's index. A process
// that is killed leaves them behind. Each has its maker in its name, so that a sweep can tell what is left behind from
// what a living process is about to use.

import { randomBytes } from 'node:crypto';
import type { Dirent } from 'node:fs';
import { lstat, readdir, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { sha256 } from './hash.ts';
import { processIdentity } from './processIdentity.ts';

/** `1234.<the process><random>`: a pid alone is given to another process sooner or later. */
export function makerMark(): string {
  own ??= markOf(processIdentity(process.pid) ?? '');
  return `${process.pid}.${own}${randomBytes(4).toString('hex')}`;
}

export interface SweepOptions {
  /** Also in all directories below it. */
  readonly deep?: boolean;
  /** The directory is that of a lock. */
  readonly isLock?: boolean;
  /** Only what was to become one of these files; for a directory that is not Party's own. */
  readonly of?: readonly string[];
}

/** Removes what dead processes have left in the directory and in the locks that are there. Follows no link. */
export async function sweepDrafts(directory: string, options: SweepOptions = {}): Promise<void> {
  const { deep = false, isLock = false, of } = options;
  const form = isLock ? lockDraft : fileDraft;
  for (const entry of await entriesOf(directory)) {
    const path = join(directory, entry.name);
    const below = of === undefined && (entry.name.endsWith('.lock') || basename(directory) === 'locks');
    if (entry.isDirectory() && (below || deep)) await sweepDrafts(path, { deep, isLock: below });
    if (entry.isFile() && isLeft(entry.name, form, of)) await rm(path, { force: true }).catch(() => {});
  }
}

/** What dead processes of this user have left in the directory for temporary files, which all users share. */
export async function sweepTemporary(directory: string): Promise<void> {
  for (const entry of await entriesOf(directory)) {
    if (!isLeft(entry.name, indexCopy)) continue;
    const path = join(directory, entry.name);
    const found = await lstat(path).catch(() => undefined);
    if (found?.uid === process.getuid?.()) await rm(path, { recursive: true, force: true }).catch(() => {});
  }
}

export const indexPrefix = 'party-index-';

const fileDraft = /^\.(?<of>.+)\.(?<pid>\d+)\.(?<mark>[\da-f]{8,16})\.tmp$/;
const lockDraft = /^\.(?<pid>\d+)\.(?<mark>[\da-f]{8,16})$/;
/** Up to 0.1 with a hyphen, and without the process. */
const indexCopy = /^party-index-(?<pid>\d+)[.-](?<mark>[\da-f]{12,16})(?:\.lock)?$/;

/** Its maker runs no more; or another process has its pid. */
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
