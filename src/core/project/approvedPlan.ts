// Which plan the project log calls approved. Any program can write approval.json, and a repository can bring one, since
// it is in the project. An approval.json that the log does not know is shown, and approves nothing.

import type { EventOf } from './event.ts';

/** Null when no plan is approved: there was no approval, it was withdrawn, or the gate was started again after it. */
export function approvedPlan(before: string | null, { what, hash }: EventOf<'plan'>): string | null {
  if (what === 'approved' || what === 'forced') return hash;
  return what === 'withdrawn' || what === 'started' ? null : before;
}
