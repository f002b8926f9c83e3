// How to bring back an agent whose program has ended. It does not restart by itself, and its pane keeps the last
// output.

import { type AgentRole, roleLabels } from '../base/role.ts';
import type { PartyStatus } from './partyStatus.ts';

/** One line for a shell. The other agent resumes its conversation too. */
export function bringBackCommand(id: string): string {
  return `party stop ${id} && party restore ${id}`;
}

/** `Codex has ended. Bring it back with: …`. */
export function endedText(roles: readonly AgentRole[], id: string): string {
  const names = roles.map((role) => roleLabels[role]).join(' and ');
  const [have, it] = roles.length === 1 ? ['has', 'it'] : ['have', 'them'];
  return `${names} ${have} ended. Bring ${it} back with: ${bringBackCommand(id)}`;
}

/** The agents of a running party that have ended. */
export function endedAgents({ session, agents }: PartyStatus): AgentRole[] {
  if (session === null) return [];
  return agents.flatMap(({ role, state }) => (role !== 'shell' && state === 'dead' ? [role] : []));
}
