// Reads a file that an agent or another user can replace: reading a pipe would never end, a link can lead to private
// files, and a file can grow without limit.

import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { isFsError } from './store.ts';

export type SmallFile =
  /** `links` is the number of hard links, that is, of names that the file has. */
  | { readonly kind: 'text'; readonly text: string; readonly bytes: Uint8Array; readonly links: number }
  | { readonly kind: 'missing' }
  | { readonly kind: 'not-a-file'; readonly isDirectory: boolean }
  | { readonly kind: 'too-large'; readonly size: number }
  /** A symbolic link, when `links` is `refuse`. */
  | { readonly kind: 'link' };

export interface SmallFileOptions {
  /** In bytes. */
  readonly largest: number;
  /** What to do with a symbolic link. */
  readonly links: 'follow' | 'refuse';
}

/** Throws every failure that `SmallFile` does not name, such as missing permissions; the caller reports it. */
export async function readSmallFile(path: string, options: SmallFileOptions): Promise<SmallFile> {
  return readSmallFileNow(path, options);
}

/** The same for callers that have nothing else to do meanwhile. */
export function readSmallFileNow(path: string, { largest, links }: SmallFileOptions): SmallFile {
  const follow = links === 'follow' ? 0 : constants.O_NOFOLLOW;
  let file: number;
  try {
    file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK | follow);
  } catch (error) {
    if (isFsError(error, 'ENOENT', 'ENOTDIR')) return { kind: 'missing' };
    if (isFsError(error, 'ELOOP') && links === 'refuse') return { kind: 'link' };
    // A socket cannot be opened at all.
    if (isFsError(error, 'ENXIO')) return { kind: 'not-a-file', isDirectory: false };
    throw error;
  }
  try {
    const found = fstatSync(file);
    if (!found.isFile()) return { kind: 'not-a-file', isDirectory: found.isDirectory() };
    if (found.size > largest) return { kind: 'too-large', size: found.size };
    const bytes = readAtMost(file, largest + 1);
    if (bytes.length > largest) return { kind: 'too-large', size: bytes.length };
    return { kind: 'text', text: bytes.toString('utf8'), bytes, links: found.nlink };
  } finally {
    closeSync(file);
  }
}

/** The first `most` bytes as text; undefined when this is not a regular file, or cannot be read. Follows no link. */
export async function readBeginning(path: string, most: number): Promise<string | undefined> {
  let file: number | undefined;
  try {
    file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW);
    if (!fstatSync(file).isFile()) return undefined;
    // `stream` drops a character that the limit has cut in two.
    return new TextDecoder().decode(readAtMost(file, most), { stream: true });
  } catch {
    return undefined;
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

/** The file may have grown since it was opened, so its size then does not limit the read. */
function readAtMost(file: number, most: number): Buffer {
  const chunks: Buffer[] = [];
  let length = 0;
  while (length < most) {
    const chunk = Buffer.alloc(Math.min(64 * 1024, most - length));
    const size = readSync(file, chunk);
    if (size === 0) break;
    chunks.push(chunk.subarray(0, size));
    length += size;
  }
  return Buffer.concat(chunks);
}
