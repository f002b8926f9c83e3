// The record beside the project log, `events.head`: the form of the log, and the last line that Party appended. By it a
// reader notices that lines were cut off at the end, and that another program has written to the log.
//
// A record that is older than the log does no harm: it names a line that is still there. So it needs no fsync, and a
// writer that is killed between the line and the record leaves a log that is right.

import { rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PartyError } from '../../core/base/errors.ts';
import { recordOf, tryJson } from '../../core/base/json.ts';
import { makerMark } from '../system/drafts.ts';
import { readText } from '../system/store.ts';

/** Form 1: each line carries `prev`, the SHA-256 of the bytes of the line before, without its line break. */
export const logForm = 1;
/** Form 2: the same, and the lines before the first one are archived. */
export const archivedForm = 2;

export interface LogHead {
  readonly form: number;
  /** Where the line begins, and where the log ended after it. */
  readonly from: number;
  readonly size: number;
  readonly hash: string;
  /** The file, and the time of its last change: `<inode> <nanoseconds>`. */
  readonly seen: string;
  /**
   * Another value whenever a writer finds the log different from what the record says. Then a line that was read before
   * may have been altered, and readers read all lines again.
   */
  readonly epoch: string;
}

export function headFile(directory: string): string {
  return join(directory, 'events.head');
}

/** Undefined when there is none, or a power cut has left it unreadable. */
export async function readLogHead(directory: string): Promise<LogHead | undefined> {
  return headOf(await readRecord(directory));
}

/** For a writer: throws when a newer version of Party has written the record, which may have any fields. */
export async function readHeadToWrite(directory: string): Promise<LogHead | undefined> {
  const record = await readRecord(directory);
  mustKnowForm(record['form']);
  return headOf(record);
}

async function readRecord(directory: string): Promise<Readonly<Record<string, unknown>>> {
  return recordOf(tryJson((await readText(headFile(directory))) ?? ''));
}

function headOf({ form, from, size, hash, seen, epoch = '' }: Readonly<Record<string, unknown>>): LogHead | undefined {
  if (typeof form !== 'number' || typeof from !== 'number' || typeof size !== 'number') return undefined;
  if (typeof hash !== 'string' || typeof seen !== 'string' || typeof epoch !== 'string') return undefined;
  return { form, from, size, hash, seen, epoch };
}

export async function writeHead(directory: string, head: LogHead): Promise<void> {
  const temp = join(directory, `.events.head.${makerMark()}.tmp`);
  try {
    await writeFile(temp, JSON.stringify(head), { flag: 'wx', mode: 0o600 });
    await rename(temp, headFile(directory));
  } catch {
    // The disk is full. The line itself is written, and the older record still fits.
    await rm(temp, { force: true }).catch(() => {});
  }
}

/** A version that does not know the form could damage the log. */
function mustKnowForm(form: unknown): void {
  if (typeof form !== 'number' || form <= archivedForm) return;
  throw new PartyError(
    'REFUSED',
    "A newer version of Party writes this project's log, so this one does not. Update Party, or reload the window that runs the older one",
  );
}

/** The inode in what `seenOf` gives. */
export function fileOf(seen: string): string {
  return seen.slice(0, seen.indexOf(' '));
}

/** `bigint: true`: only nanoseconds tell two changes in the same millisecond apart. */
export function seenOf({ ino, ctimeNs }: { readonly ino: bigint; readonly ctimeNs: bigint }): string {
  return `${ino} ${ctimeNs}`;
}
