// Finds panes by tmux-team's names: `%3`, `1.0` (window and pane of the current session), `work:1.0`.

import { PartyError } from '../base/errors.ts';
import type { LocatedPane, Pane, Session } from '../tmux/pane.ts';

export function findPane(sessions: readonly Session[], name: string, ownPane: string | undefined): LocatedPane {
  const [, sessionName, window, index] = /^(?:(.+):)?(\d+)\.(\d+)$/.exec(name) ?? [];
  const matches = (pane: Pane) =>
    window === undefined ? pane.id === name : pane.window === Number(window) && pane.index === Number(index);
  const own = sessions.filter((session) => session.panes.some((pane) => pane.id === ownPane));
  const candidates =
    sessionName !== undefined
      ? sessions.filter((session) => session.name === sessionName)
      : window === undefined || own.length === 0
        ? sessions
        : own;
  const found = candidates.flatMap((session) =>
    session.panes.filter((pane) => matches(pane)).map((pane) => ({ session, pane })),
  );
  const [first, ...others] = found;
  if (first === undefined) throw new PartyError('PANE_NOT_FOUND', `there is no pane ${name}. See: tmux list-panes -a`);
  // tmux lists the same pane once for each session of a group.
  if (others.some(({ pane }) => pane.id !== first.pane.id)) {
    const names = found.map(({ session }) => `${session.name}:${name}`).join(', ');
    throw new PartyError('PANE_NOT_FOUND', `the pane ${name} is in several sessions: ${names}. Name one of them`);
  }
  return first;
}
