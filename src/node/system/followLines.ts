// Follows a log of JSON lines: each call reads only what was added since the last one. A last line without its line
// break waits for the next call. A line that a killed writer left unfinished is skipped.

import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { isFsError } from './store.ts';

/**
 * Each call passes the new values to `take`, with the offset after them. `take` runs once at a time, in the order of the
 * log. `from` is the offset of the first line to read.
 */
export function followJsonLines(
  path: string,
  take: (values: readonly unknown[], end: number) => void,
  from = 0,
): () => Promise<void> {
  let offset = from;
  let reading: Promise<unknown> = Promise.resolve();
  // Two reads from the same offset would both advance it, and the lines after that would be skipped.
  return () => {
    const result = reading.then(readOn);
    reading = result.catch(() => {});
    return result;
  };

  async function readOn(): Promise<void> {
    const added = readFrom(path, offset);
    const end = added.lastIndexOf(0x0a) + 1;
    if (end === 0) return;
    offset += end;
    take(parseLines(added.subarray(0, end).toString('utf8')), offset);
  }
}

function parseLines(text: string): unknown[] {
  const values: unknown[] = [];
  for (const line of text.split('\n')) {
    if (line === '') continue;
    try {
      values.push(JSON.parse(line));
    } catch {
      // The process that recovers this step writes the line again.
    }
  }
  return values;
}

function readFrom(path: string, offset: number): Buffer {
  try {
    const file = openSync(path, 'r');
    try {
      const buffer = Buffer.alloc(Math.max(0, fstatSync(file).size - offset));
      return buffer.subarray(0, readSync(file, buffer, 0, buffer.length, offset));
    } finally {
      closeSync(file);
    }
  } catch (error) {
    if (isFsError(error, 'ENOENT')) return Buffer.alloc(0);
    throw error;
  }
}
