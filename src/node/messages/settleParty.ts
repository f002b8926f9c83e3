// One look at what became of the messages that the agents of a party have taken, for those who only read.

import { isPartyError } from '../../core/base/errors.ts';
import { agentRoles } from '../../core/base/role.ts';
import type { TmuxMachine } from '../tmux/tmuxMachine.ts';
import { openPost } from './send.ts';
import { settleTurns } from './settleTurns.ts';

/** A failed turn tells nothing by itself. Without a party, or with several, everything stays as it was written down. */
export async function settleParty(machine: TmuxMachine): Promise<void> {
  try {
    const { delivery } = await openPost(machine);
    await Promise.all(agentRoles.map((role) => settleTurns(delivery, role)));
  } catch (error) {
    if (!isPartyError(error)) throw error;
  }
}
