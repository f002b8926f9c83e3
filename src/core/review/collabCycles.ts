// Which of collab's cycles concern the checked-out code.

import type { LedgerFinding } from '../findings/ledgerFinding.ts';
import type { ProjectEvent } from '../project/event.ts';
import { type Cycle, reduceCycles } from './cycle.ts';

/** The cycles of this branch and of the current collab session, so that a new branch during the session loses none. */
export function collabCycles(events: readonly ProjectEvent[], cycles: readonly Cycle[], branch: string): Cycle[] {
  const ofSession = sessionCycles(events);
  return cycles.filter((cycle) => cycle.collab !== null && (cycle.branch === branch || ofSession.has(cycle.id)));
}

/** Collab's findings in these cycles. */
export function collabFindings(events: readonly ProjectEvent[], branch: string): readonly LedgerFinding[] {
  return collabCycles(events, reduceCycles(events).all, branch).flatMap(({ findings }) => findings);
}

function sessionCycles(events: readonly ProjectEvent[]): ReadonlySet<string> {
  const turn = events.findLastIndex((event) => event.event === 'collab' && turns.includes(event.what));
  const last = events[turn];
  if (last?.event !== 'collab' || last.what !== 'started') return new Set();
  const asked = events.slice(turn + 1);
  return new Set(asked.flatMap((event) => (event.event === 'requested' && event.collab ? [event.cycle] : [])));
}

const turns: readonly string[] = ['started', 'cancelled', 'completed'];
