// Reads the end of a file that grows line by line, where lines are JSON with the time of writing.

import { open, stat } from 'node:fs/promises';

/** All lines since that time, and some before it. Reads from the end, because a conversation may grow for weeks. */
export async function linesSince(path: string, sinceMs: number): Promise<string[]> {
  const file = await open(path, 'r');
  try {
    const { size } = await file.stat();
    for (let length = 256 * 1024; ; length *= 4) {
      const buffer = Buffer.alloc(Math.min(size, length));
      const { bytesRead } = await file.read(buffer, 0, buffer.length, size - buffer.length);
      const lines = buffer.subarray(0, bytesRead).toString('utf8').split('\n');
      // The first line is incomplete, unless the read begins at the start of the file.
      if (buffer.length === size || firstTime(lines.slice(1)) < sinceMs) return lines;
    }
  } finally {
    await file.close();
  }
}

const tails = new Map<string, { readonly mark: string; readonly lines: Promise<string[]> }>();

/** About the last 256 kB. A file that has not changed since the last call is not read again. */
export async function lastLines(path: string): Promise<readonly string[]> {
  const { size, mtimeMs } = await stat(path);
  const mark = `${size} ${mtimeMs}`;
  const known = tails.get(path);
  if (known?.mark === mark) return known.lines;
  const lines = linesSince(path, Date.now());
  // A long-running process may see many conversations.
  if (tails.size >= 8) tails.clear();
  tails.set(path, { mark, lines });
  lines.catch(() => tails.delete(path));
  return lines;
}

/** Skips lines without a time: not every line has one. */
function firstTime(lines: readonly string[]): number {
  for (const line of lines) {
    const time = timeOf(line);
    if (time !== undefined) return time;
  }
  return Number.POSITIVE_INFINITY;
}

/** Parses the whole line, because text that an agent has read may hold a "timestamp" too. */
function timeOf(line: string): number | undefined {
  if (!line.includes('"timestamp"')) return undefined;
  try {
    const { timestamp } = JSON.parse(line) as { timestamp?: unknown };
    const time = typeof timestamp === 'string' ? Date.parse(timestamp) : Number.NaN;
    return Number.isNaN(time) ? undefined : time;
  } catch {
    return undefined;
  }
}
