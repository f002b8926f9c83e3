// For verbs that wait for another program: a signal to us also stops that program, and the verb undoes what it began.

export interface Interruption {
  readonly signal: AbortSignal;
  release(): void;
}

/** With `attached`, the end of standard input counts as a signal too: it means that the caller has ended. */
export function interruption({ attached = false }: { attached?: boolean } = {}): Interruption {
  const controller = new AbortController();
  const stop = () => controller.abort();
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  for (const name of signals) process.on(name, stop);
  if (attached) process.stdin.on('end', stop).on('error', stop).resume();
  return {
    signal: controller.signal,
    release() {
      for (const name of signals) process.off(name, stop);
      if (attached) process.stdin.off('end', stop).off('error', stop).pause();
    },
  };
}
