// Reads a findings file from disk, and answers questions about the project's files that it names.

import { realpathSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { IntakeError } from '../../core/findings/codes.ts';
import { limits, type ProjectFiles } from '../../core/findings/finding.ts';
import { readSmallFile, type SmallFile } from '../system/readSmallFile.ts';
import { errorCodeOf, isFsError } from '../system/store.ts';

export type FileRead =
  | { readonly kind: 'read'; readonly bytes: Uint8Array }
  | { readonly kind: 'failed'; readonly error: Extract<IntakeError, 'fs' | 'too-large'>; readonly reason: string };

export async function readFindingsFile(path: string): Promise<FileRead> {
  try {
    const file = await readSmallFile(path, { largest: limits.bytes, links: 'follow' });
    switch (file.kind) {
      case 'text':
        return { kind: 'read', bytes: file.bytes };
      case 'too-large':
        return failed('too-large', `${path} has more than ${limits.bytes / 1024 / 1024} MB`);
      case 'missing':
        return failed('fs', `${path} does not exist`);
      default:
        return failed('fs', `${path} is ${isFolder(file) ? 'a directory' : 'not a regular file'}`);
    }
  } catch (error) {
    return failed('fs', `${path} ${reasonOf(error)}`);
  }
}

function isFolder(file: SmallFile): boolean {
  return file.kind === 'not-a-file' && file.isDirectory;
}

/** `top` is the real path of the project. */
export function projectFiles(top: string): ProjectFiles {
  const known = new Map<string, ReturnType<ProjectFiles['kind']>>();
  return {
    roots: [top],
    kind(path) {
      const kind = known.get(path) ?? kindOf(top, path);
      known.set(path, kind);
      return kind;
    },
  };
}

function kindOf(top: string, path: string): ReturnType<ProjectFiles['kind']> {
  try {
    const real = realpathSync(join(top, path));
    if (!real.startsWith(join(top, '/'))) return 'outside';
    const found = statSync(real);
    // A device or a pipe cannot be shown either, so it counts as a directory.
    return found.isFile() ? 'file' : 'directory';
  } catch {
    return 'absent';
  }
}

function failed(error: 'fs' | 'too-large', reason: string): FileRead {
  return { kind: 'failed', error, reason };
}

function reasonOf(error: unknown): string {
  if (isFsError(error, 'EACCES', 'EPERM')) return 'cannot be read: permission denied';
  if (isFsError(error, 'ELOOP')) return 'is a link to itself';
  return `cannot be read (${errorCodeOf(error)})`;
}
