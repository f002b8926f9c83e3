// Reads a file that an agent or another user can replace: reading a pipe would never end, a link can lead to private
// files, and a file can grow without limit.

import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
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
export async function readSmallFile(path: string, { largest, links }: SmallFileOptions): Promise<SmallFile> {
  const follow = links === 'follow' ? 0 : constants.O_NOFOLLOW;
  let file: FileHandle;
  try {
    file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK | follow);
  } catch (error) {
    if (isFsError(error, 'ENOENT', 'ENOTDIR')) return { kind: 'missing' };
    if (isFsError(error, 'ELOOP') && links === 'refuse') return { kind: 'link' };
    // A socket cannot be opened at all.
    if (isFsError(error, 'ENXIO')) return { kind: 'not-a-file', isDirectory: false };
    throw error;
  }
  try {
    const found = await file.stat();
    if (!found.isFile()) return { kind: 'not-a-file', isDirectory: found.isDirectory() };
    if (found.size > largest) return { kind: 'too-large', size: found.size };
    const bytes = await readAtMost(file, largest + 1);
    if (bytes.length > largest) return { kind: 'too-large', size: bytes.length };
    return { kind: 'text', text: bytes.toString('utf8'), bytes, links: found.nlink };
  } finally {
    await file.close();
  }
}

/** The file may have grown since it was opened, so its size then does not limit the read. */
async function readAtMost(file: FileHandle, most: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  while (length < most) {
    const { bytesRead, buffer } = await file.read(Buffer.alloc(Math.min(64 * 1024, most - length)));
    if (bytesRead === 0) break;
    chunks.push(buffer.subarray(0, bytesRead));
    length += bytesRead;
  }
  return Buffer.concat(chunks);
}
