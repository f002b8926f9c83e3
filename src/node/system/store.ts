// Replaces files so that a reader sees the old content or the new content, never a mix: temp + fsync + rename.

import {
  closeSync,
  constants,
  fstatSync,
  fsync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { makerMark } from './drafts.ts';

export async function writeAtomic(path: string, data: string | Uint8Array): Promise<void> {
  const directory = dirname(path);
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const temp = join(directory, `.${basename(path)}.${makerMark()}.tmp`);
  try {
    await writeNew(temp, data);
    renameSync(temp, path);
  } catch (error) {
    removeIfThere(temp);
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
  const file = openSync(path, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL, 0o600);
  try {
    writeFileSync(file, data);
    await reachDisk(file);
  } finally {
    closeSync(file);
  }
}

/** Not at once like the other steps, which take microseconds: a busy disk may take seconds. */
function reachDisk(file: number): Promise<void> {
  return new Promise((resolve, reject) => {
    fsync(file, (error) => (error === null ? resolve() : reject(error)));
  });
}

/** No error if there is none. */
export function removeIfThere(path: string): void {
  try {
    unlinkSync(path);
  } catch (error) {
    if (!isFsError(error, 'ENOENT')) throw error;
  }
}

/** Makes the rename itself survive a power cut. Some file systems do not allow it; then only that guarantee is lost. */
async function syncDirectory(path: string): Promise<void> {
  let directory: number | undefined;
  try {
    directory = openSync(path, 'r');
    await reachDisk(directory);
  } catch {
  } finally {
    if (directory !== undefined) closeSync(directory);
  }
}
