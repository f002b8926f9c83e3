// The messages in `party status`.

import { isInTurn, isPending, isToBeReminded, type Message, wasSubmitted } from './message.ts';
import type { MessageKind, MessageState } from './messageEvent.ts';
import { isReminder } from './subject.ts';

export interface MessageStatus {
  readonly id: string;
  readonly from: string;
  readonly to: string;
  readonly kind: MessageKind;
  /** `held`: it is written, and goes on when a limit is over. */
  readonly state: Exclude<MessageState, 'typing' | 'queueing'> | 'held';
  /** When the message reached that state. */
  readonly since: string;
  readonly file: string;
  /** It was put into Codex's queue instead of typed. */
  readonly queued?: true;
  /** What it is about in a few words; omitted when the journal does not say. */
  readonly subject?: string;
  /** The round of the review that it is about. */
  readonly round?: number;
  /** It reminds Codex of a round that was requested before. */
  readonly reminder?: true;
  /** When the limit that holds it back ends. */
  readonly until?: string;
  /** Why it failed or was cancelled, or which limit it met. */
  readonly reason: string | null;
  /** It was submitted, and Claude put it back into its composer. */
  readonly returned?: true;
  /** The agent has taken it, and the result of its turn is not recorded yet. */
  readonly inTurn?: true;
  /** The agent that took it has ended and was brought back since, so no agent works on it. */
  readonly beforeRestore?: true;
}

const settledShown = 20;

/**
 * Oldest first: every message that is on its way or unsure, and the newest of all others. `renewedAt` says when
 * the receiver was last restored or restarted, `limitedUntil` how long an agent is limited.
 */
export function messageStatuses(
  messages: readonly Message[],
  renewedAt: TimeOf = () => undefined,
  limitedUntil: TimeOf = () => undefined,
): MessageStatus[] {
  const unsettled = (message: Message) => isPending(message) || message.state === 'unsure';
  const settled = messages.filter((message) => !unsettled(message)).slice(-settledShown);
  const shown = new Set([...settled, ...messages.filter(unsettled)]);
  return messages
    .filter((message) => shown.has(message))
    .map((message) => ({ ...messageStatus(message, renewedAt(message.to)), ...shownState(message, limitedUntil) }));
}

type TimeOf = (agent: string) => string | undefined;

/**
 * The state as users see it. `typing` and `queueing` are internal to the delivery: the message is written until it is
 * typed, and queued once `codex queue` was called. A limit holds back what is only written, unless the user sends it
 * anyway.
 */
export function shownState(message: Message, limitedUntil: TimeOf): Pick<MessageStatus, 'state' | 'until'> {
  const { state, to, awaits, released } = message;
  if (state === 'typing') return { state: 'written' };
  if (state === 'queueing') return { state: 'queued' };
  if (state !== 'written' || released === true) return { state };
  const until = limitedUntil(to) ?? (awaits === undefined ? undefined : limitedUntil(awaits));
  return until === undefined ? { state } : { state: 'held', until };
}

function messageStatus(message: Message, renewedAt: string | undefined): Omit<MessageStatus, 'state' | 'until'> {
  const { id, from, to, kind, since, file, reason } = message;
  const queued = message.queue?.refused === false && !isToBeReminded(message) ? { queued: true as const } : {};
  const isOld = renewedAt !== undefined && wasSubmitted(message) && Date.parse(since) < Date.parse(renewedAt);
  const old = isOld ? { beforeRestore: true as const } : {};
  const about = { ...subjectOf(message), ...queued, ...turnOf(message), ...old };
  return { id, from, to, kind, since, file, reason: reason ?? null, ...about };
}

function subjectOf(message: Message): Pick<MessageStatus, 'subject' | 'round' | 'reminder'> {
  const { subject, round } = message;
  return {
    ...(subject ? { subject } : {}),
    ...(round === undefined ? {} : { round }),
    ...(isReminder(message) ? { reminder: true as const } : {}),
  };
}

function turnOf(message: Message): Pick<MessageStatus, 'returned' | 'inTurn'> {
  if (message.returned) return { returned: message.returned };
  return isInTurn(message) ? { inTurn: true } : {};
}
