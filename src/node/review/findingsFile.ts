// A findings file and the project that it speaks of, as they are on the disk.

import { realpathSync, statSync } from 'node:fs';
import { constants, type FileHandle, open } from 'node:fs/promises';
import { join } from 'node:path';
import type { IntakeError } from '../../core/findings/codes.ts';
import { limits, type Project } from '../../core/findings/finding.ts';

export type FileRead =
  | { readonly kind: 'read'; readonly bytes: Uint8Array }
  | { readonly kind: 'failed'; readonly error: Extract<IntakeError, 'fs' | 'too-large'>; readonly reason: string };

export async function readFindingsFile(path: string): Promise<FileRead> {
  let handle: FileHandle | undefined;
  try {
    // Without O_NONBLOCK a named pipe would hold us until somebody writes to it.
    handle = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
    const found = await handle.stat();
    if (found.isDirectory()) return failed('fs', `${path} is a directory`);
    if (!found.isFile()) return failed('fs', `${path} is not a regular file`);
    const bytes = await readAtMost(handle, limits.bytes + 1);
    if (bytes.length > limits.bytes) {
      return failed('too-large', `${path} has more than ${limits.bytes / 1024 / 1024} MB`);
    }
    return { kind: 'read', bytes };
  } catch (error) {
    return failed('fs', `${path} ${reasonOf(error)}`);
  } finally {
    await handle?.close();
  }
}

/** The size that the file had when it was opened is no promise. */
async function readAtMost(handle: FileHandle, most: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  while (length < most) {
    const { bytesRead, buffer } = await handle.read(Buffer.alloc(Math.min(1 << 20, most - length)));
    if (bytesRead === 0) break;
    chunks.push(buffer.subarray(0, bytesRead));
    length += bytesRead;
  }
  return Buffer.concat(chunks);
}

/** `top` is the real path of the project. */
export function projectFiles(top: string): Project {
  const known = new Map<string, ReturnType<Project['kind']>>();
  return {
    roots: [top],
    kind(path) {
      const kind = known.get(path) ?? kindOf(top, path);
      known.set(path, kind);
      return kind;
    },
  };
}

function kindOf(top: string, path: string): ReturnType<Project['kind']> {
  try {
    const real = realpathSync(join(top, path));
    if (!real.startsWith(join(top, '/'))) return 'outside';
    const found = statSync(real);
    // A device or a pipe is nothing to open either.
    return found.isFile() ? 'file' : 'directory';
  } catch {
    return 'absent';
  }
}

function failed(error: 'fs' | 'too-large', reason: string): FileRead {
  return { kind: 'failed', error, reason };
}

function reasonOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === 'ENOENT' || code === 'ENOTDIR') return 'does not exist';
  if (code === 'EACCES' || code === 'EPERM') return 'may not be read by you';
  if (code === 'ELOOP') return 'is a link to itself';
  return `cannot be read (${code || String(error)})`;
}
