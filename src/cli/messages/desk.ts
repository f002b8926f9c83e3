// The mailboxes that a person can look into from here: that of the party, and that of the registered agents.

import { isPartyError } from '../../core/base/errors.ts';
import type { Message } from '../../core/messages/message.ts';
import { type Delivery, deliverTo, type Waiting } from '../../node/messages/deliver.ts';
import type { Draft } from '../../node/messages/mailbox.ts';
import { openTeam, registeredAgents } from '../../node/messages/registryTargets.ts';
import { drain, openPost, send } from '../../node/messages/send.ts';
import type { Host } from '../party/host.ts';

export interface Desk {
  readonly delivery: Delivery;
  /** Delivers what can be delivered now; answers with what waits, and why. */
  drain(): Promise<Waiting[]>;
  send(draft: Draft): Promise<{ message: Message; waiting?: Waiting }>;
}

/** At least one; with neither it says why there is no party. */
export async function openDesks(host: Host): Promise<Desk[]> {
  const config = await host.config(host.cwd);
  const agents = registeredAgents(config);
  const team = agents.length === 0 ? [] : [teamDesk(await openTeam(host, config), agents)];
  try {
    return [await partyDesk(host), ...team];
  } catch (error) {
    if (team.length > 0 && isPartyError(error, 'NO_SESSION')) return team;
    throw error;
  }
}

async function partyDesk(host: Host): Promise<Desk> {
  const post = await openPost(host);
  return { delivery: post.delivery, drain: () => drain(post), send: (draft) => send(post, __dirname, draft) };
}

function teamDesk(delivery: Delivery, agents: readonly string[]): Desk {
  const drainAll = async () => {
    const waiting = await Promise.all(agents.map((agent) => deliverTo(delivery, agent)));
    return waiting.filter((one) => one !== undefined);
  };
  return {
    delivery,
    drain: drainAll,
    async send(draft) {
      const message = await delivery.mailbox.write(draft);
      const waiting = (await drainAll()).find((one) => one.message.to === draft.to);
      return waiting === undefined ? { message } : { message, waiting };
    },
  };
}
