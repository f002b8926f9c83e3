// Reads and writes the files of tasks and milestones. A list reports a broken file and still returns the others.

import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { messageOf, PartyError } from '../../../core/base/errors.ts';
import { isRecordId } from '../../../core/tasks/ids.ts';
import { type Read, readMilestone, readTask } from '../../../core/tasks/read.ts';
import type { Milestone, Subject, Task } from '../../../core/tasks/task.ts';
import { isFsError } from '../../system/store.ts';
import type { Listed, Unreadable } from '../storage.ts';
import { readFileIfThere, removeFile, replaceFileAfter } from './replaceFile.ts';

export interface Records {
  readonly task: Task;
  readonly milestone: Milestone;
}

export function recordPath(folder: string, of: Subject, id: string): string {
  return join(folder, `${of}s`, `${id}.json`);
}

/** Undefined when there is none. */
export function readSubjectRecord<S extends Subject>(folder: string, of: S, id: string): Read<Records[S]> | undefined {
  const text = readFileIfThere(recordPath(folder, of, id));
  return text === undefined ? undefined : parseRecord(of, id, text);
}

/** The same, but a file that we may not read counts as broken instead of throwing. */
export function tryRead<S extends Subject>(folder: string, of: S, id: string): Read<Records[S]> | undefined {
  try {
    return readSubjectRecord(folder, of, id);
  } catch (error) {
    return { problem: messageOf(error) };
  }
}

export function brokenRecord(folder: string, of: Subject, id: string, problem: string): PartyError {
  const file = recordPath(folder, of, id);
  return new PartyError('CONFIG_INVALID', `${file}: ${problem}. Correct the file; nothing was changed`);
}

/** Not sorted. */
export async function listRecords<S extends Subject>(folder: string, of: S): Promise<Listed<Records[S]>> {
  const all: Records[S][] = [];
  const unreadable: Unreadable[] = [];
  for (const [n, id] of (await idsIn(join(folder, `${of}s`))).entries()) {
    if (n % atOnce === atOnce - 1) await setImmediate();
    const read = tryRead(folder, of, id);
    // The record was removed after we listed the folder.
    if (read === undefined) continue;
    if ('value' in read) all.push(read.value);
    else unreadable.push({ file: recordPath(folder, of, id), problem: read.problem });
  }
  return { all, unreadable };
}

/** Waits for `synced`, then writes the record. Without a record, removes the file. */
export async function putRecord<S extends Subject>(
  { folder, of, id }: { readonly folder: string; readonly of: S; readonly id: string },
  record: Records[S] | undefined,
  synced: () => Promise<void>,
): Promise<void> {
  const path = recordPath(folder, of, id);
  if (record !== undefined) return replaceFileAfter(path, `${JSON.stringify(record, null, 2)}\n`, synced);
  await synced();
  removeFile(path);
}

/** Synchronous reads are much faster for small files. After this many, let other work run. */
const atOnce = 100;

function parseRecord<S extends Subject>(of: S, id: string, text: string): Read<Records[S]> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { problem: 'is not JSON' };
  }
  const readers: { readonly [K in Subject]: (value: unknown, id: string) => Read<Records[K]> } = {
    task: readTask,
    milestone: readMilestone,
  };
  return readers[of](value, id);
}

async function idsIn(directory: string): Promise<string[]> {
  try {
    const names = await readdir(directory);
    return names
      .filter((name) => name.endsWith('.json'))
      .map((name) => name.slice(0, -'.json'.length))
      .filter(isRecordId);
  } catch (error) {
    if (isFsError(error, 'ENOENT')) return [];
    throw error;
  }
}
