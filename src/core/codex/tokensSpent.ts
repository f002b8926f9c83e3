// The tokens of one run. Codex reports the total of the whole thread, so Party subtracts the previous total.

import type { ProjectEvent } from '../project/event.ts';

/** Null when Codex does not report a total. */
export function tokensSpent(
  events: readonly ProjectEvent[],
  thread: string | null,
  threadTokens: number | null,
): number | null {
  if (threadTokens === null) return null;
  const before = thread === null ? 0 : lastSum(events, thread);
  // A smaller total means that Codex started counting again: all of it is new.
  return threadTokens < before ? threadTokens : threadTokens - before;
}

/** The next total includes runs that failed before they reported one. */
function lastSum(events: readonly ProjectEvent[], thread: string): number {
  const last = events.findLast(
    (event) => event.event === 'spent' && event.thread === thread && event.threadTokens !== null,
  );
  return last?.event === 'spent' ? (last.threadTokens ?? 0) : 0;
}
