// Keeps the list of tmux sessions, and asks tmux again only where an old list could do harm.

import type { Session } from '../../core/tmux/pane.ts';
import { elapsedMs } from '../system/clock.ts';
import type { Tmux } from '../tmux/tmux.ts';

/** Where nothing is typed, a look of a moment ago is as good as another call of tmux. */
const recentMs = 500;

/** Looks at the sessions now, or takes what the last look saw. `seen` is what the caller has just seen. */
export function recentLook(tmux: Pick<Tmux, 'sessions'>, seen?: Session[]) {
  let last = seen === undefined ? undefined : { at: elapsedMs(), sessions: Promise.resolve(seen) };
  return (how: 'now' | 'recently' = 'now'): Promise<Session[]> => {
    if (how === 'now' || last === undefined || elapsedMs() - last.at >= recentMs) {
      last = { at: elapsedMs(), sessions: tmux.sessions() };
    }
    return last.sessions;
  };
}
