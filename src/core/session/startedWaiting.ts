import type { AgentStatus } from '../agents/agent.ts';
import type { PartyStatus } from './partyStatus.ts';

export interface Waiter {
  /** The name of the session. */
  readonly session: string;
  readonly agent: AgentStatus;
}

/**
 * The agents that have begun to wait for the human since the last look, for one notification each. Agents of a new
 * party do not count: their earlier state is unknown, and the user sees the start on the screen anyway.
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
