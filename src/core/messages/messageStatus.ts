// The messages in `party status`.

import { isInTurn, isPending, type Message, type MessageKind, type MessageState } from './message.ts';

export interface MessageStatus {
  readonly id: string;
  readonly from: string;
  readonly to: string;
  readonly kind: MessageKind;
  readonly state: Exclude<MessageState, 'typing'>;
  /** When it reached that state. */
  readonly since: string;
  readonly file: string;
  /** Why it failed or was given up. */
  readonly reason: string | null;
  /** It was submitted, and Claude put it back into its composer. */
  readonly returned?: true;
  /** The agent has taken it, and what becomes of its turn is not written down yet. */
  readonly inTurn?: true;
}

const settledShown = 20;

/** Oldest first: every message that is on its way or unsure, and the last ones of all others. */
export function messageStatuses(messages: readonly Message[]): MessageStatus[] {
  const unsettled = (message: Message) => isPending(message) || message.state === 'unsure';
  const settled = messages.filter((message) => !unsettled(message)).slice(-settledShown);
  const shown = new Set([...settled, ...messages.filter(unsettled)]);
  return messages.filter((message) => shown.has(message)).map(messageStatus);
}

/** `typing` is a note of the delivery for itself: for a reader the message is written until it is typed. */
function messageStatus(message: Message): MessageStatus {
  const { id, from, to, kind, state, since, file, reason, returned } = message;
  const shown = state === 'typing' ? 'written' : state;
  const turn = returned ? { returned } : isInTurn(message) ? { inTurn: true as const } : {};
  return { id, from, to, kind, state: shown, since, file, reason: reason ?? null, ...turn };
}
