// What a user can do about a message that is stuck: commands that work for exactly that message.

import { reviewer } from '../base/role.ts';
import type { Message } from './message.ts';

/** Why a typed message waits when the agent is idle and has not confirmed it. */
export const unconfirmed = 'it was typed, but the agent has not confirmed that it was submitted';

/** Why a message waits for an agent that does not come back by itself. */
export const agentEnded = 'the agent has ended';
export const agentNotRunning = 'the agent is not running';

/** Why a message is cancelled when a person gave it up. */
export const cancelledByHand = 'by hand';

type Named = Pick<Message, 'id' | 'to'>;

/** The first message in the queue to an agent, and why it waits. */
export interface Blocking {
  readonly message: Named;
  readonly reason: string;
}

/** `the agent is working`; for a message behind another one, also which one. */
export function waitsBecause({ id }: Pick<Named, 'id'>, { message, reason }: Blocking): string {
  return message.id === id ? reason : `waits behind ${message.id}: ${reason}`;
}

/**
 * The next step for the sender of a waiting message. The user can only help a message that was typed into an idle
 * agent. When that message is another one further ahead in the queue, the advice is about that one.
 */
export function waitingAdvice(
  { id, to }: Named,
  blocking: Blocking | undefined,
  relayed: boolean,
  sender = 'human',
): string {
  if (!runsCommands(sender)) {
    const isStuck = blocking?.reason === unconfirmed || !relayed;
    return isStuck ? 'The human can send it again' : `Party delivers it as soon as ${to} can take it`;
  }
  if (blocking?.reason === unconfirmed) {
    const stuck = blocking.message.id;
    return stuck === id
      ? `Press Enter again with: party message retry ${id}`
      : `Retry ${stuck} with: party message retry ${stuck}; or cancel it with: party message cancel ${stuck}`;
  }
  if (relayed && blocking?.reason === agentEnded) return restartAdvice(to);
  // It may have to be installed first, which the status says.
  if (relayed && blocking?.reason === agentNotRunning) return `To see how to bring ${to} back: party status`;
  return relayed
    ? `Party delivers it as soon as ${to} can take it. See why it waits with: party message list`
    : `Try again with: party message retry ${id}`;
}

/** Party delivers what waits, and has the conversation go on. */
export function restartAdvice(role: string): string {
  return `To restart it in its pane: party restart ${role}`;
}

/** For the sender of a message that waits for the end of a limit. */
export function heldText(id: string, reason: string, sender = 'human'): string {
  const held = `${reason}. The message is held, and goes on by itself then`;
  return runsCommands(sender) ? `${held}. Send it anyway with: party message retry ${id}` : held;
}

export function unsureAdvice({ id, to, queue }: Named & Pick<Message, 'queue'>, sender = 'human'): string {
  const sent = queue?.refused === false ? "put into Codex's queue" : 'typed';
  const lost = `it was ${sent}, but ${to} is idle and has no record of it`;
  return runsCommands(sender)
    ? `${lost}. Send it again with: party message resend ${id}; or cancel it with: party message cancel ${id}`
    : `${lost}. The human can send it again`;
}

/** Codex's sandbox lets it run no command of Party that writes. */
function runsCommands(sender: string): boolean {
  return sender !== reviewer;
}
