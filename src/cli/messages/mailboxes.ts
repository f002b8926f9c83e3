// The mailboxes that a person can read from here: the party's, and the one of the registered agents.

import { isPartyError } from '../../core/base/errors.ts';
import { deliverToEach, type Waiting } from '../../node/messages/deliver.ts';
import { openTeam, registeredAgents } from '../../node/messages/registryTargets.ts';
import { drain, openPost, type SendTarget } from '../../node/messages/send.ts';
import type { Cli } from '../party/cli.ts';

export interface OpenMailbox extends SendTarget {
  /** Delivers what it can now; returns what still waits, and why. */
  drain(): Promise<Waiting[]>;
}

/** Returns at least one; with neither it throws the reason why there is no party. */
export async function openMailboxes(cli: Cli): Promise<OpenMailbox[]> {
  const registered = await openRegistered(cli);
  try {
    const post = await openPost(cli);
    return [{ ...post, drain: () => drain(post) }, ...registered];
  } catch (error) {
    if (registered.length > 0 && isPartyError(error, 'NO_SESSION')) return registered;
    throw error;
  }
}

async function openRegistered(cli: Cli): Promise<OpenMailbox[]> {
  const config = await cli.config(cli.cwd);
  const agents = registeredAgents(config);
  if (agents.length === 0) return [];
  const delivery = await openTeam(cli, config);
  return [{ session: undefined, delivery, drain: () => deliverToEach(delivery, agents) }];
}
