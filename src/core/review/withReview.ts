// The review's part of the status.

import type { Status } from '../status.ts';
import { awaitedFile } from './nextActs.ts';
import type { Review } from './review.ts';

export function withReview(status: Status, review: Review): Status {
  const { missing, change } = review;
  return {
    ...status,
    review: review.status,
    gates: { ...status.gates, missing: change?.docsOnly ? [] : missing },
    budget: budgetStatus(review),
  };
}

/** Of all loops; `left` is what there may still be of rounds, by the limit of the change or by that of all of them. */
function budgetStatus(review: Review): Status['budget'] {
  const { budget, spending } = review;
  const { tokens, limits, exhausted } = spending;
  // A round that is with Codex has no verdict yet, but it was asked for.
  const rounds = spending.rounds + (awaitedFile(review) === undefined ? 0 : 1);
  const left = exhausted === null ? Math.min(budget.limit - budget.used, limits.rounds - rounds) : 0;
  return { rounds, minutes: Math.floor(spending.minutes), tokens, left: Math.max(0, left), limits, exhausted };
}
