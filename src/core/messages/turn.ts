// What became of the turn that a message began, according to the agent's own record of the conversation.

import { oneLine } from '../base/outsideText.ts';
import type { Message } from './message.ts';

export type Turn =
  /** The record does not have the message. */
  | { readonly kind: 'unknown' }
  /** The record has the message and nothing after it: the agent works, or Claude took the message back. */
  | { readonly kind: 'bare' }
  /** The conversation has continued without the message. */
  | { readonly kind: 'dropped' }
  | { readonly kind: 'running' }
  /** `text`: the agent's last words, when its record has them. */
  | { readonly kind: 'done'; readonly text: string | undefined }
  | FailedTurn
  | { readonly kind: 'interrupted' };

export interface FailedTurn {
  readonly kind: 'failed';
  readonly reason: string;
  /** When, in milliseconds since 1970, if the record says. */
  readonly at?: number;
  /** When a limit that the turn met ends, by the client's own numbers. */
  readonly resetsAt?: number;
}

/** The last turn in an agent's record that has ended, also one that a person began. */
export type LastTurn = FailedTurn | { readonly kind: 'done'; readonly at?: number };

/** The time of a line of a record, as a part of a turn. */
export function atOf(timestamp: unknown): { readonly at?: number } {
  const at = typeof timestamp === 'string' ? Date.parse(timestamp) : Number.NaN;
  return Number.isNaN(at) ? {} : { at };
}

/** Whether the agent works or has worked on the message. Then Party must not show it again. */
export function isTaken({ kind }: Turn): boolean {
  return kind === 'running' || kind === 'done';
}

/** Why a message has no answer; undefined when its turn did not fail. `agent` is the agent's display name. */
export function turnFailure(turn: Turn, agent: string): string | undefined {
  switch (turn.kind) {
    case 'failed':
      return `${agent} could not answer: ${oneLine(turn.reason, 300)}`;
    case 'interrupted':
      return `${agent} was interrupted before it finished`;
    case 'dropped':
      return `${agent} put it back into its input box, and it was deleted there`;
    default:
      return undefined;
  }
}

/**
 * Why a message has no answer, and what to do. A failed review can be requested again, because its round does not
 * count.
 */
export function failureText({ id, kind, reason }: Pick<Message, 'id' | 'kind' | 'reason'>): string {
  const again =
    kind === 'review' ? 'Ask again with: party review request' : `Send it again with: party message resend ${id}`;
  return `${(reason ?? 'it failed').replace(/[.\s]+$/, '')}. ${again}`;
}

/** The text for a message that Claude gave back. */
export function returnedText(agent: string, id: string): string {
  return `${agent} put it back into its input box. Press Enter there, or retry with: party message retry ${id}; or cancel it with: party message cancel ${id}`;
}
