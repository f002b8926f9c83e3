// Reads the end of a project's hooks.jsonl: which hooks failed, and when. The messages stay in the file, because they
// may quote what an agent wrote.

import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { recordOf, tryJson } from '../../../core/base/json.ts';
import type { LoggedLine } from '../../../core/status/doctor/diagnostics.ts';
import { type Paths, projectDirectory } from '../../project/paths.ts';
import { isFsError } from '../../system/store.ts';

export function hooksFile(paths: Paths, top: string): string {
  return join(projectDirectory(paths, top), 'hooks.jsonl');
}

/** Some hundred lines. */
const longest = 64 * 1024;

/** The last lines, oldest first; none when no hook has written yet. */
export async function readHookLines(file: string): Promise<LoggedLine[]> {
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
