// What a new round says about the findings of the rounds before: which are the same, which are new, which are gone.
// A finding is known again by its file, the code that it is about and what it says; never by its id or its line, which
// the reviewer and every edit change.

import type { RecordedFinding } from './event.ts';
import { isUnresolved, type LedgerFinding } from './ledgerFinding.ts';

export interface NewRound {
  readonly round: number;
  readonly at: string;
  readonly document: string | null;
  /** What the keys of its findings begin with: `r1`. */
  readonly label: string;
  /** Set when collab asked. */
  readonly collab?: LedgerFinding['collab'];
  /** The code has changed since the finding was last raised, and the reviewer looked: silence means fixed. */
  readonly looked: (lastRaised: number) => boolean;
}

/** In the order of the new round, followed by those that it did not raise. */
export function applyRound(
  ledger: readonly LedgerFinding[],
  raised: readonly RecordedFinding[],
  round: NewRound,
): LedgerFinding[] {
  const known = match(ledger, raised);
  const again = new Set(known.values());
  return [
    ...raised.map((finding) => {
      const before = known.get(finding);
      return before === undefined ? firstRaised(finding, round) : raisedAgain(before, finding, round);
    }),
    ...ledger.filter((before) => !again.has(before)).map((before) => notRaised(before, round)),
  ];
}

function firstRaised(finding: RecordedFinding, { round, at, document, label, collab }: NewRound): LedgerFinding {
  return {
    ...finding,
    key: `${label}-${finding.id}`,
    state: 'open',
    since: at,
    reason: null,
    by: 'review',
    raised: [{ round, severity: finding.severity }],
    returns: 0,
    drifted: false,
    oscillating: false,
    document,
    ...(collab === undefined ? {} : { collab }),
  };
}

function raisedAgain(before: LedgerFinding, finding: RecordedFinding, { round, at }: NewRound): LedgerFinding {
  const raised = [...before.raised, { round, severity: finding.severity }];
  const shared = { ...before, ...finding, raised, drifted: raised.some((one) => one.severity !== finding.severity) };
  if (isUnresolved(before)) return shared;
  const returns = before.returns + 1;
  // The reason why it was rejected stays: whoever decides anew wants to read it.
  return { ...shared, state: 're-raised', since: at, by: 'review', returns, oscillating: returns > 1 };
}

function notRaised(before: LedgerFinding, { round, at, looked }: NewRound): LedgerFinding {
  const last = before.raised.at(-1)?.round ?? 0;
  if (!isUnresolved(before) || !looked(last)) return before;
  return { ...before, state: 'fixed', since: at, by: 'review', reason: `not raised again in round ${round}` };
}

/** The reviewer says so itself, of one that it does not raise again. */
export function resolvedBy(before: LedgerFinding, { label, at }: Pick<NewRound, 'label' | 'at'>): LedgerFinding {
  if (!isUnresolved(before)) return before;
  return { ...before, state: 'fixed', since: at, by: 'review', reason: `resolved, as the reviewer says in ${label}` };
}

/** Each finding of the past is found again at most once; the surest signs are asked first. */
function match(
  ledger: readonly LedgerFinding[],
  raised: readonly RecordedFinding[],
): ReadonlyMap<RecordedFinding, LedgerFinding> {
  const found = new Map<RecordedFinding, LedgerFinding>();
  const signs: readonly ((finding: RecordedFinding) => string | undefined)[] = [
    ({ file, anchor, description }) => sign(file, code(anchor), words(description)),
    // The code has changed, and it is still wrong in the same way.
    ({ file, description }) => sign(file, words(description)),
    // The file has another name now.
    ({ anchor, description }) => (code(anchor) === '' ? undefined : sign(code(anchor), words(description))),
  ];
  const taken = new Set<LedgerFinding>();
  const left = () => raised.filter((finding) => !found.has(finding));
  const take = (finding: RecordedFinding, before: LedgerFinding | undefined) => {
    if (before === undefined) return;
    found.set(finding, before);
    taken.add(before);
  };
  for (const signOf of signs) {
    const candidates = groupBy(
      ledger.filter((one) => !taken.has(one)),
      signOf,
    );
    for (const finding of left()) take(finding, candidates.get(signOf(finding))?.shift());
  }
  // The same code in other words.
  const place = ({ file, anchor }: RecordedFinding) => (code(anchor) === '' ? undefined : sign(file, code(anchor)));
  const candidates = groupBy(
    ledger.filter((one) => !taken.has(one)),
    place,
  );
  for (const finding of left()) {
    const here = candidates.get(place(finding)) ?? [];
    take(
      finding,
      here.find((before) => !taken.has(before) && sameMatter(before.description, finding.description)),
    );
  }
  return found;
}

function groupBy<T>(values: readonly T[], keyOf: (value: T) => string | undefined): Map<string | undefined, T[]> {
  const groups = new Map<string | undefined, T[]>();
  for (const value of values) {
    const key = keyOf(value);
    if (key === undefined) continue;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [value]);
    else group.push(value);
  }
  return groups;
}

const sign = (...parts: string[]) => parts.join('\0');

/** Whitespace is not what a finding is about. */
function code(anchor: string): string {
  return anchor.replace(/\s+/g, ' ').trim();
}

/** Case, punctuation and line numbers are not either. */
function words(description: string): string {
  return description
    .toLowerCase()
    .replace(/\blines?\s+\d+(\s*[-–]\s*\d+)?|:\d+/g, ' ')
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim();
}

/** More than half of the words, little ones aside. */
function sameMatter(one: string, other: string): boolean {
  const [a, b] = [one, other].map(
    (text) =>
      new Set(
        words(text)
          .split(' ')
          .filter((word) => word.length > 3),
      ),
  );
  if (a === undefined || b === undefined || a.size === 0 || b.size === 0) return false;
  const shared = [...a].filter((word) => b.has(word)).length;
  return shared * 2 > Math.min(a.size, b.size);
}
