// The end of a file that grows line by line, each of them JSON with the time at which it was written.

import { open } from 'node:fs/promises';

/** What was written down since, and something before it: reads backwards, because a conversation may grow for weeks. */
export async function linesSince(path: string, sinceMs: number): Promise<string[]> {
  const file = await open(path, 'r');
  try {
    const { size } = await file.stat();
    for (let length = 256 * 1024; ; length *= 4) {
      const buffer = Buffer.alloc(Math.min(size, length));
      const { bytesRead } = await file.read(buffer, 0, buffer.length, size - buffer.length);
      const lines = buffer.subarray(0, bytesRead).toString('utf8').split('\n');
      // The first is a part of a line, unless the file begins there.
      if (buffer.length === size || firstTime(lines.slice(1)) < sinceMs) return lines;
    }
  } finally {
    await file.close();
  }
}

/** Not every line has one. */
function firstTime(lines: readonly string[]): number {
  for (const line of lines) {
    const time = timeOf(line);
    if (time !== undefined) return time;
  }
  return Number.POSITIVE_INFINITY;
}

/** Parsed, because what an agent has read may hold a time of its own. */
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
