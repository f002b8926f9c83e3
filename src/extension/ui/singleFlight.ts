/**
 * Runs `work` one at a time. All calls during a run share one more run after it, so the promise always stands for a run
 * that began after the call.
 */
export function singleFlight(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined;
  let queued: Promise<void> | undefined;

  function begin(): Promise<void> {
    const run: Promise<void> = work().finally(() => {
      if (running === run) running = undefined;
    });
    running = run;
    return run;
  }

  return () => {
    if (running === undefined) return begin();
    queued ??= running
      .catch(() => {}) // reported to the callers of that run
      .then(() => {
        queued = undefined;
        return begin();
      });
    return queued;
  };
}
