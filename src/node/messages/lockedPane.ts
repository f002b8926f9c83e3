// The pane of an agent, looked at under the lock of its deliveries, for a key that a person presses from the editor.

import { refused } from '../../core/base/errors.ts';
import { type AgentRole, roleLabels } from '../../core/base/role.ts';
import { english } from '../../core/base/translate.ts';
import { scrollingText } from '../../core/messages/messageText.ts';
import { findSession, resolveRole } from '../../core/session/routing.ts';
import type { LocatedPane } from '../../core/tmux/pane.ts';
import { stateDirectory } from '../project/paths.ts';
import type { TmuxMachine } from '../tmux/tmuxMachine.ts';
import { withMailboxLock } from './mailboxLock.ts';

/** Throws when the party or the pane is not there, or the pane takes no keys. */
export async function withAgentPane<T>(
  { paths, tmux }: Pick<TmuxMachine, 'paths' | 'tmux'>,
  party: string,
  role: AgentRole,
  press: (place: LocatedPane) => Promise<T>,
): Promise<T> {
  const lock = { what: `The pane of ${role}`, waitMs: 5000 };
  return withMailboxLock(stateDirectory(paths, party), `to-${role}`, lock, async () => {
    const session = findSession(await tmux.sessions(), party);
    if (session === undefined) throw refused('The party has ended');
    const pane = resolveRole(session, role);
    const name = roleLabels[role];
    if (pane.dead) throw refused(`${name} has ended`, { act: 'restartAgent' });
    if (pane.inMode) throw refused(`Nothing was sent: ${scrollingText(role, english)}`);
    if (pane.synchronized) throw refused('Nothing was sent: tmux sends keys to every pane of the window');
    if (pane.byHand) throw refused(`${name} was started by hand, without Party`);
    return press({ session, pane });
  });
}
