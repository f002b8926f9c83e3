import { isMessageOnItsWay } from '../core/messageTrouble.ts';
import { receiverOf } from './rows.ts';
import type { Party } from './snapshot.ts';

/** The messages that wait although nothing that we can see keeps them from being delivered. */
export function deliverable(party: Party): string[] {
  return party.status.messages
    .filter((message) => {
      const agent = receiverOf(party, message);
      const ready = agent?.state === 'idle' && !party.inCopyMode.includes(agent.role);
      return ready && isMessageOnItsWay(message);
    })
    .map((message) => message.id);
}
