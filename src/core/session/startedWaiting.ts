import type { AgentStatus } from '../agents/agent.ts';
import type { PartyStatus } from './partyStatus.ts';

export interface Waiter {
  /** The name of the session. */
  readonly session: string;
  readonly agent: AgentStatus;
}

/**
 * The agents that wait for the human now and did not at the look before: a notification is for the moment when something
 * begins. Of a party that was not there before it is not known what began, and its start is on the screen anyway.
 */
export function startedWaiting(before: readonly PartyStatus[], after: readonly PartyStatus[]): Waiter[] {
  return after.flatMap(({ session, agents }) => {
    const known = before.find((status) => session !== null && status.session?.name === session.name);
    if (session === null || known === undefined) return [];
    return agents
      .filter((agent) => agent.state === 'waiting' && !wasWaiting(known, agent))
      .map((agent) => ({ session: session.name, agent }));
  });
}

function wasWaiting({ agents }: PartyStatus, { role }: AgentStatus): boolean {
  return agents.some((agent) => agent.role === role && agent.state === 'waiting');
}
