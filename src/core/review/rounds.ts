// The rounds of a change for all views, and how many findings each left open.

import type { Cycle } from './cycle.ts';
import type { Review, Round } from './review.ts';
import { waitingRound } from './standstill.ts';

export function roundsOf({ asked }: Cycle): Round[] {
  const firstAt = new Map<string, number>();
  return asked.map((one, index) => {
    const { event, left } = one;
    const earlier = firstAt.get(event.hash) ?? index;
    firstAt.set(event.hash, earlier);
    return {
      n: event.round,
      request: event.request,
      requestedAt: event.at,
      receivedAt: one.receivedAt,
      origin: one.origin,
      unproven: one.unproven === null ? null : (one.unproven.event.sha256 ?? ''),
      title: event.title,
      delta: event.delta,
      headless: event.headless,
      runner: event.runner ?? null,
      hash: event.hash,
      tree: event.tree,
      outcome: one.outcome,
      targeted: one.targeted,
      blind: one.blind,
      found: one.found,
      foundNew: one.foundNew,
      foundBlocking: one.foundBlocking,
      resolved: one.openThen - left.open,
      open: left.open,
      openBlocking: left.blocking,
      // The same code as in the previous round is not a return.
      sameAs: earlier < index - 1 ? (asked[earlier]?.event.round ?? null) : null,
      file: event.file,
    };
  });
}

/** The tree of the approved code; null when nothing is approved, or when git could not make a tree. */
export function approvedTree({ approved, asked }: Pick<Cycle, 'approved' | 'asked'>): string | null {
  if (approved === null) return null;
  return approved.tree ?? asked.findLast(({ event }) => event.hash === approved.hash)?.event.tree ?? null;
}

/** Rounds since the last approval. */
export function roundsUsed({ asked }: Cycle): number {
  return asked.length - 1 - asked.findLastIndex((one) => one.outcome === 'approved');
}

/** True when another round needs a human's permission. Repeating an unanswered request takes no other round. */
export function areRoundsUsedUp({ budget, rounds }: Pick<Review, 'budget' | 'rounds'>): boolean {
  return budget.used - (waitingRound(rounds) === undefined ? 0 : 1) >= budget.limit;
}
