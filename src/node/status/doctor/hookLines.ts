// Reads the end of the log of a project's hooks: which hooks failed, and when. The messages stay in the files, because
// they may quote what an agent wrote.

import { open } from 'node:fs/promises';
import { recordOf, tryJson } from '../../../core/base/json.ts';
import type { LoggedLine } from '../../../core/status/doctor/diagnostics.ts';
import { hooksLogFiles } from '../../project/hooksLog.ts';
import { type Paths, projectDirectory } from '../../project/paths.ts';
import { isFsError } from '../../system/store.ts';

export function hooksFile(paths: Paths, top: string): string {
  return hooksLogFiles(projectDirectory(paths, top)).now;
}

/** Some hundred lines. */
const longest = 64 * 1024;

/** The last lines, oldest first; none when no hook has written yet. */
export async function readHookLines(paths: Paths, top: string): Promise<LoggedLine[]> {
  const { before, now } = hooksLogFiles(projectDirectory(paths, top));
  // In this order: a line that is put aside in between is read twice rather than not at all.
  const newest = await readLines(now);
  return [...(await readLines(before)), ...newest];
}

async function readLines(file: string): Promise<LoggedLine[]> {
  const text = await readEnd(file).catch((error: unknown) => {
    if (isFsError(error, 'ENOENT')) return '';
    throw error;
  });
  return text.split('\n').flatMap((line) => {
    const { at, hook, level } = recordOf(tryJson(line));
    const isWhole = typeof at === 'string' && typeof hook === 'string' && typeof level === 'string';
    return isWhole ? [{ at, from: hook, code: level }] : [];
  });
}

async function readEnd(path: string): Promise<string> {
  const file = await open(path, 'r');
  try {
    const { size } = await file.stat();
    const buffer = Buffer.alloc(Math.min(size, longest));
    const { bytesRead } = await file.read(buffer, 0, buffer.length, size - buffer.length);
    return buffer.toString('utf8', 0, bytesRead);
  } finally {
    await file.close();
  }
}
