// Reads a log of JSON lines again and again, each time only what was added. A line that is not ended yet is left for
// the next time; one that a killed writer left unfinished is skipped.

import { open } from 'node:fs/promises';
import { isFsError } from './store.ts';

/** Each call hands what is new to `take`; the calls come one after the other, in the order of the log. */
export function followJsonLines(path: string, take: (values: readonly unknown[]) => void): () => Promise<void> {
  let offset = 0;
  let reading: Promise<unknown> = Promise.resolve();
  // Two that read from the same offset would both move it on, and what came next would be skipped.
  return () => {
    const result = reading.then(readOn);
    reading = result.catch(() => {});
    return result;
  };

  async function readOn(): Promise<void> {
    const added = await readFrom(path, offset);
    const end = added.lastIndexOf(0x0a) + 1;
    if (end === 0) return;
    offset += end;
    take(parseLines(added.subarray(0, end).toString('utf8')));
  }
}

function parseLines(text: string): unknown[] {
  const values: unknown[] = [];
  for (const line of text.split('\n')) {
    if (line === '') continue;
    try {
      values.push(JSON.parse(line));
    } catch {
      // What it wanted to say is written again by whoever recovers it.
    }
  }
  return values;
}

async function readFrom(path: string, offset: number): Promise<Buffer> {
  try {
    const file = await open(path, 'r');
    try {
      const { size } = await file.stat();
      const buffer = Buffer.alloc(Math.max(0, size - offset));
      const { bytesRead } = await file.read(buffer, 0, buffer.length, offset);
      return buffer.subarray(0, bytesRead);
    } finally {
      await file.close();
    }
  } catch (error) {
    if (isFsError(error, 'ENOENT')) return Buffer.alloc(0);
    throw error;
  }
}
