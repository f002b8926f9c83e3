// What became of the turn that a message began, as the agent's own record of the conversation says it.

import { oneLine } from '../base/outsideText.ts';
import type { Message } from './message.ts';

export type Turn =
  /** The record does not hold the message. */
  | { readonly kind: 'unknown' }
  /** The message is in the record, and nothing has come of it yet: the agent works, or Claude took the message back. */
  | { readonly kind: 'bare' }
  /** The conversation has gone on without the message. */
  | { readonly kind: 'dropped' }
  | { readonly kind: 'running' }
  /** `text`: the agent's last words, where its record names them. */
  | { readonly kind: 'done'; readonly text: string | undefined }
  | { readonly kind: 'failed'; readonly reason: string }
  | { readonly kind: 'interrupted' };

/** Whether the agent works on the message or has done so: then the message must not be shown again. */
export function isTaken({ kind }: Turn): boolean {
  return kind === 'running' || kind === 'done';
}

/** Why a message has no answer, or undefined when its turn did not fail. `agent` is the name that people know. */
export function turnFailure(turn: Turn, agent: string): string | undefined {
  switch (turn.kind) {
    case 'failed':
      return `${agent} could not answer: ${oneLine(turn.reason, 300)}`;
    case 'interrupted':
      return `${agent} was interrupted before it had finished`;
    case 'dropped':
      return `${agent} took it back into its composer, and it was removed from there`;
    default:
      return undefined;
  }
}

/** Why a message has no answer, and the way on. A review is asked for again: its round was given back. */
export function failureText({ id, kind, reason }: Pick<Message, 'id' | 'kind' | 'reason'>): string {
  const again =
    kind === 'review' ? 'Ask again with: party review request' : `Send it again with: party message resend ${id}`;
  return `${(reason ?? 'it failed').replace(/[.\s]+$/, '')}. ${again}`;
}

/** What people read where a message waits that Claude gave back. */
export function returnedText(agent: string, id: string): string {
  return `${agent} took it back into its composer. Press Enter there, or: party message retry ${id}; or give it up: party message cancel ${id}`;
}
