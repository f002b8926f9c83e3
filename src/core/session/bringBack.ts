// How to bring back an agent whose program has ended. It does not restart by itself, and its pane keeps the last
// output.

import { untilText } from '../agents/limits/limitText.ts';
import { ageText } from '../base/age.ts';
import type { Remark } from '../base/remark.ts';
import { type AgentRole, roleLabels } from '../base/role.ts';
import type { Translate } from '../base/translate.ts';
import type { PartyStatus } from './partyStatus.ts';
import type { EndedParty } from './sessionRecord.ts';

/** A restart brings back exactly these agents, with their conversations. */
export function ended(roles: readonly AgentRole[]): Remark {
  const names = roles.map((role) => roleLabels[role]).join(' and ');
  return {
    problem: `${names} ${roles.length === 1 ? 'has' : 'have'} ended`,
    next: roles.map((role) => ({ act: 'restartAgent', role })),
  };
}

/** The agents of a running party that have ended. */
export function endedAgents({ session, agents }: PartyStatus): AgentRole[] {
  if (session === null) return [];
  return agents.flatMap(({ role, state }) => (role !== 'shell' && state === 'dead' ? [role] : []));
}

/** The agent that a restart would help most: one that has ended, else one that has no pane or no program. */
export function agentToRestart(status: PartyStatus): AgentRole | undefined {
  const [gone] = endedAgents(status);
  if (gone !== undefined || status.session === null) return gone;
  return status.agents.flatMap(({ role, state }) => (role !== 'shell' && state === 'absent' ? [role] : []))[0];
}

/** The same agent, when its program has to be installed first: until then, a restart is refused. */
export function agentToInstall(status: PartyStatus): AgentRole | undefined {
  const role = agentToRestart(status);
  return status.agents.some((agent) => agent.role === role && agent.missing) ? role : undefined;
}

/** What a restore would bring back: the party, how long ago it ended, and the conversations. */
export function endedPartyText(
  { title, id, at, unexpected, conversations }: EndedParty,
  now: number,
  t: Translate,
): string {
  const name = title === '' ? id : `${title} (${id})`;
  const age = ageText(now - Date.parse(at));
  const end = unexpected ? t('{0} ended unexpectedly {1} ago', name, age) : t('{0} was stopped {1} ago', name, age);
  return `${end}, ${conversationsText(conversations, t)}`;
}

/** A start offers to bring it back. After a stop, the user wants a new one. */
export function isOffered({ unexpected, restorable }: EndedParty): boolean {
  return unexpected && restorable;
}

/**
 * When a party ended unexpectedly. The end itself leaves no trace: without a window that saw it, only the last sign of
 * the party is known. `seenAt` in milliseconds since 1970.
 */
export function partyEndText(
  ended: Pick<EndedParty, 'at'>,
  seenAt: number | undefined,
  now: number,
  t: Translate,
): string {
  const time = untilText(timeOf(ended, seenAt), now);
  if (seenAt !== undefined) return t('The party ended unexpectedly at {0}', time);
  return t('The party ended unexpectedly. The last sign of it is from {0}', time);
}

/** The same beside a title. */
export function endMark(ended: Pick<EndedParty, 'at'>, seenAt: number | undefined, now: number, t: Translate): string {
  const time = untilText(timeOf(ended, seenAt), now);
  return seenAt === undefined ? t('the party ended after {0}', time) : t('the party ended at {0}', time);
}

function timeOf({ at }: Pick<EndedParty, 'at'>, seenAt: number | undefined): string {
  return seenAt === undefined ? at : new Date(seenAt).toISOString();
}

/** `with the conversations of Claude and Codex`. */
export function conversationsText(roles: readonly AgentRole[], t: Translate): string {
  const [first, second] = roles.map((role) => roleLabels[role]);
  if (first === undefined) return t('without a conversation');
  return second === undefined
    ? t('with the conversation of {0}', first)
    : t('with the conversations of {0} and {1}', first, second);
}
