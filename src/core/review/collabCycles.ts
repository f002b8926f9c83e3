// Which of collab's cycles concern the code that is checked out.

import type { LedgerFinding } from '../findings/ledgerFinding.ts';
import type { ProjectEvent } from '../project/event.ts';
import { type Cycle, reduceCycles } from './cycle.ts';

/** Those of this branch, and those of the session that is on: a branch that is made in the middle of it takes none away. */
export function collabCycles(events: readonly ProjectEvent[], cycles: readonly Cycle[], branch: string): Cycle[] {
  const ofSession = sessionCycles(events);
  return cycles.filter((cycle) => cycle.collab !== null && (cycle.branch === branch || ofSession.has(cycle.id)));
}

/** What collab has found in them. */
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
