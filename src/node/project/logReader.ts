// Reads the project log: the first time all of it, later only what is new. Reads all of it again when something does
// not fit: the file was replaced or cut, a line was altered, or another program has appended.

import { closeSync, fstatSync } from 'node:fs';
import { dirname } from 'node:path';
import type { ChainProblem, ChainVerdict } from '../../core/project/chain.ts';
import { isProof, type ProjectEvent, readEvents } from '../../core/project/event.ts';
import { isFsError, openToRead } from '../system/store.ts';
import type { Checkpoint } from './checkpoint.ts';
import { archivedBefore, judgeCurrent, judgeWhole, readArchivedState } from './logArchive.ts';
import { fileOf, type LogHead, readLogHead, seenOf } from './logHead.ts';
import { chainStart, linesOf, linesUpTo, type ReadLine, readRange } from './logLines.ts';

/** How far a log has been read, and what was found. */
export interface LogPosition {
  /** After the last line. */
  readonly offset: number;
  /** The last line, to see that the file is still the same: where it begins, and its hash. */
  readonly last: { readonly from: number; readonly hash: string } | null;
  /** The hash that the next line has to carry. */
  readonly tip: string;
  /** The log has lines with `prev`. */
  readonly chained: boolean;
  /** With the archived ones. */
  readonly lines: number;
  readonly broken: boolean;
  /** Of the current log, and those of the archived ones that no human has accepted. */
  readonly problems: readonly ChainProblem[];
  /** The file when it was read: see `seenOf`. */
  readonly seen: string;
  /** From the record beside the log: see `LogHead`. */
  readonly epoch: string;
}

export interface LogTaker {
  /** Forget everything: the log is given from its beginning, or after the state of what is archived. */
  restart(archived?: Checkpoint): void;
  take(events: readonly ProjectEvent[]): void;
}

const emptyPosition: LogPosition = {
  ...{ offset: 0, last: null, tip: chainStart, chained: false, lines: 0, broken: false, problems: [] },
  ...{ seen: '', epoch: '' },
};

export class LogReader {
  readonly #path: string;
  readonly #taker: LogTaker;
  #position: LogPosition = emptyPosition;
  /** This process has seen that the position fits the file. */
  #fits = false;
  #reading: Promise<unknown> = Promise.resolve();
  #hasReadArchive = false;

  constructor(path: string, taker: LogTaker) {
    this.#path = path;
    this.#taker = taker;
  }

  get position(): LogPosition {
    return this.#position;
  }

  /** The last time that it began, the state of what is archived could not be used, which takes long. */
  get hasReadArchive(): boolean {
    return this.#hasReadArchive;
  }

  /** Begins after a checkpoint. Call it before the first `readOn`. */
  beginAt(position: LogPosition): void {
    this.#position = position;
  }

  /** Gives the taker what is new. One at a time: two reads from the same position would give the same lines twice. */
  readOn(): Promise<void> {
    const result = this.#reading.then(() => this.#readOn());
    this.#reading = result.catch(() => {});
    return result;
  }

