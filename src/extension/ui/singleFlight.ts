/**
 * Runs `work` one at a time. Whoever asks while it runs gets one more run after it, shared by all who asked meanwhile:
 * the promise always stands for a run that began after the question.
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
      .catch(() => {}) // told to those who asked for that run
      .then(() => {
        queued = undefined;
        return begin();
      });
    return queued;
  };
}
