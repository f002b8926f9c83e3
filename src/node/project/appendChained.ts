// Appends a line to the project log and links it to the line before. One process at a time: two that read the same last
// line would both name it, and only one of their lines could be in the chain.

import { type FileHandle, mkdir, open } from 'node:fs/promises';
import { join } from 'node:path';
import { judgeChain } from '../../core/project/chain.ts';
import { sha256 } from '../system/hash.ts';
import { shortWrite } from '../system/shortWrite.ts';
import { withTurn } from '../system/turnLock.ts';
import { type LogHead, logForm, readHeadToWrite, seenOf, writeHead } from './logHead.ts';
import { chainStart, linesOf } from './logLines.ts';

/**
 * `directory` has the log, its head and the lock. This lock is not that of a transaction, because a transaction appends
 * while it holds its own; no process takes them in the other order.
 */
export async function appendChained(directory: string, path: string, value: object): Promise<void> {
  const turns = join(directory, 'events.turn');
  await mkdir(turns, { recursive: true, mode: 0o700 });
  await withTurn(turns, { what: "The log of this project's reviews", waitMs: 10_000 }, async () => {
    const head = await readHeadToWrite(directory);
    const file = await open(path, 'a+', 0o600);
    try {
      await writeHead(directory, await append(file, path, head, value));
    } finally {
      await file.close();
    }
  });
}

async function append(file: FileHandle, path: string, head: LogHead | undefined, value: object): Promise<LogHead> {
  const found = await file.stat({ bigint: true });
  const size = Number(found.size);
  const torn = size > 0 && (await readRange(file, size - 1, size))[0] !== 0x0a;
  const text = JSON.stringify({ ...value, prev: await tipOf(file, size, head) });
  const line = Buffer.from(`${torn ? '\n' : ''}${text}\n`);
  const { bytesWritten } = await file.write(line);
  if (bytesWritten !== line.length) throw shortWrite(path, line, bytesWritten, size);
  await file.datasync();
  const from = size + (torn ? 1 : 0);
  const seen = seenOf(await file.stat({ bigint: true }));
  const isAsLeft = size === (head?.size ?? 0) && (head === undefined || seenOf(found) === head.seen);
  const epoch = isAsLeft ? (head?.epoch ?? '') : seenOf(found);
  return { form: logForm, from, size: size + line.length, hash: sha256(text), seen, epoch };
}

/** The hash that the new line carries. When the recorded line is gone, it names that line, so that the loss is seen. */
async function tipOf(file: FileHandle, size: number, head: LogHead | undefined): Promise<string> {
  // The line break that ends an unfinished line comes with the new one. If only that was missing, the line counts.
  const linesFrom = async (from: number) => linesOf(Buffer.concat([await readRange(file, from, size), lineBreak]));
  if (head === undefined) return judgeChain(await linesFrom(0), undefined, chainStart).tip;
  if (head.size === size) return head.hash;
  const [last, ...later] = head.from > size ? [] : await linesFrom(head.from);
  if (last?.hash !== head.hash) return head.hash;
  let tip = last.hash;
  for (const { whole, prev, hash } of later) if (whole && prev === tip) tip = hash;
  return tip;
}

const lineBreak = Buffer.from('\n');

/** Reads all of it: one call may give less than it was asked for. */
export async function readRange(file: FileHandle, from: number, to: number): Promise<Buffer> {
  const buffer = Buffer.allocUnsafe(Math.max(0, to - from));
  let read = 0;
  while (read < buffer.length) {
    const { bytesRead } = await file.read(buffer, read, buffer.length - read, from + read);
    if (bytesRead === 0) break;
    read += bytesRead;
  }
  return buffer.subarray(0, read);
}
