// Messages that are stuck or failed.

import type { MessageStatus } from './messageStatus.ts';

/** Still on its way to the agent. */
export function isMessageOnItsWay({ state }: Pick<MessageStatus, 'state'>): boolean {
  return state === 'written' || state === 'typed' || state === 'queued' || state === 'held';
}

/** The delivery presses Enter a second time after 2 s and then leaves the rest to the user. */
const stuckAfterMs = 10_000;

/** A message that Claude gave back waits for the user from the first moment. */
export function isStuck({ state, since, returned }: MessageStatus, now: number): boolean {
  if (returned === true) return true;
  return state === 'typed' && now - Date.parse(since) > stuckAfterMs;
}

/**
 * The messages that failed, are stuck or are unsure, oldest first. A failed message no longer counts once a later
 * message has reached the same agent: the user sent it again, or it no longer matters. Later messages pass an unsure
 * one without a decision about it, so it stays until the user sends it again or cancels it, or until the agent confirms
 * it.
 */
export function troubledMessages(messages: readonly MessageStatus[], now: number): MessageStatus[] {
  return messages.filter((message, index) => {
    if (message.state === 'unsure') return true;
    if (message.state !== 'failed') return isStuck(message, now);
    return !messages.slice(index + 1).some((later) => later.to === message.to && hasArrived(later));
  });
}

function hasArrived({ state }: MessageStatus): boolean {
  return state === 'submitted' || state === 'answered';
}
