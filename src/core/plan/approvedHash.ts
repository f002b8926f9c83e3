// Which plan the project log calls approved. Any program can write approval.json, since it is in the project. An
// approval.json that the log does not know is reported, and does not start a new cycle.

import type { ProjectEvent } from '../project/event.ts';

/**
 * Undefined when no plan is approved: there was no approval, it was withdrawn, or the gate was started again after it.
 */
export function approvedHash(events: readonly ProjectEvent[]): string | undefined {
  let hash: string | null = null;
  for (const event of events) {
    if (event.event !== 'plan') continue;
    if (event.what === 'approved' || event.what === 'forced') hash = event.hash;
    else if (event.what === 'withdrawn' || event.what === 'started') hash = null;
  }
  return hash ?? undefined;
}
