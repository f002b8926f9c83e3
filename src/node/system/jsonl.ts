// Append-only logs with one JSON value on each line. A killed writer or a full disk can leave an unfinished line;
// readers skip such a line and report its number.

import { open } from 'node:fs/promises';
import { shortWrite } from './shortWrite.ts';
import { readText } from './store.ts';

export interface JsonLines {
  readonly values: readonly unknown[];
  /** The numbers (from 1) of the lines that are not JSON. */
  readonly malformed: readonly number[];
}

/** Writes the line with one call on a file opened for appending, so that lines of several writers never mix. */
export async function appendJsonLine(path: string, value: unknown): Promise<void> {
  const file = await open(path, 'a+', 0o600);
  try {
    const { size } = await file.stat();
    const torn = size > 0 && (await lastByte(file, size)) !== 0x0a;
    const line = Buffer.from(`${torn ? '\n' : ''}${JSON.stringify(value)}\n`);
    const { bytesWritten } = await file.write(line);
    if (bytesWritten !== line.length) throw shortWrite(path, line, bytesWritten, size);
    await file.datasync();
  } finally {
    await file.close();
  }
}

export async function readJsonLines(path: string): Promise<JsonLines> {
  const values: unknown[] = [];
  const malformed: number[] = [];
  const lines = ((await readText(path)) ?? '').split('\n');
  for (const [index, line] of lines.entries()) {
    if (line.trim() === '') continue;
    try {
      values.push(JSON.parse(line));
    } catch {
      malformed.push(index + 1);
    }
  }
  return { values, malformed };
}

async function lastByte(file: import('node:fs/promises').FileHandle, size: number): Promise<number | undefined> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(1), 0, 1, size - 1);
  return bytesRead === 1 ? buffer[0] : undefined;
}
