// Recognizes a finding by its file, its code and its text, never by its id or line, which the reviewer and every edit
// change. Maps hold the signs of past findings, so that the cost of a round grows with its own findings, not with all
// earlier ones.

import type { RecordedFinding } from '../project/event.ts';

/** A past finding and its position in the ledger. */
export interface KnownFinding {
  /** How many rounds had been received when it was last raised, and its position in that round. */
  readonly raisedIn: number;
  readonly place: number;
}

type Said = Pick<RecordedFinding, 'file' | 'anchor' | 'description'>;

export class KnownFindings<K extends KnownFinding> {
  readonly #groups = signs.map(() => new Map<string, Set<K>>());
  readonly #saidOf = new Map<K, Signed>();

  /** Replaces the signs when a finding is raised with another text or about other code. */
  remember(known: K, said: Said): void {
    const before = this.#saidOf.get(known);
    const now = signed(said);
    for (const [index, groups] of this.#groups.entries()) {
      const [old, sign] = [before?.signs[index], now.signs[index]];
      if (old !== undefined && old !== sign) leave(groups, old, known);
      if (sign !== undefined) join(groups, sign, known, isSure(index) ? Number.POSITIVE_INFINITY : mostUnsure);
    }
    this.#saidOf.set(known, now);
  }

  /** As after `remember`. `isDropped`: there were too many findings about the same code, and this one was the oldest. */
  restore(known: K, said: Said, isDropped: boolean): void {
    const now = signed(said);
    for (const [index, groups] of this.#groups.entries()) {
      const sign = now.signs[index];
      if (sign !== undefined && (isSure(index) || !isDropped)) join(groups, sign, known, Number.POSITIVE_INFINITY);
    }
    this.#saidOf.set(known, now);
  }

  isDropped(known: K): boolean {
    const said = this.#saidOf.get(known);
    return signs.some((_, index) => {
      const sign = said?.signs[index];
      return sign !== undefined && this.#groups[index]?.get(sign)?.has(known) !== true;
    });
  }

  /** Matches each past finding at most once, with the most reliable signs first. */
  match(raised: readonly Said[]): ReadonlyMap<Said, K> {
    const found = new Map<Said, K>();
    const taken = new Set<K>();
    const all = raised.map((said) => ({ said, ...signed(said) }));
    for (const [index, groups] of this.#groups.entries()) {
      for (const one of all) {
        const sign = one.signs[index];
        const group = sign === undefined || found.has(one.said) ? undefined : groups.get(sign);
        if (group === undefined) continue;
        const known = first(group, (other) => !taken.has(other) && (isSure(index) || this.#sameMatter(other, one)));
        if (known === undefined) continue;
        found.set(one.said, known);
        taken.add(known);
      }
    }
    return found;
  }

  /** More than half of the words are the same, ignoring common words. */
  #sameMatter(known: K, said: Signed): boolean {
    const [a, b] = [matterOf(this.#saidOf.get(known)), matterOf(said)];
    if (a.size === 0 || b.size === 0) return false;
    const shared = [...a].filter((word) => b.has(word)).length;
    return shared * 2 > Math.min(a.size, b.size);
  }
}

interface Signed {
  readonly signs: readonly (string | undefined)[];
  readonly words: string;
  /** The words without common ones, computed on demand. */
  matter?: ReadonlySet<string>;
}

interface Normal {
  readonly file: string;
  readonly code: string;
  readonly words: string;
}

/** From the most to the least reliable; the last also needs a similar text. */
const signs: readonly ((said: Normal) => string | undefined)[] = [
  ({ file, code, words }) => sign(file, code, words),
  // The code has changed, but the problem is described the same way.
  ({ file, words }) => sign(file, words),
  // The file was renamed.
  ({ code, words }) => (code === '' ? undefined : sign(code, words)),
  // The same code, described differently.
  ({ file, code }) => (code === '' ? undefined : sign(file, code)),
];

const isSure = (index: number) => index < signs.length - 1;

/** Many findings may share code as short as a brace. Only this many are compared, the latest first. */
const mostUnsure = 32;

const sign = (...parts: string[]) => parts.join('\0');

/** The same process reduces a log more than once, and this is the expensive part. */
const known = new WeakMap<Said, Signed>();

function signed(said: Said): Signed {
  const before = known.get(said);
  if (before !== undefined) return before;
  const normal = { file: said.file, code: codeOf(said.anchor), words: wordsOf(said.description) };
  const now = { signs: signs.map((signOf) => signOf(normal)), words: normal.words };
  known.set(said, now);
  return now;
}

function matterOf(said: Signed | undefined): ReadonlySet<string> {
  if (said === undefined) return new Set();
  said.matter ??= new Set(said.words.split(' ').filter((word) => word.length > 3));
  return said.matter;
}

/** The one that was raised last, and came first in that round. */
function first<K extends KnownFinding>(group: ReadonlySet<K>, isMeant: (known: K) => boolean): K | undefined {
  let best: K | undefined;
  for (const one of group) {
    const isBefore = best === undefined || inOrder(one, best) < 0;
    if (isBefore && isMeant(one)) best = one;
  }
  return best;
}

/** The ledger's order: findings of the last round first, in its order. */
export function inOrder(one: KnownFinding, other: KnownFinding): number {
  return other.raisedIn - one.raisedIn || one.place - other.place;
}

/** Adds it as the newest, and drops the oldest when there are too many. */
function join<K>(groups: Map<string, Set<K>>, sign: string, known: K, most: number): void {
  const group = groups.get(sign);
  if (group === undefined) {
    groups.set(sign, new Set([known]));
    return;
  }
  group.delete(known);
  group.add(known);
  if (group.size <= most) return;
  const [oldest] = group;
  if (oldest !== undefined) group.delete(oldest);
}

function leave<K>(groups: Map<string, Set<K>>, sign: string, known: K): void {
  const group = groups.get(sign);
  group?.delete(known);
  if (group?.size === 0) groups.delete(sign);
}

/** Ignores whitespace. */
function codeOf(anchor: string): string {
  return anchor.replace(/\s+/g, ' ').trim();
}

/** Ignores case, punctuation and line numbers. */
function wordsOf(description: string): string {
  return description
    .toLowerCase()
    .replace(/\blines?\s+\d+(\s*[-–]\s*\d+)?|:\d+/g, ' ')
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim();
}
