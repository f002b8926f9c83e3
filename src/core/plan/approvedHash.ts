// Which plan is approved by what the project's log says. The file approval.json is in the project, where every program can
// write: one that nobody is known to have given is told to whoever looks, and begins no new cycle.

import type { ProjectEvent } from '../project/event.ts';

/** Undefined when none is: nobody has approved one, or what was approved was withdrawn or belongs to the time before. */
export function approvedHash(events: readonly ProjectEvent[]): string | undefined {
  let hash: string | null = null;
  for (const event of events) {
    if (event.event !== 'plan') continue;
    if (event.what === 'approved' || event.what === 'forced') hash = event.hash;
    else if (event.what === 'withdrawn' || event.what === 'started') hash = null;
  }
  return hash ?? undefined;
}
