// Appends a line to the project log and links it to the line before. One process at a time: two that read the same last
// line would both name it, and only one of their lines could be in the chain.

import { type FileHandle, mkdir, open } from 'node:fs/promises';
import { join } from 'node:path';
import { sha256 } from '../system/hash.ts';
import { shortWrite } from '../system/shortWrite.ts';
import { withTurn } from '../system/turnLock.ts';
import { archiveLog } from './archiveLog.ts';
import { archivedBefore, judgeCurrent } from './logArchive.ts';
import { archivedForm, type LogHead, logForm, readHeadToWrite, seenOf, writeHead } from './logHead.ts';
import { linesOf, type ReadLine, readRange } from './logLines.ts';

/**
 * `directory` has the log, its head and the lock. This lock is not that of a transaction, because a transaction appends
 * while it holds its own; no process takes them in the other order.
 */
export async function appendChained(
  directory: string,
  path: string,
  value: object,
  /** From how many bytes on a log is archived. */
  long = longLog,
): Promise<void> {
  const turns = join(directory, 'events.turn');
  await mkdir(turns, { recursive: true, mode: 0o700 });
  await withTurn(turns, { what: "The log of this project's reviews", waitMs: 10_000 }, async () => {
    const head = await readHeadToWrite(directory);
    const file = await open(path, 'a+', 0o600);
    let written: LogHead;
    try {
      written = await append(file, path, head, value);
      await writeHead(directory, written);
    } finally {
      await file.close();
    }
    if (isDue(head, written, long)) await archiveLog(directory);
  });
}

/** Judging this many bytes takes about half a second; they hold more than ten thousand events. */
const longLog = 4 * 1024 * 1024;

/** If a log cannot be archived now, a writer tries again after this many more bytes. */
function isDue(before: LogHead | undefined, { size }: LogHead, long: number): boolean {
  return Math.floor(size / long) > Math.floor((before?.size ?? 0) / long);
}

async function append(file: FileHandle, path: string, head: LogHead | undefined, value: object): Promise<LogHead> {
  const found = await file.stat({ bigint: true });
  const size = Number(found.size);
  const torn = size > 0 && readRange(file.fd, size - 1, size)[0] !== 0x0a;
  const { tip, form } = endOf(file, size, head);
  const text = JSON.stringify({ ...value, prev: tip });
  const line = Buffer.from(`${torn ? '\n' : ''}${text}\n`);
  const { bytesWritten } = await file.write(line);
  if (bytesWritten !== line.length) throw shortWrite(path, line, bytesWritten, size);
  await file.datasync();
  const from = size + (torn ? 1 : 0);
  const seen = seenOf(await file.stat({ bigint: true }));
  const isAsLeft = size === (head?.size ?? 0) && (head === undefined || seenOf(found) === head.seen);
  const epoch = isAsLeft ? (head?.epoch ?? '') : seenOf(found);
  return { form, from, size: size + line.length, hash: sha256(text), seen, epoch };
}

/**
 * The form of the log, and the hash that the new line carries. When the recorded line is gone, the new line names it, so
 * that the loss is seen.
 */
function endOf(
  { fd }: FileHandle,
  size: number,
  head: LogHead | undefined,
): Pick<LogHead, 'form'> & { readonly tip: string } {
  // The line break that ends an unfinished line comes with the new one. If only that was missing, the line counts.
  const linesFrom = (from: number) => linesOf(Buffer.concat([readRange(fd, from, size), lineBreak]));
  if (head === undefined) {
    const lines = linesFrom(0);
    const form = archivedBefore(lines[0]) === undefined ? logForm : archivedForm;
    return { form, tip: judgeCurrent(lines, undefined).tip };
  }
  const { form } = head;
  if (head.size === size) return { form, tip: head.hash };
  const lines = head.from > size ? [] : linesFrom(head.from);
  if (lines[0]?.hash === head.hash) return { form, tip: lastOf(lines) };
  // A writer that was killed right after the log had begun again has left the record of the archived one.
  const current = form === archivedForm ? linesFrom(0) : [];
  return { form, tip: archivedBefore(current[0])?.tip === head.hash ? lastOf(current) : head.hash };
}

/** Follows the chain from the first of these lines. */
function lastOf([first, ...later]: readonly ReadLine[]): string {
  let tip = first?.hash ?? '';
  for (const { whole, prev, hash } of later) if (whole && prev === tip) tip = hash;
  return tip;
}

const lineBreak = Buffer.from('\n');
