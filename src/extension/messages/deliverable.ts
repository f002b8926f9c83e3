import { isMessageOnItsWay } from '../../core/messages/messageTrouble.ts';
import type { Party } from '../app/snapshot.ts';
import { receiverOf } from '../session/sessionRows.ts';

/**
 * The messages that wait although nothing that we can see keeps them from being delivered; and those that an agent has
 * taken which is idle: its turn is over, and when it failed, or a person interrupted it, only a look finds that out.
 */
export function deliverable(party: Party): string[] {
  return party.status.messages.flatMap((message) => {
    const agent = receiverOf(party, message);
    const ready = agent?.state === 'idle' && !party.inCopyMode.includes(agent.role);
    if (!ready) return [];
    return isMessageOnItsWay(message) ? [message.id] : message.inTurn ? [`${message.id} taken`] : [];
  });
}
