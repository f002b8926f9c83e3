// The checkpoint of the project log, `events.checkpoint`: how far the log was read, the chain's hash there, and the
// state that follows from the lines so far. With it a call reads only the lines since then.
//
// A checkpoint is a copy that can be made again, and it is made again whenever it does not fit: other versions of the
// form or of the fold, a log that is shorter, another last line, a file that Party did not write last. A program that
// may write here could also write a log that fits, so a forged checkpoint gives it nothing that a forged log would not.
// An edit of the checkpoint alone is found by `party log check`, which adds everything up and compares.

import { join } from 'node:path';
import { isRecord, recordOf, tryJson } from '../../core/base/json.ts';
import { foldVersion, type KeptState, LogState } from '../../core/review/logState.ts';
import { readBytes, writeAtomic } from '../system/store.ts';
import { logForm } from './logHead.ts';
import type { LogPosition } from './logReader.ts';
import { RowTable } from './rowTable.ts';

export interface Checkpoint {
  readonly position: LogPosition;
  readonly state: LogState;
  readonly rows: RowTable;
  /** Its size in bytes. */
  readonly size: number;
}

export function checkpointFile(directory: string): string {
  return join(directory, 'events.checkpoint');
}

/** Undefined when there is none that this version can use. Whether it fits the log, the reader of the log finds out. */
export async function readCheckpoint(directory: string): Promise<Checkpoint | undefined> {
  const bytes = await readBytes(checkpointFile(directory)).catch(() => undefined);
  return bytes === undefined ? undefined : parseCheckpoint(bytes);
}

export function parseCheckpoint(bytes: Buffer): Checkpoint | undefined {
  const end = bytes.indexOf(0x0a);
  const header = recordOf(tryJson(bytes.toString('utf8', 0, Math.max(0, end)))) as Partial<Header>;
  const { form, fold, size, position, state: kept } = header;
  const rows = new RowTable(bytes.subarray(end + 1));
  if (form !== logForm || fold !== foldVersion || size !== bytes.length - end - 1) return undefined;
  if (!isPosition(position) || !hasParts(kept)) return undefined;
  return { position, rows, state: new LogState(rows, kept), size: bytes.length };
}

function isPosition(value: unknown): value is LogPosition {
  const { offset, last, tip, lines, problems, seen, epoch } = recordOf(value);
  const { from, hash } = recordOf(last);
  const isLast = last === null || (typeof from === 'number' && typeof hash === 'string');
  const words = [tip, seen, epoch].every((one) => typeof one === 'string');
  return isLast && words && typeof offset === 'number' && typeof lines === 'number' && Array.isArray(problems);
}

/** A state that lacks a part would look as if nothing had happened. */
function hasParts(value: unknown): value is KeptState {
  const { count, cycles, evidence, budget } = recordOf(value);
  const lists = [recordOf(cycles)['all'], recordOf(budget)['reviewed'], recordOf(budget)['inPane']];
  return typeof count === 'number' && isRecord(evidence) && lists.every(Array.isArray);
}

/** The same state at the same position always gives the same bytes. */
export function checkpointBytes(position: LogPosition, state: LogState, rows: RowTable): Buffer {
  const kept = state.kept();
  const body = rows.with(state.changedRows);
  const header: Header = { form: logForm, fold: foldVersion, size: body.length, position, state: kept };
  return Buffer.concat([Buffer.from(`${JSON.stringify(header)}\n`), body]);
}

/** False when it cannot be written, such as on a full disk: then the next call tries again. */
export async function writeCheckpoint(directory: string, bytes: Buffer): Promise<boolean> {
  try {
    await writeAtomic(checkpointFile(directory), bytes);
    return true;
  } catch {
    return false;
  }
}

interface Header {
  readonly form: number;
  readonly fold: number;
  /** Of the rows, in bytes. */
  readonly size: number;
  readonly position: LogPosition;
  readonly state: KeptState;
}
