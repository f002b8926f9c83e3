// For verbs that wait for another program: whoever stops us stops that program, too, and what was begun is taken back.

export interface Interruption {
  readonly signal: AbortSignal;
  release(): void;
}

/** With `attached` also the end of standard input counts: whoever started us is gone. */
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
