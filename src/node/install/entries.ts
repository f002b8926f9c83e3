// Copies, compares and replaces the file, link or folder at a path, so that a reader sees the old one or the new one.

import { createHash } from 'node:crypto';
import { lstatSync, readdirSync, readFileSync, readlinkSync, type Stats } from 'node:fs';
import { chmod, cp, lstat, mkdir, open, readdir, realpath, rename, rm, symlink } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { makerMark } from '../system/drafts.ts';

export function isThere(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}

/** All or nothing: there is never half a copy under this name. */
export async function copyEntry(from: string, to: string): Promise<void> {
  const draft = draftOf(to);
  await mkdir(dirname(to), { recursive: true, mode: 0o700 });
  await cp(from, draft, { recursive: true, preserveTimestamps: true, verbatimSymlinks: true });
  await rename(draft, to);
}

/** Puts a copy of `from` in the place of whatever is at `to`. */
export async function putBack(from: string, to: string): Promise<void> {
  const draft = draftOf(to);
  await mkdir(dirname(to), { recursive: true });
  await cp(from, draft, { recursive: true, preserveTimestamps: true, verbatimSymlinks: true });
  await moveOver(draft, to);
}

export async function putLink(path: string, target: string): Promise<void> {
  const draft = draftOf(path);
  await mkdir(dirname(path), { recursive: true });
  await symlink(target, draft);
  await moveOver(draft, path);
}

/** Keeps the mode, and what links to the file. */
export async function putText(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  const real = await realpath(path).catch(() => path);
  const mode = (await lstat(real).catch(() => undefined))?.mode ?? 0o600;
  const draft = draftOf(real);
  const file = await open(draft, 'wx', 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
  await chmod(draft, mode & 0o777);
  await rename(draft, real);
}

/** Restores a file byte for byte, at the place to which a link may lead. */
export async function restoreText(backup: string, path: string): Promise<void> {
  const real = await realpath(path).catch(() => path);
  await putBack(backup, real);
}

/** Only while no other process works here: removes what a killed one left beside the path. */
export async function sweepBeside(path: string): Promise<void> {
  const folder = dirname(path);
  const prefix = `.${basename(path)}.`;
  for (const name of await readdir(folder).catch(() => [])) {
    const isDraft = name.startsWith(prefix) && /^\d+\.[\da-f]{16}\.tmp$/.test(name.slice(prefix.length));
    if (isDraft) await rm(join(folder, name), { recursive: true, force: true });
  }
}

/** A hash of names, kinds, modes and contents. */
export function digestOf(path: string): string {
  const hash = createHash('sha256');
  const walk = (at: string, name: string) => {
    const entry = lstatSync(at);
    hash.update(`${JSON.stringify([name, kindOf(entry), entry.isSymbolicLink() ? 0 : entry.mode & 0o777])}\n`);
    if (entry.isSymbolicLink()) hash.update(readlinkSync(at));
    if (entry.isFile()) hash.update(readFileSync(at));
    if (entry.isDirectory()) for (const below of readdirSync(at).sort()) walk(join(at, below), `${name}/${below}`);
  };
  walk(path, '');
  return hash.digest('hex');
}

function kindOf(entry: Stats): string {
  return entry.isDirectory() ? 'folder' : entry.isSymbolicLink() ? 'link' : 'file';
}

/** A rename replaces a file or a link at once. A folder has to go aside first; `sweepBeside` finds it there. */
async function moveOver(draft: string, path: string): Promise<void> {
  const there = lstatSync(path, { throwIfNoEntry: false });
  const isFolder = lstatSync(draft).isDirectory();
  const aside = draftOf(path);
  if (there !== undefined && (there.isDirectory() || isFolder)) await rename(path, aside);
  await rename(draft, path);
  await rm(aside, { recursive: true, force: true });
}

function draftOf(path: string): string {
  return join(dirname(path), `.${basename(path)}.${makerMark()}.tmp`);
}
