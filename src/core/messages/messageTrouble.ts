// Which messages need somebody to look after them.

import type { MessageStatus } from './messageStatus.ts';

/** Still on its way to the pane. */
export function isMessageOnItsWay({ state }: MessageStatus): boolean {
  return state === 'written' || state === 'typed';
}

/** Delivery presses Enter a second time after 2 s and then leaves the rest to the human. */
const stuckAfterMs = 10_000;

/** One that Claude took back waits for a person from the first moment on. */
export function isStuck({ state, since, returned }: MessageStatus, now: number): boolean {
  if (returned === true) return true;
  return state === 'typed' && now - Date.parse(since) > stuckAfterMs;
}

/**
 * The messages that failed, are stuck or are unsure, oldest first. A failure is history as soon as a later message has
 * reached the same agent: it was sent again, or it no longer matters. Later messages go past one that is unsure without
 * a decision about it, so it stays until it is sent again, given up, or the agent says something about it.
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
