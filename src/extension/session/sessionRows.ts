// The rows of the Session view as data. A command that is run from the view receives one as its argument.

import type { AgentStatus } from '../../core/agents/agent.ts';
import type { MessageStatus } from '../../core/messages/messageStatus.ts';
import type { WaitingFacts } from '../../core/messages/messageText.ts';
import { isMessageOnItsWay } from '../../core/messages/messageTrouble.ts';
import type { Party, Snapshot } from '../app/snapshot.ts';
import { type CollabRow, collabChildren, collabParent, collabRows } from '../collab/collabRows.ts';
import { type GatesRow, gatesRows, isGatesRow } from '../gates/gatesRows.ts';
import { isPlanRow, type PlanRow, planChildren, planParent, planRows } from '../plan/planRows.ts';

export type Row = PartyRow | PlanRow | CollabRow | GatesRow;

export type PartyRow =
  | { readonly kind: 'party'; readonly party: Party }
  | { readonly kind: 'role'; readonly party: Party; readonly agent: AgentStatus }
  | { readonly kind: 'messages'; readonly party: Party }
  | { readonly kind: 'message'; readonly party: Party; readonly message: MessageStatus };

/**
 * A single party needs no heading: its roles are at the top level. Plan and collab come before its messages, which may
 * be many.
 */
export function topRows(snapshot: Snapshot): Row[] {
  const { parties } = snapshot;
  const [only, ...others] = parties;
  const work: Row[] = [...planRows(snapshot), ...collabRows(snapshot), ...gatesRows(snapshot)];
  if (only !== undefined && others.length === 0) return partyRows(only, work);
  return [...parties.map((party): Row => ({ kind: 'party', party })), ...work];
}

export function childRows(row: Row): Row[] {
  if (isGatesRow(row)) return [];
  if (!isPartyRow(row)) return isPlanRow(row) ? planChildren(row) : collabChildren(row);
  if (row.kind === 'party') return partyRows(row.party);
  return row.kind === 'messages' ? messageRows(row.party) : [];
}

/** The row that VS Code has to expand before it can reveal this one. */
export function parentRow(snapshot: Snapshot, row: Row): Row | undefined {
  if (isGatesRow(row)) return undefined;
  if (!isPartyRow(row)) return isPlanRow(row) ? planParent(snapshot, row) : collabParent(snapshot, row);
  const { kind, party } = row;
  if (kind === 'message') return { kind: 'messages', party };
  return kind === 'party' || snapshot.parties.length === 1 ? undefined : { kind: 'party', party };
}

export function isPartyRow(value: unknown): value is PartyRow {
  return typeof value === 'object' && value !== null && 'kind' in value && 'party' in value;
}

/** First the messages that are on their way; newest first. */
export function messageRows(party: Party): (PartyRow & { kind: 'message' })[] {
  const newest = [...party.status.messages].reverse();
  const onTheWay = newest.filter(isMessageOnItsWay);
  const others = newest.filter((message) => !isMessageOnItsWay(message));
  return [...onTheWay, ...others].map((message) => ({ kind: 'message', party, message }));
}

/** The agent that a message is for, if it belongs to the party. */
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
 * Messages that wait although we see no reason why they could not be delivered. Also messages that a now idle agent
 * took: its turn is over, and only a relay run finds out whether the turn failed or a person interrupted it.
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
