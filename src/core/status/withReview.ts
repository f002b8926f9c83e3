// The review's part of the status.

import type { Review } from '../review/review.ts';
import { paneStandstill, partyOfFindings, waitingRound } from '../review/standstill.ts';
import type { Status } from './status.ts';

export interface Around {
  /** The project's parties that are running; the one of the status when left out. */
  readonly parties?: readonly Status[];
  /** Milliseconds since 1970; without it no agent is known to be idle. */
  readonly now?: number;
  /** Of a process, by its identity; without it no process is known to run. */
  readonly isRunning?: (identity: string) => boolean;
}

export function withReview(status: Status, review: Review, around: Around = {}): Status {
  const { missing, change } = review;
  const standstill = review.status.standstill ?? standstillIn(status, review, around);
  return {
    ...status,
    review: standstill === null ? review.status : { ...review.status, standstill },
    gates: { ...status.gates, missing: change?.docsOnly ? [] : missing },
    budget: budgetStatus(review),
  };
}

/** Of a round that was sent to a pane. */
function standstillIn(status: Status, { rounds, status: { kind } }: Review, around: Around) {
  const { parties, now = Number.NaN, isRunning = () => false } = around;
  const round = kind === 'requested' ? waitingRound(rounds) : undefined;
  const id = round === undefined || round.headless ? undefined : partyOfFindings(round.file);
  if (round === undefined || id === undefined) return null;
  const party = (parties ?? [status]).find(({ session }) => session?.id === id);
  return paneStandstill(round, party, { now, isRunning });
}

/** Of all loops; `left` is what there may still be of rounds, by the limit of the change or by that of all of them. */
function budgetStatus(review: Review): Status['budget'] {
  const { budget, spending } = review;
  const { tokens, limits, exhausted } = spending;
  // A round that is with Codex has no verdict yet, but it was asked for.
  const rounds = spending.rounds + (waitingRound(review.rounds) === undefined ? 0 : 1);
  const left = exhausted === null ? Math.min(budget.limit - budget.used, limits.rounds - rounds) : 0;
  return { rounds, minutes: Math.floor(spending.minutes), tokens, left: Math.max(0, left), limits, exhausted };
}
