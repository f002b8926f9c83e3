// Updates the messages that the agents of a party have taken, for commands that only read.

import { isPartyError } from '../../core/base/errors.ts';
import { agentRoles } from '../../core/base/role.ts';
import type { TmuxMachine } from '../tmux/tmuxMachine.ts';
import type { Delivery } from './attempt.ts';
import { lookForLimit } from './lastTurn.ts';
import { openPost, relayReminders } from './send.ts';
import { noPane, settleTurns } from './settleTurns.ts';

/**
 * Needed because a failed turn reports nothing. Without a party, or with several, the journal stays as it is. `bundles`
 * is the folder with the relay's program.
 */
export async function settleParty(machine: TmuxMachine, bundles?: string): Promise<void> {
  try {
    const post = await openPost(machine);
    const { delivery } = post;
    await Promise.all(agentRoles.map((role) => settleTurns(delivery, role)));
    await Promise.all(agentRoles.map((role) => lookAt(delivery, role)));
    if (bundles !== undefined) await relayReminders(post, bundles);
  } catch (error) {
    if (!isPartyError(error)) throw error;
  }
}

/** A turn that a person began may have met a limit too. */
async function lookAt({ env, locate }: Delivery, role: string): Promise<void> {
  const place = await locate(role, 'recently').catch(noPane);
  if (place !== undefined) await lookForLimit(env, place);
}
