// The messages in `party status`.

import { isInTurn, isPending, type Message, type MessageKind, type MessageState, wasSubmitted } from './message.ts';

export interface MessageStatus {
  readonly id: string;
  readonly from: string;
  readonly to: string;
  readonly kind: MessageKind;
  readonly state: Exclude<MessageState, 'typing'>;
  /** When the message reached that state. */
  readonly since: string;
  readonly file: string;
  /** Why it failed or was cancelled. */
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
 * the receiver was last restored or restarted.
 */
export function messageStatuses(messages: readonly Message[], renewedAt: RenewedAt = () => undefined): MessageStatus[] {
  const unsettled = (message: Message) => isPending(message) || message.state === 'unsure';
  const settled = messages.filter((message) => !unsettled(message)).slice(-settledShown);
  const shown = new Set([...settled, ...messages.filter(unsettled)]);
  return messages
    .filter((message) => shown.has(message))
    .map((message) => messageStatus(message, renewedAt(message.to)));
}

type RenewedAt = (to: string) => string | undefined;

/** `typing` is internal to the delivery. Users see the message as written until it is typed. */
function messageStatus(message: Message, renewedAt: string | undefined): MessageStatus {
  const { id, from, to, kind, state, since, file, reason } = message;
  const shown = state === 'typing' ? 'written' : state;
  const isOld = renewedAt !== undefined && wasSubmitted(message) && Date.parse(since) < Date.parse(renewedAt);
  const old = isOld ? { beforeRestore: true as const } : {};
  return { id, from, to, kind, state: shown, since, file, reason: reason ?? null, ...turnOf(message), ...old };
}

function turnOf(message: Message): Pick<MessageStatus, 'returned' | 'inTurn'> {
  if (message.returned) return { returned: message.returned };
  return isInTurn(message) ? { inTurn: true } : {};
}
