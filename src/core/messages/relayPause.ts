// How often a relay looks again. A user who has just sent a message may leave copy mode at any moment. A user at lunch
// does not, and the relay may wait for hours without using much of the machine.

/** How long the relay looks at its highest rate. */
const freshMs = 30_000;
const shortestMs = 500;
const longestMs = 3000;

/** `waitedMs`: how long the same messages have waited for the same reasons. */
export function relayPause(waitedMs: number): number {
  return Math.min(longestMs, Math.max(shortestMs, (waitedMs / freshMs) * shortestMs));
}
