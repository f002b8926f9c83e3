// To check that something never happens, a test can only let time pass. These two functions say so in their names. For
// everything else there is `until`.

import assert from 'node:assert/strict';

/** Fails as soon as the value changes; returns when it has not changed for this long. */
export async function staysQuietFor(ms: number, value: () => unknown): Promise<void> {
  const before = value();
  for (const deadline = Date.now() + ms; Date.now() < deadline; ) {
    await moment();
    assert.deepEqual(value(), before, `changed within ${ms} ms`);
  }
}

/**
 * Waits until the value has not changed for this long: after the rest of a burst, or the last beat of something that
 * stops.
 */
export async function becomesQuietFor(ms: number, value: () => unknown, limitMs = 10_000): Promise<void> {
  const limit = Date.now() + limitMs;
  let [last, since] = [value(), Date.now()];
  while (Date.now() - since < ms) {
    if (Date.now() > limit) throw new Error(`was never quiet for ${ms} ms within ${limitMs} ms`);
    await moment();
    const now = value();
    if (now !== last) [last, since] = [now, Date.now()];
  }
}

const moment = () => new Promise((wake) => setTimeout(wake, 10));
