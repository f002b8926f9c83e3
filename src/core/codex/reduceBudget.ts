// What Codex has cost since the budget began, added up from the project log. Events count in the order of the log, not
// by their times, so that a clock that jumps neither moves the start of the budget nor reduces the cost.

import { reviewer } from '../base/role.ts';
import type { Budget, BudgetLimits } from '../project/budget.ts';
import type { EventOf, ProjectEvent } from '../project/event.ts';

/** `now` in milliseconds since 1970. An event with a later time counts as happening now. */
export function reduceBudget(events: readonly ProjectEvent[], limits: BudgetLimits, now: number): Budget {
  const begin = beginning(events);
  const inPanes = new Map<string, number>();
  const answered = new Set<string>();
  let rounds = 0;
  let minutes = 0;
  let tokens = 0;
  for (const [index, event] of events.entries()) {
    const counts = index > begin;
    // The previous budget pays for the time of open requests up to this point.
    if (index === begin) for (const [id, since] of inPanes) inPanes.set(id, Math.max(since, timeOf(event, now)));
    switch (event.event) {
      case 'requested':
        // Headless runs record their own cost.
        if (isInPane(event)) inPanes.set(event.request, timeOf(event, now));
        break;
      case 'received': {
        if (answered.has(event.request)) break;
        answered.add(event.request);
        if (!counts) break;
        rounds += 1;
        minutes += minutesInPane(inPanes.get(event.request), event, now);
        break;
      }
      case 'plan':
        if (counts && isVerdict(event)) rounds += 1;
        break;
      case 'spent':
        if (!counts) break;
        minutes += Math.max(0, event.seconds) / 60;
        tokens += Math.max(0, event.tokens ?? 0);
        break;
      default:
    }
  }
  const used = { rounds, minutes, tokens };
  return { ...used, limits, exhausted: kinds.find((kind) => used[kind] >= limits[kind]) ?? null };
}

const kinds = ['rounds', 'minutes', 'tokens'] as const satisfies (keyof BudgetLimits)[];

/**
 * In minutes. The log has only the start and the end of Codex's time in a pane. In between, the user may be away for a
 * night, the machine may sleep, or the clock may jump.
 */
const longestInPane = 60;

/** A repeated approval without a new review does not start a new budget: otherwise an agent could renew it that way. */
function beginning(events: readonly ProjectEvent[]): number {
  const cycles = new Map<string, string>();
  const reviewed = new Set<string>();
  let begin = -1;
  for (const [index, event] of events.entries()) {
    if (event.event === 'requested' && event.collab === undefined) cycles.set(event.request, event.cycle);
    if (event.event === 'received') reviewed.add(cycles.get(event.request) ?? '');
    if (event.event === 'budget-renewed' || (event.event === 'approved' && reviewed.delete(event.cycle))) begin = index;
  }
  return begin;
}

function isInPane({ headless, collab }: EventOf<'requested'>): boolean {
  return !headless && collab === undefined;
}

/** A human's approval by hand costs nothing. */
function isVerdict({ what, actor }: EventOf<'plan'>): boolean {
  return actor === reviewer && (what === 'reviewed' || what === 'approved');
}

function minutesInPane(asked: number | undefined, answer: EventOf<'received'>, now: number): number {
  if (asked === undefined) return 0;
  const minutes = (timeOf(answer, now) - asked) / 60_000;
  // An unreadable time gives NaN, which counts as 0.
  return minutes > 0 ? Math.min(minutes, longestInPane) : 0;
}

function timeOf({ at }: { readonly at: string }, now: number): number {
  return Math.min(Date.parse(at), now);
}
