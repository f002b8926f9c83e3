import type { Disposable } from '../../core/base/event.ts';

export interface Paced extends Disposable {
  /** Runs the work now, or as soon as it may run again. */
  nudge(): void;
}

/** Runs work one at a time, starting at most once per `everyMs`; all nudges in the meantime lead to one more run. */
export function paced(work: () => Promise<void>, everyMs: number): Paced {
  let timer: NodeJS.Timeout | undefined;
  let running = false;
  let wanted = false;
  let disposed = false;
  let mayBeginAt = 0;

  function plan(): void {
    if (disposed || running || timer !== undefined || !wanted) return;
    timer = setTimeout(begin, Math.max(0, mayBeginAt - Date.now()));
  }

  function begin(): void {
    timer = undefined;
    wanted = false;
    running = true;
    mayBeginAt = Date.now() + everyMs;
    void work().finally(() => {
      running = false;
      plan();
    });
  }

  return {
    nudge() {
      wanted = true;
      plan();
    },
    dispose() {
      disposed = true;
      clearTimeout(timer);
    },
  };
}
