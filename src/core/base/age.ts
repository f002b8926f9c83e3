// How long ago something happened, in one word, and when that word changes.

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

export function ageText(ms: number): string {
  const unit = unitOf(ms);
  return `${Math.floor(Math.max(0, ms) / unit.ms)}${unit.letter}`;
}

/** Milliseconds until the result of `ageText` changes. */
export function untilNextAge(ms: number): number {
  const unit = unitOf(ms).ms;
  return ms < 0 ? second - ms : unit - (ms % unit);
}

function unitOf(ms: number): { readonly ms: number; readonly letter: string } {
  if (ms < minute) return { ms: second, letter: 's' };
  if (ms < hour) return { ms: minute, letter: 'm' };
  return ms < day ? { ms: hour, letter: 'h' } : { ms: day, letter: 'd' };
}
