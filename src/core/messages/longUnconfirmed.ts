// When Party gives up waiting for the confirmation of a typed message.

import type { Message } from './message.ts';

export const unsureAfterMs = 60_000;

/** True when Party pressed Enter twice and the agent has had enough time since to confirm the message. */
export function isLongUnconfirmed(message: Message, now: number, afterMs = unsureAfterMs): boolean {
  if (message.state !== 'typed' || message.retried === undefined) return false;
  const waited = now - Date.parse(message.retried);
  // A date in the future comes from before the clock was set back, so the waiting time is unknown.
  return !(waited >= 0 && waited < afterMs);
}
