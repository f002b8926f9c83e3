// What is before the first line of the project log. A log that has become long is put into a folder of its own,
// `archive/000001/events.jsonl`, and a new one goes on with the chain (archiveLog.ts). The first line of the new log,
// `archived`, names the last line of the archived one, and the hash of `events.checkpoint` beside it: the state that
// follows from all lines before. So a call needs that state and the new log, and no archived line. Those are for
// `party log check`, for what needs the whole history, and for when the state cannot be used.

import { join } from 'node:path';
import { recordOf } from '../../core/base/json.ts';
import { type ChainVerdict, judgeChain } from '../../core/project/chain.ts';
import { sha256 } from '../system/hash.ts';
import { readBytes } from '../system/store.ts';
import { type Checkpoint, checkpointFile, parseCheckpoint } from './checkpoint.ts';
import { fileOf, type LogHead, readLogHead } from './logHead.ts';
import { chainStart, linesUpTo, type ReadLine } from './logLines.ts';

export const logName = 'events.jsonl';

/** What the first line of a log says about the lines before it. */
export interface Archived {
  /** The number of the last archived log, from 1. */
  readonly segment: number;
  /** How many lines there are in all archived logs. */
  readonly lines: number;
  /** The hash of the state after them. */
  readonly checkpoint: string;
  /** The hash of the last archived line. */
  readonly tip: string;
}

export function archivedBefore(first: ReadLine | undefined): Archived | undefined {
  const { segment, lines, checkpoint } = recordOf(first?.value);
  if (first === undefined || first.event !== 'archived' || first.prev === null) return undefined;
  if (typeof segment !== 'number' || typeof lines !== 'number' || typeof checkpoint !== 'string') return undefined;
  return { segment, lines, checkpoint, tip: first.prev };
}

/** The folder of an archived log, with its lines and the state after them. */
export function segmentFolder(directory: string, segment: number): string {
  return join(directory, 'archive', String(segment).padStart(6, '0'));
}

/** Undefined when it is not the one that the log names, or from a version that adds up differently. */
export async function readArchivedState(directory: string, archived: Archived): Promise<Checkpoint | undefined> {
  const file = checkpointFile(segmentFolder(directory, archived.segment));
  const bytes = await readBytes(file).catch(() => undefined);
  return bytes === undefined || sha256(bytes) !== archived.checkpoint ? undefined : parseCheckpoint(bytes);
}

/**
 * The lines of all archived logs, the oldest first. If one is missing, the chain is broken there, and what is before it
 * is left out.
 */
export async function readArchivedLines(directory: string, first: ReadLine | undefined): Promise<ReadLine[]> {
  const archived = archivedBefore(first);
  if (archived === undefined) return [];
  const path = join(segmentFolder(directory, archived.segment), logName);
  const lines = linesUpTo({ hash: archived.tip }, await readLog(path));
  const before = archivedBefore(lines[0]);
  // Each is older than the one that names it. A folder that names itself would have no beginning.
  const isOlder = before !== undefined && before.segment < archived.segment;
  return [...(isOlder ? await readArchivedLines(directory, lines[0]) : []), ...lines];
}

/** All of a log; empty when there is none. */
export async function readLog(path: string): Promise<Buffer> {
  return (await readBytes(path)) ?? Buffer.alloc(0);
}

/** Judges the lines of the current log alone: the archived ones are believed as they were when they were archived. */
export function judgeCurrent(lines: readonly ReadLine[], head: Pick<LogHead, 'hash'> | undefined): ChainVerdict {
  const archived = archivedBefore(lines[0]);
  if (archived === undefined) return judgeChain(lines, head?.hash, chainStart);
  const verdict = judgeChain(lines, headHash(lines, head), archived.tip);
  const problems = verdict.problems.map((one) => ({ ...one, line: one.line + archived.lines }));
  return { ...verdict, problems };
}

export interface WholeLog {
  /** Those of the archived logs, and then those of the current one. */
  readonly lines: readonly ReadLine[];
  readonly archived: number;
  readonly verdict: ChainVerdict;
}

/** Reads all lines, and no state. */
export async function readWhole(directory: string): Promise<WholeLog> {
  // Read the head first: a line that is appended after this look is not missing from the log. If the log is archived
  // between the two looks, look again.
  for (let head = await readLogHead(directory); ; ) {
    const lines = linesUpTo(head, await readLog(join(directory, logName)));
    const now = await readLogHead(directory);
    if (head?.form === now?.form && fileOf(head?.seen ?? '') === fileOf(now?.seen ?? '')) {
      return judgeWhole(directory, lines, head);
    }
    head = now;
  }
}

/** Judges all lines, from the first archived one. `lines` are those of the current log. */
export async function judgeWhole(
  directory: string,
  lines: readonly ReadLine[],
  head: Pick<LogHead, 'hash'> | undefined,
): Promise<WholeLog> {
  const archived = await readArchivedLines(directory, lines[0]);
  const all = [...archived, ...lines];
  return { lines: all, archived: archived.length, verdict: judgeChain(all, headHash(lines, head), chainStart) };
}

/** A writer that was killed right after the new log had begun has left the record of the archived one. */
function headHash([first]: readonly ReadLine[], head: Pick<LogHead, 'hash'> | undefined): string | undefined {
  return head !== undefined && archivedBefore(first)?.tip === head.hash ? first?.hash : head?.hash;
}
