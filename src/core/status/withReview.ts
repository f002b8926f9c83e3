// The review's part of the status.

import { reviewer } from '../base/role.ts';
import type { Review } from '../review/review.ts';
import { paneStandstill, partyOfFindings, waitingRound } from '../review/standstill.ts';
import type { Status } from './status.ts';

export interface Around {
  /** The project's running parties; only the status's own party when omitted. */
  readonly parties?: readonly Status[];
  /** Milliseconds since 1970; without it no agent counts as idle. */
  readonly now?: number;
  /** Takes a process identity; without it no process counts as running. */
  readonly isRunning?: (identity: string) => boolean;
}

export function withReview(status: Status, review: Review, around: Around = {}): Status {
  const { missing, change } = review;
  const { arrived, ...known } = review.status;
  const standstill = review.status.standstill ?? standstillIn(status, review, around);
  return {
    ...status,
    review: {
      ...known,
      ...(arrived === undefined || isBeingWritten(status, review) ? {} : { arrived }),
      ...(standstill === null ? {} : { standstill }),
      // Codex cannot answer while the request is held until the end of a limit.
      ...(isHeld(status, review) ? { overdue: false } : {}),
    },
    gates: {
      ...status.gates,
      missing: change?.docsOnly ? [] : missing,
      policy: review.policy,
      ...(review.passes.length === 0 ? {} : { passes: review.passes }),
    },
    budget: budgetStatus(review),
    ...(review.log === undefined ? {} : { log: review.log }),
  };
}

function isHeld({ messages }: Status, { rounds }: Review): boolean {
  const request = waitingRound(rounds)?.request;
  return messages.some(({ id, state }) => id === request && state === 'held');
}

/** The reviewer is in its turn: it may write more, and its word comes at the end. */
function isBeingWritten({ session, agents }: Status, { rounds, status: { arrived } }: Review): boolean {
  const round = waitingRound(rounds);
  if (round === undefined || arrived === undefined || arrived.state === 'proven') return false;
  const isOwn = session !== null && partyOfFindings(round.file) === session.id;
  return isOwn && agents.some(({ role, state }) => role === reviewer && state === 'busy');
}

/** For a round that was sent to a pane. */
function standstillIn(status: Status, { rounds, status: { kind } }: Review, around: Around) {
  const { parties, now = Number.NaN, isRunning = () => false } = around;
  const round = kind === 'requested' ? waitingRound(rounds) : undefined;
  const id = round === undefined || round.headless ? undefined : partyOfFindings(round.file);
  if (round === undefined || id === undefined) return null;
  const party = (parties ?? [status]).find(({ session }) => session?.id === id);
  return paneStandstill(round, party, { now, isRunning });
}

/** For all requests to Codex. `left` is the number of rounds left by the change's own limit or the overall limit. */
function budgetStatus(review: Review): Status['budget'] {
  const { budget, spending } = review;
  const { tokens, limits, exhausted } = spending;
  // A round that Codex is working on has no verdict yet, but it counts.
  const rounds = spending.rounds + (waitingRound(review.rounds) === undefined ? 0 : 1);
  const left = exhausted === null ? Math.min(budget.limit - budget.used, limits.rounds - rounds) : 0;
  return { rounds, minutes: Math.floor(spending.minutes), tokens, left: Math.max(0, left), limits, exhausted };
}
