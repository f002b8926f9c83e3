// The chain of the project log: each line that Party appends carries `prev`, the hash of the line before it in the
// chain. This file decides which lines of a log are believed. The rules, in order:
//
// 1. Lines before the first line with `prev` are from before the chain. They are believed.
// 2. A line that is not JSON was left by a killed writer or a full disk. It is skipped, and breaks nothing.
// 3. The head is the last line that Party recorded beside the log. From the head back, each line names the line before
//    it; from the head on, the first line that names the last one continues the chain. These lines are believed.
// 4. A whole line that is not in the chain is a stray: another program inserted or appended it, or an older version of
//    Party, which writes no `prev`. It is named and not believed. The chain goes on without it.
// 5. When a line of the chain names a line that is not there, the chain is broken: the line before it was altered, or
//    lines were removed. The chained line right before the break is not believed. And because a removed line may have
//    been one that takes an approval back, nothing in the log proves anything until a human anchors the log.
// 6. An event `anchored` of a human accepts all strays and breaks up to it. They stay named in `party log check`.
//
// The hash has no key: a program that may write the whole directory can write a log that fits. The gates keep
// agents from doing that. The chain finds what gets past the gates: an edit, a removed line, an appended one.

import { commandLine, type Remark } from '../base/remark.ts';

export interface LogLine {
  readonly hash: string;
  /** The hash that the line carries as `prev`; null when it carries none. */
  readonly prev: string | null;
  /** False when it is not a JSON object. */
  readonly whole: boolean;
  /** The kind of its event; null when it has none. */
  readonly event: string | null;
  /** It accepts what is before it. */
  readonly anchors: boolean;
}

export type ChainProblemKind = 'no-prev' | 'stray' | 'suspect' | 'break' | 'end';

export interface ChainProblem {
  /** The number of the line, from 1; for `end`, the number of lines. */
  readonly line: number;
  readonly kind: ChainProblemKind;
  readonly event: string | null;
  /** A human has accepted it. */
  readonly accepted: boolean;
}

export interface ChainVerdict {
  /** For each line. */
  readonly believed: readonly boolean[];
  readonly problems: readonly ChainProblem[];
  /** Lines were altered or removed, and no human has accepted it. */
  readonly broken: boolean;
  /** How many lines are not JSON. */
  readonly torn: number;
  /** The hash that the next line has to carry. */
  readonly tip: string;
}

/**
 * `head` is the hash of the last line that Party recorded beside the log; undefined when there is no record. `start` is
 * the `prev` of the first line of a new log.
 */
export function judgeChain(lines: readonly LogLine[], head: string | undefined, start: string): ChainVerdict {
  return new Judge(lines, head, start).verdict();
}

export function problemText({ line, kind, event }: ChainProblem): string {
  const what = `line ${line}${event === null ? '' : ` (${event})`}`;
  switch (kind) {
    case 'no-prev':
      return `${what} was written by another program or an older version of Party; it does not count`;
    case 'stray':
      return `${what} was inserted by another program; it does not count`;
    case 'suspect':
      return `${what} was altered, or the line after it was removed; it does not count`;
    case 'break':
      return `${what} follows a line that is not there`;
    case 'end':
      return 'the last line that Party wrote is not there';
    default: {
      const unreachable: never = kind;
      return unreachable;
    }
  }
}

export const brokenLog: Remark = {
  problem:
    "Lines of this project's log were altered or removed, so nothing in it is proof until a human has looked at it",
  next: [{ act: 'checkLog' }],
};

export const brokenLogText = `${brokenLog.problem}: ${commandLine({ act: 'checkLog' })}`;

/** What people are told about a log in which some lines do not count. */
export interface LogTrouble {
  readonly broken: boolean;
  /** In words. */
  readonly problems: readonly string[];
}

/** Undefined when all lines count, or a human has accepted those that do not. */
export function troubleOf({ broken, problems }: Pick<ChainVerdict, 'broken' | 'problems'>): LogTrouble | undefined {
  const open = problems.filter(({ accepted }) => !accepted);
  return open.length === 0 ? undefined : { broken, problems: open.map(problemText) };
}

class Judge {
  readonly #lines: readonly LogLine[];
  readonly #head: string | undefined;
  /** The first line of the chain. */
  readonly #first: number;
  /** What the first line of the chain has to name. */
  readonly #beginning: string;
  readonly #believed: boolean[];
  readonly #named = new Map<number, ChainProblemKind>();
  #tip: string;

