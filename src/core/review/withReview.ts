// The review's part of the status.

import type { Status } from '../status.ts';
import type { Review } from './review.ts';

export function withReview(status: Status, { status: review, missing, change, budget, rounds }: Review): Status {
  const [first] = rounds;
  const minutes =
    first === undefined ? 0 : Math.max(0, (Date.parse(lastTime(rounds)) - Date.parse(first.requestedAt)) / 60_000);
  return {
    ...status,
    review,
    gates: { ...status.gates, missing: change?.docsOnly ? [] : missing },
    budget: {
      ...status.budget,
      rounds: budget.used,
      minutes: Math.round(minutes),
      left: Math.max(0, budget.limit - budget.used),
    },
  };
}

function lastTime(rounds: Review['rounds']): string {
  const last = rounds.at(-1);
  return last?.receivedAt ?? last?.requestedAt ?? '';
}
