// The lines of the project log with what the chain needs to know about them.

import { readSync } from 'node:fs';
import type { LogLine } from '../../core/project/chain.ts';
import { sha256 } from '../system/hash.ts';

export interface ReadLine extends LogLine {
  readonly value: unknown;
  /** Its bytes, without the line break: from, to. */
  readonly from: number;
  readonly to: number;
}

/** The `prev` of the first line of a new log. */
export const chainStart = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';

/** The whole lines. The rest after the last line break is being written, or was left by a killed writer. */
export function linesOf(bytes: Buffer, offset = 0): ReadLine[] {
  const lines: ReadLine[] = [];
  for (let from = 0; ; ) {
    const to = bytes.indexOf(0x0a, from);
    if (to === -1) return lines;
    if (to > from) lines.push(readLine(bytes.subarray(from, to), offset + from));
    from = to + 1;
  }
}

/** All lines of a log. The line that Party recorded as the last one counts also when only its line break is lost. */
export function linesUpTo(head: { readonly hash: string } | undefined, bytes: Buffer): ReadLine[] {
  const rest = bytes.subarray(bytes.lastIndexOf(0x0a) + 1);
  const isLast = head !== undefined && rest.length > 0 && sha256(rest) === head.hash;
  return [...linesOf(bytes), ...(isLast ? [readLine(rest, bytes.length - rest.length)] : [])];
}

function readLine(bytes: Buffer, from: number): ReadLine {
  const value = parsed(bytes);
  const fields = typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined;
  const { prev, event, actor } = (fields ?? {}) as Readonly<Record<string, unknown>>;
  return {
    hash: sha256(bytes),
    prev: typeof prev === 'string' ? prev : null,
    whole: fields !== undefined,
    event: typeof event === 'string' ? event : null,
    anchors: event === 'anchored' && actor === 'human',
    value,
    from,
    to: from + bytes.length,
  };
}

function parsed(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    return undefined;
  }
}

/** Reads all of it: one call may give less than it was asked for. Not by promises, which take longer to load than this. */
export function readRange(file: number, from: number, to: number): Buffer {
  const buffer = Buffer.allocUnsafe(Math.max(0, to - from));
  let read = 0;
  while (read < buffer.length) {
    const count = readSync(file, buffer, read, buffer.length - read, from + read);
    if (count === 0) break;
    read += count;
  }
  return buffer.subarray(0, read);
}