  constructor(lines: readonly LogLine[], head: string | undefined, start: string) {
    const first = lines.findIndex(({ whole, prev }) => whole && prev !== null);
    this.#lines = lines;
    this.#head = head;
    this.#first = first === -1 ? lines.length : first;
    this.#believed = lines.map(({ whole }, index) => whole && index < this.#first);
    this.#beginning = lines.slice(0, this.#first).findLast(({ whole }) => whole)?.hash ?? start;
    this.#tip = this.#beginning;
  }

  verdict(): ChainVerdict {
    const headAt = this.#head === undefined ? -1 : this.#lines.findLastIndex(({ hash }) => hash === this.#head);
    if (headAt >= this.#first) {
      this.#goBack(headAt);
      this.#tip = this.#lines[headAt]?.hash ?? this.#tip;
      this.#goOn(headAt + 1);
    } else {
      this.#goOn(this.#first);
      this.#nameUnconnected();
      if (this.#head !== undefined) this.#loseEnd(this.#head);
    }
    this.#nameStrays();
    return this.#result();
  }

  /** Follows `prev` from the head back to the beginning. */
  #goBack(from: number): void {
    const at = new Map<string, number>();
    for (let index = from; index >= this.#first; index--) at.set(this.#lines[index]?.hash ?? '', index);
    let isSuspect = false;
    for (let index = from; index >= this.#first; ) {
      const { prev } = this.#lines[index] ?? {};
      if (!isSuspect) this.#believed[index] = true;
      const before = at.get(prev ?? '');
      if (before !== undefined && before < index) {
        isSuspect = false;
        index = before;
      } else if (prev === this.#beginning) {
        return;
      } else {
        if (!isSuspect) this.#named.set(index, 'break');
        isSuspect = true;
        index = this.#doubt(index);
      }
    }
  }

  /** The chained line before this one, which is no longer believed. -1 when there is none. */
  #doubt(before: number): number {
    for (let index = before - 1; index >= this.#first; index--) {
      const { whole, prev } = this.#lines[index] ?? {};
      if (!whole || prev === null) continue;
      this.#believed[index] = false;
      this.#named.set(index, 'suspect');
      return index;
    }
    // The line before the chain, which the first chained line names.
    const last = this.#believed.lastIndexOf(true, this.#first - 1);
    if (this.#first > 0 && last !== -1) {
      this.#believed[last] = false;
      this.#named.set(last, 'suspect');
    }
    return -1;
  }

  #goOn(from: number): void {
    for (let index = from; index < this.#lines.length; index++) {
      const line = this.#lines[index];
      if (line === undefined || !line.whole || line.prev !== this.#tip) continue;
      this.#believed[index] = true;
      this.#tip = line.hash;
    }
  }

  /** Without a head, a line that names no line of the log may be the rest of a chain whose middle was altered. */
  #nameUnconnected(): void {
    const hashes = new Set(this.#lines.map(({ hash }) => hash));
    for (let index = this.#first; index < this.#lines.length; index++) {
      const { whole, prev } = this.#lines[index] ?? {};
      if (!whole || prev === null || prev === undefined || this.#believed[index]) continue;
      if (hashes.has(prev) || prev === this.#beginning) continue;
      this.#named.set(index, 'break');
      this.#doubt(index);
    }
  }

  /** The next line names the lost one, so that the loss stays visible. */
  #loseEnd(head: string): void {
    this.#doubt(this.#lines.length);
    this.#named.set(this.#lines.length, 'end');
    this.#tip = head;
  }

  #nameStrays(): void {
    for (let index = this.#first; index < this.#lines.length; index++) {
      const line = this.#lines[index];
      if (line === undefined || !line.whole || this.#believed[index] || this.#named.has(index)) continue;
      this.#named.set(index, line.prev === null ? 'no-prev' : 'stray');
    }
  }

  #result(): ChainVerdict {
    const lines = this.#lines;
    const anchor = lines.findLastIndex(({ anchors }, index) => anchors && this.#believed[index] === true);
    const problems = [...this.#named]
      .sort(([a], [b]) => a - b)
      .map(([index, kind]) => ({
        line: Math.min(index + 1, lines.length),
        kind,
        event: lines[index]?.event ?? null,
        accepted: index <= anchor,
      }));
    return {
      believed: this.#believed,
      problems,
      broken: problems.some(({ kind, accepted }) => !accepted && (kind === 'break' || kind === 'end')),
      torn: lines.filter(({ whole }) => !whole).length,
      tip: this.#tip,
    };
  }
}
