// Append-only logs with one JSON value on each line. A killed writer or a full disk can leave an unfinished line; the
// next writer begins a new one, and readers skip it.

import { closeSync, fdatasyncSync, fstatSync, openSync, readSync, writeSync } from 'node:fs';
import { shortWrite } from './shortWrite.ts';

/** Writes the line with one call on a file opened for appending, so that lines of several writers never mix. */
export async function appendJsonLine(path: string, value: unknown): Promise<void> {
  appendLine(path, value, true);
}

/** For a log that nothing depends on: it does not wait for the disk. */
export function appendNote(path: string, value: unknown): void {
  appendLine(path, value, false);
}

function appendLine(path: string, value: unknown, durable: boolean): void {
  const file = openSync(path, 'a+', 0o600);
  try {
    const { size } = fstatSync(file);
    const torn = size > 0 && lastByte(file, size) !== 0x0a;
    const line = Buffer.from(`${torn ? '\n' : ''}${JSON.stringify(value)}\n`);
    const written = writeSync(file, line);
    if (written !== line.length) throw shortWrite(path, line, written, size);
    if (durable) fdatasyncSync(file);
  } finally {
    closeSync(file);
  }
}

function lastByte(file: number, size: number): number | undefined {
  const byte = Buffer.alloc(1);
  return readSync(file, byte, 0, 1, size - 1) === 1 ? byte[0] : undefined;
}
