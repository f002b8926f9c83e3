// What a reader can compare in a change: its base, the code of each round, the approved code, and the current files.

import type { Translate } from '../../base/translate.ts';
import { isCollab, type LedgerFinding } from '../../findings/ledgerFinding.ts';
import type { Review, Round } from '../review.ts';

/** Code that git has, as a tree or a commit. */
export type StoredCode =
  | { readonly kind: 'base' | 'approved'; readonly tree: string }
  | { readonly kind: 'round'; readonly n: number; readonly tree: string };

/** `now`: the files on disk. */
export type CodeSide = StoredCode | { readonly kind: 'now' };

export interface Comparison {
  readonly before: StoredCode;
  readonly after: CodeSide;
}

type Compared = Pick<Review, 'change' | 'rounds' | 'approvedTree'>;

const now: CodeSide = { kind: 'now' };

/** Undefined outside a git repository. */
export function wholeChange({ change }: Pick<Review, 'change'>): Comparison | undefined {
  return change === null ? undefined : { before: { kind: 'base', tree: change.base }, after: now };
}

/** What made an approval stale. Before the first approval: what has changed since the reviewer last read the code. */
export function sinceReview({ rounds, approvedTree }: Compared): Comparison | undefined {
  if (approvedTree !== null) return { before: { kind: 'approved', tree: approvedTree }, after: now };
  const read = withTrees(rounds.filter(({ receivedAt }) => receivedAt !== null)).at(-1);
  return read && { before: read, after: now };
}

/** What was changed before a round was requested: since the round before it, or since the base. */
export function ofRound(review: Compared, n: number): Comparison | undefined {
  return betweenRounds(review).find(({ after }) => after.kind === 'round' && after.n === n);
}

/** Newest first: what has changed since the last round, then from round to round. */
export function roundComparisons(review: Compared): Comparison[] {
  const last = withTrees(review.rounds).at(-1);
  return [...(last === undefined ? [] : [{ before: last, after: now }]), ...betweenRounds(review).reverse()];
}

/**
 * What was changed after a finding was last raised, until the next round; until now when there is none, or when the
 * finding is still open. Undefined when the finding is not about the code of a round that git has.
 */
export function fixOf(review: Compared, finding: LedgerFinding): Comparison | undefined {
  const raised = finding.raised.at(-1)?.round;
  if (raised === undefined || finding.document !== null || isCollab(finding)) return undefined;
  const kept = withTrees(review.rounds);
  const before = kept.findLast(({ n }) => n === raised);
  const next = finding.state === 'fixed' ? kept.find(({ n }) => n > raised) : undefined;
  return before && { before, after: next ?? now };
}

export function comparisonText({ before, after }: Comparison, t: Translate): string {
  return t('{0} ↔ {1}', sideName(before, t), sideName(after, t));
}

export function sideName(side: CodeSide, t: Translate): string {
  switch (side.kind) {
    case 'base':
      return t('Base');
    case 'approved':
      return t('Approved');
    case 'round':
      return t('Round {0}', String(side.n));
    case 'now':
      return t('Current');
    default: {
      const unreachable: never = side;
      return unreachable;
    }
  }
}

type RoundCode = StoredCode & { kind: 'round' };

function withTrees(rounds: readonly Pick<Round, 'n' | 'tree'>[]): RoundCode[] {
  return rounds.flatMap(({ n, tree }) => (tree === null ? [] : [{ kind: 'round', n, tree }]));
}

function betweenRounds({ change, rounds }: Compared): Comparison[] {
  const kept = withTrees(rounds);
  return kept.flatMap((after, index) => {
    const before = index > 0 ? kept[index - 1] : change && ({ kind: 'base', tree: change.base } as const);
    return before ? [{ before, after }] : [];
  });
}
