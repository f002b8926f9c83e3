// Replaces files so that a reader sees the old content or the new content, never a mix: temp + fsync + rename.

import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs';
import { type FileHandle, mkdir, open, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { makerMark } from './drafts.ts';

export async function writeAtomic(path: string, data: string | Uint8Array): Promise<void> {
  const directory = dirname(path);
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const temp = join(directory, `.${basename(path)}.${makerMark()}.tmp`);
  try {
    await writeNew(temp, data);
    await rename(temp, path);
  } catch (error) {
    await rm(temp, { force: true });
    throw error;
  }
  await syncDirectory(directory);
}

/**
 * Undefined when there is no such file. Throws every other failure; the caller reports it. Reads a pipe or a device only
 * if the user named it: a cloned project may have a link to one under any name, and reading it may never end.
 */
export async function readText(path: string, { named = false } = {}): Promise<string | undefined> {
  return readIfThere(named ? () => openSync(path, 'r') : () => openToRead(path))?.toString('utf8');
}

/** The same for a file that is not text. */
export async function readBytes(path: string): Promise<Buffer | undefined> {
  return readIfThere(() => openToRead(path));
}

/** Opens it for reading; the caller closes it. Not by a promise: Node takes longer to load those than to read a file. */
export function openToRead(path: string): number {
  // Without O_NONBLOCK, opening a pipe would wait for its writer.
  const file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  const found = fstatSync(file);
  if (found.isFile() || found.isDirectory()) return file;
  closeSync(file);
  throw new Error(`${path} is not a file`);
}

function readIfThere(open: () => number): Buffer | undefined {
  let file: number | undefined;
  try {
    file = open();
    return readFileSync(file);
  } catch (error) {
    if (isFsError(error, 'ENOENT', 'ENOTDIR')) return undefined;
    throw error;
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

export function isFsError(error: unknown, ...codes: string[]): boolean {
  return error instanceof Error && 'code' in error && codes.includes(String(error.code));
}

/** The code of a system error, such as `EACCES`; for any other error, its text. */
export function errorCodeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : String(error);
}

async function writeNew(path: string, data: string | Uint8Array): Promise<void> {
  // O_EXCL also refuses a symbolic link that another user has planted under this name.
  const file = await open(path, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL, 0o600);
  try {
    await file.writeFile(data);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Makes the rename itself survive a power cut. Some file systems do not allow it; then only that guarantee is lost. */
async function syncDirectory(path: string): Promise<void> {
  let directory: FileHandle | undefined;
  try {
    directory = await open(path, 'r');
    await directory.sync();
  } catch {
  } finally {
    await directory?.close();
  }
}
