// Why the Findings view is empty, or that it is not: each reason has its own words in package.json.

import type { Snapshot } from '../app/snapshot.ts';

export type FindingsSituation =
  | 'noFolder'
  | 'untrusted'
  | 'notGit'
  | 'noReview'
  | 'reviewing'
  | 'clean'
  | 'filtered'
  | 'some';

/** `all` findings, of which the filter lets `shown` through. */
export function findingsSituation(
  { folders, trusted, reviews }: Snapshot,
  { all, shown }: { readonly all: number; readonly shown: number },
): FindingsSituation {
  if (folders.length === 0) return 'noFolder';
  if (!trusted) return 'untrusted';
  if (shown > 0) return 'some';
  if (all > 0) return 'filtered';
  if (reviews.some(({ review }) => review.status.kind === 'requested')) return 'reviewing';
  if (reviews.some(({ review }) => review.rounds.some((round) => round.receivedAt !== null))) return 'clean';
  const isAnywhere = reviews.length === 0 || reviews.some(({ review }) => review.change !== null);
  return isAnywhere ? 'noReview' : 'notGit';
}