  async #readOn(): Promise<void> {
    // Read the head first: a line that is appended after this look is not missing from the log.
    let head = await readLogHead(dirname(this.#path));
    const file = openIfThere(this.#path);
    const look = () => (file === undefined ? undefined : fstatSync(file, { bigint: true }));
    try {
      let stat = look();
      if (stat !== undefined && head !== undefined && fileOf(head.seen) !== String(stat.ino)) {
        // The log may have been archived since, and then the head is of the archived one.
        head = await readLogHead(dirname(this.#path));
        stat = look();
      }
      const [size, seen] = [Number(stat?.size ?? 0), stat === undefined ? '' : seenOf(stat)];
      const { offset, last, seen: before } = this.#position;
      if (this.#fits && size === offset && seen === before && !isCut(size, this.#position, head)) return;
      const read = (from: number) => (file === undefined ? Buffer.alloc(0) : readRange(file, from, size));
      if (last !== null && isSameFile({ size, seen }, this.#position, head)) {
        const [known, ...added] = linesOf(read(last.from), last.from);
        this.#fits = known?.hash === last.hash && this.#goOn(added, seen);
        if (this.#fits) return;
      }
      this.#fits = true;
      await this.#restart(linesUpTo(head, read(0)), head, seen);
    } finally {
      if (file !== undefined) closeSync(file);
    }
  }

  /** False when a line does not continue the chain, or the taker cannot use it. Then all lines are given again. */
  #goOn(added: readonly ReadLine[], seen: string): boolean {
    let { tip, chained } = this.#position;
    for (const { whole, prev, hash } of added) {
      if (!whole) continue;
      if (chained ? prev !== tip : prev !== null && prev !== tip) return false;
      chained ||= prev !== null;
      tip = hash;
    }
    const { broken, lines, problems } = this.#position;
    // An anchor changes what the lines before it mean.
    if (added.some(({ anchors }) => anchors) && problems.some(({ accepted }) => !accepted)) return false;
    try {
      if (added.length > 0) this.#taker.take(eventsOf(added, broken));
    } catch {
      return false;
    }
    this.#position = { ...this.#position, ...endOf(added), tip, chained, lines: lines + added.length, seen };
    return true;
  }

  async #restart(lines: readonly ReadLine[], head: LogHead | undefined, seen: string): Promise<void> {
    const directory = dirname(this.#path);
    const archived = archivedBefore(lines[0]);
    const current = judgeCurrent(lines, head);
    // The state contains facts that a broken log does not prove.
    const state = archived && !current.broken ? await readArchivedState(directory, archived) : undefined;
    const isWhole = archived !== undefined && state === undefined;
    const {
      lines: all,
      verdict,
      archived: before,
    } = isWhole
      ? await judgeWhole(directory, lines, head)
      : { lines, verdict: current, archived: archived?.lines ?? 0 };
    const { believed, broken } = verdict;
    const counts = all.filter((_, index) => believed[index]);
    // If the taker throws, the next call begins again.
    this.#position = emptyPosition;
    this.#hasReadArchive = isWhole;
    this.#taker.restart(state);
    this.#taker.take(eventsOf(counts, broken));
    this.#position = { ...positionAfter(lines, verdict, before), seen, epoch: head?.epoch ?? '' };
  }
}

/** Undefined when there is no log yet. */
function openIfThere(path: string): number | undefined {
  try {
    return openToRead(path);
  } catch (error) {
    if (isFsError(error, 'ENOENT')) return undefined;
    throw error;
  }
}

/** `lines` are those of the current log, after `before` archived ones. `seen` and `epoch` are left empty. */
export function positionAfter(
  lines: readonly ReadLine[],
  { tip, broken, problems }: Pick<ChainVerdict, 'tip' | 'broken' | 'problems'>,
  before: number,
): LogPosition {
  const chained = lines.some(({ whole, prev }) => whole && prev !== null);
  const open = problems.filter(({ line, accepted }) => !accepted || line > before);
  const known = { tip, chained, lines: before + lines.length, broken, problems: open };
  return { ...emptyPosition, ...endOf(lines), ...known };
}

/** True when only lines were added since. An edit in place changes the time of the file, which Party records. */
function isSameFile(
  now: { readonly size: number; readonly seen: string },
  then: LogPosition,
  head: LogHead | undefined,
) {
  if (now.size < then.offset || fileOf(now.seen) !== fileOf(then.seen)) return false;
  if (isCut(now.size, then, head) || (head?.epoch ?? '') !== then.epoch) return false;
  if (now.size === then.offset && now.seen === then.seen) return true;
  return head === undefined ? now.size > then.offset : now.size > head.size || now.seen === head.seen;
}

/** True when the line of the record is gone, and the position is from before that. A position after it names that line. */
function isCut(size: number, { tip }: LogPosition, head: LogHead | undefined): boolean {
  return head !== undefined && size < head.size && tip !== head.hash;
}

function endOf(lines: readonly ReadLine[]): Partial<Pick<LogPosition, 'offset' | 'last'>> {
  const last = lines.at(-1);
  return last === undefined ? {} : { offset: last.to + 1, last: { from: last.from, hash: last.hash } };
}

/** Of a broken log, without what would prove something. */
export function eventsOf(lines: readonly ReadLine[], broken = false): ProjectEvent[] {
  const events = readEvents(lines.map(({ value }) => value));
  return broken ? events.filter((event) => !isProof(event)) : events;
}
