// Why an open round does not continue by itself, and whether a reminder to Codex can help. The answer depends on the
// current state of the machine: on the process that runs Codex without a pane, or on the party that got the request.

import type { AgentStatus } from '../agents/agent.ts';
import { reviewer } from '../base/role.ts';
import type { Translate } from '../base/translate.ts';
import type { MessageStatus } from '../messages/messageStatus.ts';
import { isMessageOnItsWay } from '../messages/messageTrouble.ts';
import type { Round } from './review.ts';

export const standstills = [
  /** Codex ran without a pane, and the process that ran it has ended. */
  'run-ended',
  'party-ended',
  'codex-ended',
  /** No pane of the party has the role. */
  'no-codex',
  /** The party runs, but the request is not among its messages. */
  'unknown-request',
  /** The message failed or was cancelled, or the agent never confirmed it. */
  'not-taken',
  /** Codex has taken the request and is idle. */
  'idle',
] as const;
export type Standstill = (typeof standstills)[number];

/** Codex can no longer answer. The next review request takes the round back. */
export function isInterrupted(standstill: Standstill | null | undefined): standstill is Exclude<Standstill, 'idle'> {
  return standstill !== null && standstill !== undefined && standstill !== 'idle';
}

/** The id of the party that writes this findings file; undefined for a review without a pane. */
export function partyOfFindings(file: string): string | undefined {
  return /(?:^|\/)party-([^/]+)\/codex\/findings\/[^/]+$/.exec(file)?.[1];
}

/** The log's data about a request. */
type Sent = Pick<Round, 'request' | 'runner'>;

export interface StandstillFacts {
  /** Milliseconds since 1970. */
  readonly now: number;
  /** Takes a process identity. */
  readonly isRunning: (identity: string) => boolean;
}

/** The party that got the request. */
interface ReviewingParty {
  readonly agents: readonly AgentStatus[];
  readonly messages: readonly MessageStatus[];
}

/** `party` is the one that got the request; undefined when it is not running. */
export function paneStandstill(
  { request, runner }: Sent,
  party: ReviewingParty | undefined,
  { now, isRunning }: StandstillFacts,
): Standstill | null {
  if (party === undefined) return 'party-ended';
  const codex = party.agents.find(({ role }) => role === reviewer);
  if (codex?.state === 'dead') return 'codex-ended';
  if (codex === undefined || codex.state === 'absent') return 'no-codex';
  const index = party.messages.findIndex(({ id }) => id === request);
  if (index < 0) {
    // The request is logged first and sent afterwards. In between, no other process may withdraw it.
    const isBeingSent = runner !== null && isRunning(runner);
    return wouldBeShown(request, party.messages) && !isBeingSent ? 'unknown-request' : null;
  }
  // A reminder is a request like the first one.
  const last = party.messages.slice(index).findLast(({ to, kind }) => to === reviewer && kind === 'review');
  return last === undefined ? null : messageStandstill(last, codex, party.messages, now);
}

/**
 * A long list omits the oldest messages, so a missing old one proves nothing. It always has the newest. So a missing
 * request that is newer than one of them was never written, because its process was killed. Ids begin with the time.
 */
function wouldBeShown(request: string, messages: readonly MessageStatus[]): boolean {
  const oldest = messages.at(-alwaysShown);
  return oldest === undefined || request > oldest.id;
}

const alwaysShown = 20;

function messageStandstill(
  { state, since, beforeRestore }: MessageStatus,
  codex: AgentStatus,
  messages: readonly MessageStatus[],
  now: number,
): Standstill | null {
  switch (state) {
    case 'written':
    case 'held':
    case 'typed':
    case 'queued':
      return null;
    case 'submitted':
    case 'answered': {
      const coming = messages.some((one) => one.to === reviewer && isMessageOnItsWay(one));
      const age = now - Date.parse(since);
      // A time in the future comes from another clock.
      const mayBegin = beforeRestore !== true && Math.abs(age) <= idleMs;
      return codex.state === 'idle' && !coming && !mayBegin ? 'idle' : null;
    }
    default:
      return 'not-taken';
  }
}

/** Between taking a message and starting to work, an agent looks idle. */
const idleMs = 60_000;

/** The round that waits for its findings. */
export function waitingRound(rounds: readonly Round[]): Round | undefined {
  const last = rounds.at(-1);
  return last?.outcome === 'open' && last.receivedAt === null ? last : undefined;
}

/** The text for users, as part of a sentence or on its own. */
export function standstillText(standstill: Standstill, t: Translate): string {
  switch (standstill) {
    case 'run-ended':
      return t('the process that ran Codex has ended');
    case 'party-ended':
      return t('the party that got the request is not running');
    case 'codex-ended':
      return t('Codex has ended');
    case 'no-codex':
      return t('Codex is not running');
    case 'unknown-request':
      return t('the party has no record of the request');
    case 'not-taken':
      return t('the request has not reached Codex');
    case 'idle':
      return t('Codex is idle, and its findings have not been read');
    default: {
      const unreachable: never = standstill;
      return unreachable;
    }
  }
}
