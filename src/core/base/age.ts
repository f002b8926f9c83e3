// How long ago something happened, in one word, and when that word changes.

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

export function ageText(ms: number): string {
  const { ms: step, count = 1, letter } = unitOf(ms);
  return `${Math.floor(Math.max(0, ms) / step) * count}${letter}`;
}

/** Milliseconds until the result of `ageText` changes. */
export function untilNextAge(ms: number): number {
  const unit = unitOf(ms).ms;
  return ms < 0 ? unit - ms : unit - (ms % unit);
}

interface Unit {
  readonly ms: number;
  /** How many seconds, minutes and so on make one step; one if omitted. */
  readonly count?: number;
  readonly letter: string;
}

function unitOf(ms: number): Unit {
  // Not every second: the editor draws the row again for each change, and that closes the row's tooltip.
  if (ms < minute) return { ms: 5 * second, count: 5, letter: 's' };
  if (ms < hour) return { ms: minute, letter: 'm' };
  return ms < day ? { ms: hour, letter: 'h' } : { ms: day, letter: 'd' };
}
