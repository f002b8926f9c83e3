// How often a relay looks again. A person who has just sent a message may leave copy mode at any moment. A person who is
// at lunch does not, and then the relay may wait for hours without using the machine much.

/** For how long it looks as often as it can. */
const freshMs = 30_000;
const shortestMs = 500;
const longestMs = 3000;

/** `waitedMs`: since when the same messages have been waiting for the same reasons. */
export function relayPause(waitedMs: number): number {
  return Math.min(longestMs, Math.max(shortestMs, (waitedMs / freshMs) * shortestMs));
}
