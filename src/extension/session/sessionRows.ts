// The rows of the Session view as data. Commands get one as their argument when they are run from the view.

import type { AgentStatus } from '../../core/agents/agent.ts';
import type { MessageStatus } from '../../core/messages/messageStatus.ts';
import type { WaitingFacts } from '../../core/messages/messageText.ts';
import { isMessageOnItsWay } from '../../core/messages/messageTrouble.ts';
import type { Party, Snapshot } from '../app/snapshot.ts';
import { type CollabRow, collabChildren, collabParent, collabRows } from '../collab/collabRows.ts';
import { isPlanRow, type PlanRow, planChildren, planParent, planRows } from '../plan/planRows.ts';

export type Row = PartyRow | PlanRow | CollabRow;

export type PartyRow =
  | { readonly kind: 'party'; readonly party: Party }
  | { readonly kind: 'role'; readonly party: Party; readonly agent: AgentStatus }
  | { readonly kind: 'messages'; readonly party: Party }
  | { readonly kind: 'message'; readonly party: Party; readonly message: MessageStatus };

/** A single party needs no heading: its roles are the view; plan and collab stand before its messages, which are many. */
export function topRows(snapshot: Snapshot): Row[] {
  const { parties } = snapshot;
  const [only, ...others] = parties;
  const work: Row[] = [...planRows(snapshot), ...collabRows(snapshot)];
  if (only !== undefined && others.length === 0) return partyRows(only, work);
  return [...parties.map((party): Row => ({ kind: 'party', party })), ...work];
}

export function childRows(row: Row): Row[] {
  if (!isPartyRow(row)) return isPlanRow(row) ? planChildren(row) : collabChildren(row);
  if (row.kind === 'party') return partyRows(row.party);
  return row.kind === 'messages' ? messageRows(row.party) : [];
}

/** What VS Code has to open before it can show a row. */
export function parentRow(snapshot: Snapshot, row: Row): Row | undefined {
  if (!isPartyRow(row)) return isPlanRow(row) ? planParent(snapshot, row) : collabParent(snapshot, row);
  const { kind, party } = row;
  if (kind === 'message') return { kind: 'messages', party };
  return kind === 'party' || snapshot.parties.length === 1 ? undefined : { kind: 'party', party };
}

export function isPartyRow(value: unknown): value is PartyRow {
  return typeof value === 'object' && value !== null && 'kind' in value && 'party' in value;
}

/** What is on its way comes first, and the newest before the older ones. */
export function messageRows(party: Party): (PartyRow & { kind: 'message' })[] {
  const newest = [...party.status.messages].reverse();
  const onTheWay = newest.filter(isMessageOnItsWay);
  const others = newest.filter((message) => !isMessageOnItsWay(message));
  return [...onTheWay, ...others].map((message) => ({ kind: 'message', party, message }));
}

/** The agent that a message is for, if it is one of the party. */
export function receiverOf({ status }: Party, { to }: MessageStatus): AgentStatus | undefined {
  return status.agents.find((agent) => agent.role === to);
}

export function waitingFacts(party: Party, message: MessageStatus): WaitingFacts {
  const agent = receiverOf(party, message);
  const queue = party.status.messages.filter((other) => other.to === message.to && isMessageOnItsWay(other));
  return {
    agent,
    inCopyMode: agent !== undefined && party.inCopyMode.includes(agent.role),
    isBehind: isMessageOnItsWay(message) && queue[0]?.id !== message.id,
  };
}

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

function partyRows(party: Party, between: readonly Row[] = []): Row[] {
  const roles: Row[] = party.status.agents.map((agent) => ({ kind: 'role', party, agent }));
  const messages: Row[] = party.status.messages.length === 0 ? [] : [{ kind: 'messages', party }];
  return [...roles, ...between, ...messages];
}
