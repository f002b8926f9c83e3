// Updates the messages that the agents of a party have taken, for commands that only read.

import { isPartyError } from '../../core/base/errors.ts';
import { agentRoles } from '../../core/base/role.ts';
import type { TmuxMachine } from '../tmux/tmuxMachine.ts';
import { openPost } from './send.ts';
import { settleTurns } from './settleTurns.ts';

/** Needed because a failed turn reports nothing. Without a party, or with several, the journal stays as it is. */
export async function settleParty(machine: TmuxMachine): Promise<void> {
  try {
    const { delivery } = await openPost(machine);
    await Promise.all(agentRoles.map((role) => settleTurns(delivery, role)));
  } catch (error) {
    if (!isPartyError(error)) throw error;
  }
}
