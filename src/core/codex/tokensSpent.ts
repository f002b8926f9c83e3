// The tokens of one run. Codex reports the total of the whole thread, so Party subtracts the previous total.

/** `before` is the last total of the thread. Null when Codex does not report a total. */
export function tokensSpent(before: number, threadTokens: number | null): number | null {
  if (threadTokens === null) return null;
  // A smaller total means that Codex started counting again: all of it is new.
  return threadTokens < before ? threadTokens : threadTokens - before;
}
