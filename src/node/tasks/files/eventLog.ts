// The audit of a team on disk: `events.jsonl`. It can be read as a whole, from an offset on, or only its last event, so
// that the cost of an update does not grow with the length of the audit.

import { closeSync, fdatasync as fdatasyncCallback, fstatSync, openSync, readSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { readTaskEvent } from '../../../core/tasks/read.ts';
import type { TaskEvent } from '../../../core/tasks/task.ts';
import type { LoggedEvent } from '../../../core/tasks/undo.ts';
import { shortWrite } from '../../system/shortWrite.ts';
import { readText } from '../../system/store.ts';
import type { Unreadable } from '../storage.ts';

export function eventsPath(folder: string): string {
  return join(folder, 'events.jsonl');
}

export interface LogRead {
  readonly events: readonly LoggedEvent[];
  readonly unreadable: readonly Unreadable[];
}

export async function readEventLog(folder: string): Promise<LogRead> {
  const file = eventsPath(folder);
  const events: LoggedEvent[] = [];
  const unreadable: Unreadable[] = [];
  for (const [line, text] of ((await readText(file)) ?? '').split('\n').entries()) {
    if (text.trim() === '') continue;
    const event = parseLine(text);
    if (event !== undefined) events.push({ line, event });
    else unreadable.push({ file: `${file}:${line + 1}`, problem: 'is not an event' });
  }
  return { events, unreadable };
}

/** For the holder of the lock. */
export interface EventLog {
  /** The last event; undefined when there is none. */
  readonly last: TaskEvent | undefined;
  /** The event survives a power cut only after `sync`. */
  append(event: TaskEvent): void;
  sync(): Promise<void>;
  /** The complete lines from this offset on, and where they end. Undefined when no line begins there. */
  eventsFrom(offset: number): { readonly events: readonly TaskEvent[]; readonly end: number } | undefined;
}

/**
 * First ends a line that a killed writer left unfinished. After that, readers can tell whether the line is an event.
 */
export function withEventLog<T>(folder: string, use: (log: EventLog) => Promise<T>): Promise<T> {
  const file = openSync(eventsPath(folder), 'a+', 0o600);
  const work = async () => {
    const tail = readPart(file, Math.max(0, fstatSync(file).size - 1), 1);
    if (tail.length > 0 && tail[0] !== newline) writeSync(file, '\n');
    return use({
      last: lastEvent(file),
      append: (event) => append(file, folder, event),
      sync: () => fdatasync(file),
      eventsFrom: (offset) => eventsFrom(file, offset),
    });
  };
  return work().finally(() => closeSync(file));
}

const newline = 0x0a;
const fdatasync = promisify(fdatasyncCallback);

function append(file: number, folder: string, event: TaskEvent): void {
  const line = Buffer.from(`${JSON.stringify(event)}\n`);
  const { size } = fstatSync(file);
  const written = writeSync(file, line);
  if (written !== line.length) throw shortWrite(eventsPath(folder), line, written, size);
}

function lastEvent(file: number): TaskEvent | undefined {
  const { size } = fstatSync(file);
  for (let length = 4096; ; length *= 8) {
    const start = Math.max(0, size - length);
    // The first line may be incomplete, unless the read begins at the start of the file.
    const lines = linesOf(readPart(file, start, size - start)).slice(start === 0 ? 0 : 1);
    for (const text of lines.reverse()) {
      const event = parseLine(text);
      if (event !== undefined) return event;
    }
    if (start === 0) return undefined;
  }
}

function eventsFrom(file: number, offset: number): ReturnType<EventLog['eventsFrom']> {
  const before = offset === 0 ? 0 : 1;
  const added = readPart(file, offset - before, Math.max(0, fstatSync(file).size - offset + before));
  if (before === 1 && added[0] !== newline) return undefined;
  const whole = added.subarray(before, Math.max(before, added.lastIndexOf(newline) + 1));
  return { events: linesOf(whole).flatMap((text) => parseLine(text) ?? []), end: offset + whole.length };
}

function parseLine(text: string): TaskEvent | undefined {
  try {
    return text === '' ? undefined : readTaskEvent(JSON.parse(text));
  } catch {
    return undefined;
  }
}

function linesOf(bytes: Buffer): string[] {
  return bytes.toString('utf8').split('\n');
}

function readPart(file: number, offset: number, length: number): Buffer {
  const buffer = Buffer.alloc(length);
  return buffer.subarray(0, readSync(file, buffer, 0, length, offset));
}
