// Waits and tests that came close to their limit. They passed, but on a slower machine they would fail, so the summary
// lists them.

/** @typedef {{ what: string, ms: number, limitMs: number }} Margin */

/** @type {Margin[]} those of this process */
const close = [];

/**
 * @param {string} what
 * @param {number} ms how long it took
 * @param {number} limitMs how long it may take; 0 when there is no limit
 */
export function noteDuration(what, ms, limitMs) {
  if (limitMs > 0 && ms > limitMs / 2) close.push({ what, ms: Math.round(ms), limitMs });
}

/** The closest first. */
export function closeToLimit() {
  return close.toSorted((left, right) => right.ms / right.limitMs - left.ms / left.limitMs);
}

/** @param {Margin} margin */
export const marginText = ({ what, ms, limitMs }) => `${(ms / 1000).toFixed(1)} of ${limitMs / 1000} s  ${what}`;
