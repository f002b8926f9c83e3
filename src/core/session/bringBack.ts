// How to bring back an agent whose program has ended. It does not restart by itself, and its pane keeps the last
// output.

import type { Remark } from '../base/remark.ts';
import { type AgentRole, roleLabels } from '../base/role.ts';
import type { PartyStatus } from './partyStatus.ts';

/** Stopping and restoring the party brings them back; an agent that still runs resumes its conversation too. */
export function ended(roles: readonly AgentRole[], id: string): Remark {
  const names = roles.map((role) => roleLabels[role]).join(' and ');
  return { problem: `${names} ${roles.length === 1 ? 'has' : 'have'} ended`, next: [{ act: 'bringBack', id }] };
}

/** The agents of a running party that have ended. */
export function endedAgents({ session, agents }: PartyStatus): AgentRole[] {
  if (session === null) return [];
  return agents.flatMap(({ role, state }) => (role !== 'shell' && state === 'dead' ? [role] : []));
}
