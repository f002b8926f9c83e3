// The rows of the Session view as data. A command that is run from the view receives one as its argument.

import type { AgentStatus } from '../../core/agents/agent.ts';
import { type AgentQuestion, isAnswerable } from '../../core/agents/question.ts';
import type { MessageStatus } from '../../core/messages/messageStatus.ts';
import type { WaitingFacts } from '../../core/messages/messageText.ts';
import { isMessageOnItsWay } from '../../core/messages/messageTrouble.ts';
import type { Party, Snapshot } from '../app/snapshot.ts';
import { type CollabRow, collabChildren, collabParent, collabRows } from '../collab/collabRows.ts';
import { type GatesRow, gatesRows, isGatesRow } from '../gates/gatesRows.ts';
import { isPlanRow, type PlanRow, planChildren, planParent, planRows } from '../plan/planRows.ts';
import { type ChangesRow, changesParent, changesRows, isChangesRow } from '../review/changes/changesRows.ts';
import { isReadyRow, type ReadyRow, readyChildren, readyParent, readyRows } from '../review/ready/readyRows.ts';
import {
  type FolderRow,
  folderChildren,
  folderParent,
  hasSeveral,
  idleRows,
  isFolderRow,
  type OneOfSeveral,
  partyRow,
  severalRows,
} from './several/severalRows.ts';

export type Row = PartyRow | FolderRow | PlanRow | CollabRow | ReadyRow | GatesRow | ChangesRow;

/** What an agent asks: below its row and not inside it, because VS Code keeps a row closed that had nothing in it. */
export interface QuestionRow {
  readonly kind: 'question';
  readonly party: Party;
  readonly agent: AgentStatus;
  readonly question: AgentQuestion;
}

export type PartyRow =
  | OneOfSeveral
  | { readonly kind: 'role'; readonly party: Party; readonly agent: AgentStatus }
  | QuestionRow
  | { readonly kind: 'messages'; readonly party: Party }
  | { readonly kind: 'message'; readonly party: Party; readonly message: MessageStatus };

/**
 * A single party needs no heading: its roles are at the top level. Plan, collab and the change come before its messages,
 * which may be many.
 */
export function topRows(snapshot: Snapshot): Row[] {
  const [only] = snapshot.parties;
  const work: Row[] = [
    ...planRows(snapshot),
    ...collabRows(snapshot),
    ...readyRows(snapshot),
    ...gatesRows(snapshot),
    ...changesRows(snapshot),
  ];
  if (only !== undefined && !hasSeveral(snapshot)) return partyRows(only, work);
  if (hasSeveral(snapshot)) return [...severalRows(snapshot), ...work];
  return work.length === 0 ? [] : [...idleRows(snapshot), ...work];
}

/** Without the files of a change, which git has to be asked for. */
export function childRows(row: Row): Row[] {
  if (isGatesRow(row) || isChangesRow(row)) return [];
  if (isFolderRow(row)) return folderChildren(row);
  if (isReadyRow(row)) return readyChildren(row);
  if (!isPartyRow(row)) return isPlanRow(row) ? planChildren(row) : collabChildren(row);
  if (row.kind === 'party') return partyRows(row.party);
  return row.kind === 'messages' ? messageRows(row.party) : [];
}

/** The row that VS Code has to expand before it can reveal this one. */
export function parentRow(snapshot: Snapshot, row: Row): Row | undefined {
  if (isGatesRow(row)) return undefined;
  if (isFolderRow(row)) return folderParent(row);
  if (isChangesRow(row)) return changesParent(snapshot, row);
  if (isReadyRow(row)) return readyParent(snapshot, row);
  if (!isPartyRow(row)) return isPlanRow(row) ? planParent(snapshot, row) : collabParent(snapshot, row);
  const { kind, party } = row;
  if (kind === 'message') return { kind: 'messages', party };
  return kind === 'party' || !hasSeveral(snapshot) ? undefined : partyRow(snapshot, party);
}

export function isPartyRow(value: unknown): value is PartyRow {
  return typeof value === 'object' && value !== null && 'kind' in value && 'party' in value;
}

function questionRows(party: Party, agent: AgentStatus): QuestionRow[] {
  return agent.asks === undefined ? [] : [{ kind: 'question', party, agent, question: agent.asks }];
}

/** The question of a party that the user can answer in the editor. */
export function askingRow(party: Party): QuestionRow | undefined {
  const rows = party.status.agents.flatMap((agent) => questionRows(party, agent));
  return rows.find(({ agent, question }) => isAnswerable(agent, question));
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
  const roles: Row[] = party.status.agents.flatMap((agent) => [
    { kind: 'role' as const, party, agent },
    ...questionRows(party, agent),
  ]);
  const messages: Row[] = party.status.messages.length === 0 ? [] : [{ kind: 'messages', party }];
  return [...roles, ...between, ...messages];
}
