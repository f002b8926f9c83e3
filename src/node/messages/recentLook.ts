// Keeps the list of tmux sessions, and asks tmux again only where an old list could do harm.

import type { Session } from '../../core/tmux/pane.ts';
import { elapsedMs } from '../system/clock.ts';
import type { Tmux } from '../tmux/tmux.ts';

/** Where nothing is typed, a look of a moment ago is as good as another call of tmux. */
const recentMs = 500;

/**
 * Looks at the sessions now, or takes what the last look saw. `seen` is what the caller has just seen. `last` never asks
 * tmux: it has what was seen a moment ago, or nothing.
 */
export function recentLook(tmux: Pick<Tmux, 'sessions'>, seen?: Session[]) {
  let made = seen === undefined ? undefined : { at: elapsedMs(), sessions: Promise.resolve(seen) };
  const last = () => (made !== undefined && elapsedMs() - made.at < recentMs ? made.sessions : undefined);
  const look = (how: 'now' | 'recently' = 'now'): Promise<Session[]> => {
    const recent = how === 'now' ? undefined : last();
    if (recent !== undefined) return recent;
    made = { at: elapsedMs(), sessions: tmux.sessions() };
    return made.sessions;
  };
  return Object.assign(look, { last });
}
