// What one run has spent. Codex reports the sum of the whole thread, so that what was known of it before is subtracted.

import type { ProjectEvent } from '../project/event.ts';

/** Null when Codex did not say. */
export function tokensSpent(
  events: readonly ProjectEvent[],
  thread: string | null,
  threadTokens: number | null,
): number | null {
  if (threadTokens === null) return null;
  const before = thread === null ? 0 : lastSum(events, thread);
  // A sum that went back was begun anew: all of it is new.
  return threadTokens < before ? threadTokens : threadTokens - before;
}

/** Runs that failed before they said anything are in the next sum. */
function lastSum(events: readonly ProjectEvent[], thread: string): number {
  const last = events.findLast(
    (event) => event.event === 'spent' && event.thread === thread && event.threadTokens !== null,
  );
  return last?.event === 'spent' ? (last.threadTokens ?? 0) : 0;
}
