// What a person can do about a message that does not go on: commands that work for exactly that message.

import type { Message } from './message.ts';

/** Why a message waits that was typed, with an agent that is idle and says nothing about it. */
export const unconfirmed = 'it was typed, but the agent has not said that it was submitted';

type Named = Pick<Message, 'id' | 'to'>;

/** The message at the head of the queue to an agent, and why it waits. */
export interface Blocking {
  readonly message: Named;
  readonly reason: string;
}

/** `the agent is working`; for one that stands behind another, which one that is. */
export function waitsBecause({ id }: Pick<Named, 'id'>, { message, reason }: Blocking): string {
  return message.id === id ? reason : `waits behind ${message.id}: ${reason}`;
}

/**
 * The next step for the sender of a message that waits. Only a message that was typed into an idle agent can be helped
 * along by a person; when that is another one, further ahead in the queue, the advice is about that one.
 */
export function waitingAdvice({ id, to }: Named, blocking: Blocking | undefined, relayed: boolean): string {
  if (blocking?.reason === unconfirmed) {
    const stuck = blocking.message.id;
    return stuck === id
      ? `Press Enter for it with: party message retry ${id}`
      : `Help ${stuck} along with: party message retry ${stuck}; or give it up with: party message cancel ${stuck}`;
  }
  return relayed
    ? `It is delivered as soon as ${to} can take it. What waits, and why: party message list`
    : `Try again with: party message retry ${id}`;
}

export function unsureAdvice({ id, to }: Named): string {
  return `it was typed, but ${to} is idle and has no record of it. Send it again with: party message resend ${id}; or give it up with: party message cancel ${id}`;
}
