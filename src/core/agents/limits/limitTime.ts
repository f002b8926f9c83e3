// Reads when a limit ends from a provider's own words. Seen: "try again at 6:20 PM", "try again at Nov 20th, 2026 6:20
// AM" (Codex 0.166.0, local time), "resets 3pm (America/New_York)", "resets Oct 9 at 5pm" (Claude Code 2.1.325),
// "limit reached|1794810000", "try again in 2 hours 3 minutes", "in 1.5s", "in 6m0s", and ISO 8601.

export interface ReadAt {
  /** When the words were said, in milliseconds since 1970. */
  readonly at: number;
  /** The time zone of words that name none. */
  readonly zone: string;
}

/** In milliseconds since 1970; undefined when the words name no time. */
export function timeIn(words: string, said: ReadAt): number | undefined {
  // A duration comes first: an exact time beside it is when the client wrote its log.
  for (const read of [durationIn, isoIn, epochIn, clockIn, dateIn]) {
    const time = read(words, said);
    if (time !== undefined && !Number.isNaN(time)) return time;
  }
  return undefined;
}

/** The longest limits that providers have are weekly, with a day in reserve for time zones. */
export const longestMs = 8 * 24 * 3600_000;

function isoIn(words: string, { zone }: ReadAt): number | undefined {
  const found =
    /\b(\d{4}-\d\d-\d\d)(?:T|,?\s+(?:at\s+)?)(\d\d:\d\d(?::\d\d(?:\.\d+)?)?)\s*(Z|UTC|[+-]\d\d:?\d\d)?/.exec(words);
  if (found === null) return undefined;
  const [, day = '', time = '', offset] = found;
  if (offset === undefined) return inZone(Date.parse(`${day}T${time}Z`), zone);
  return Date.parse(`${day}T${time}${offset === 'UTC' ? 'Z' : offset}`);
}

/**
 * Seconds or milliseconds since 1970. A number elsewhere in the text, or one that is far in the future, may mean
 * anything.
 */
function epochIn(words: string, { at }: ReadAt): number | undefined {
  const found = /(?:\||reset\w*\W{0,4}(?:at\W{1,3})?)([12]\d{9})(\d{3})?(?![\d.])/i.exec(words);
  const time = found === null ? Number.NaN : Number(found[1]) * 1000 + Number(found[2] ?? 0);
  return time <= at + longestMs ? time : undefined;
}

const [dayMs, minuteMs] = [86_400_000, 60_000];
const units: Readonly<Record<string, number>> = { d: dayMs, h: 3_600_000, m: minuteMs, s: 1000, ms: 1 };
const amount = '\\d+(?:\\.\\d+)?\\s*(?:days?|d|hours?|hrs?|h|minutes?|mins?|ms|m|seconds?|secs?|s)(?![a-z])';
const duration = new RegExp(`\\b(?:in|after)\\s+(?:about\\s+)?(${amount}(?:[\\s,]*(?:and\\s+)?${amount})*)`, 'i');

function durationIn(words: string, { at }: ReadAt): number | undefined {
  const found = duration.exec(words)?.[1];
  if (found === undefined) return undefined;
  const parts = [...found.matchAll(/(\d+(?:\.\d+)?)\s*(ms|[dhms])/gi)];
  return at + parts.reduce((sum, [, count, unit = '']) => sum + Number(count) * (units[unit.toLowerCase()] ?? 0), 0);
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const day = `(${months.join('|')})[a-z]*\\.?\\s+(\\d{1,2})(?:st|nd|rd|th)?(?:,?\\s+(\\d{4}))?`;
const hour = '(\\d{1,2})(?::(\\d\\d)(?::\\d\\d)?)?\\s*([ap]\\.?m\\b)?';
const clock = new RegExp(`\\b(?:at|resets?|until|after)\\s+(?:${day},?\\s+(?:at\\s+)?)?${hour}`, 'i');
const date = new RegExp(`\\b(?:at|on|resets?|until|after)\\s+${day}`, 'i');
/** The zone after a time: in parentheses, as a region and city, as capital letters, or as a distance to UTC. */
const zoneForm = /^\s*(?:\(([^()]+)\)|([A-Z]\w*\/[\w/+-]+|[A-Z]{2,5}(?:[+-]\d[\d:]*)?(?!\w)|Z(?!\w)|[+-]\d\d:?\d\d))/;

/** The zone that stands after what was found; undefined when Party does not know it. */
function zoneAfter(found: RegExpExecArray, { zone }: ReadAt): string | undefined {
  const [, quoted, bare] = zoneForm.exec(found.input.slice(found.index + found[0].length)) ?? [];
  const named = quoted ?? (bare === 'Z' ? 'UTC' : bare);
  if (named === undefined) return zone;
  return isZone(named) ? named : undefined;
}

function clockIn(words: string, said: ReadAt): number | undefined {
  const found = clock.exec(words);
  const [, month, dayOfMonth, year, hours = '', minutes, half] = found ?? [];
  // "at 6" alone may be anything.
  if (found === null || (minutes === undefined && half === undefined)) return undefined;
  const isAfternoon = half?.toLowerCase().startsWith('p') ?? false;
  const hour24 = half === undefined ? Number(hours) : (Number(hours) % 12) + (isAfternoon ? 12 : 0);
  const zone = zoneAfter(found, said);
  if (zone === undefined || hour24 > 23 || Number(minutes ?? 0) > 59) return undefined;
  const time = (hour24 * 60 + Number(minutes ?? 0)) * minuteMs;
  if (month !== undefined) return onDate({ month, day: Number(dayOfMonth), year }, time, { ...said, zone });
  const midnight = localMidnight(said.at, zone);
  const days = [midnight - dayMs, midnight, midnight + dayMs];
  // The words have no seconds. A time that has just passed is this minute, not the same minute tomorrow.
  return days.flatMap((start) => momentsIn(start + time, zone)).find((moment) => moment >= said.at - justPassedMs);
}

const justPassedMs = 5 * 60_000;

/** A date without a time: the start of that day. */
function dateIn(words: string, said: ReadAt): number | undefined {
  const found = date.exec(words);
  const [, month, dayOfMonth, year] = found ?? [];
  const zone = found === null ? undefined : zoneAfter(found, said);
  if (month === undefined || zone === undefined) return undefined;
  return onDate({ month, day: Number(dayOfMonth), year }, 0, { ...said, zone });
}

interface NamedDate {
  readonly month: string;
  readonly day: number;
  readonly year: string | undefined;
}

function onDate(named: NamedDate, time: number, { at, zone }: ReadAt): number | undefined {
  const month = months.indexOf(named.month.slice(0, 3).toLowerCase());
  const inYear = (year: number) => inZone(Date.UTC(year, month, named.day) + time, zone);
  if (named.year !== undefined) return inYear(Number(named.year));
  const thisYear = new Date(localMidnight(at, zone)).getUTCFullYear();
  // In December, "Jan 2" is in the next year.
  return inYear(thisYear) >= at - dayMs ? inYear(thisYear) : inYear(thisYear + 1);
}

/** The midnight before `at` on the clocks of the zone, as if they showed UTC. */
function localMidnight(at: number, zone: string): number {
  const local = at + offsetAt(at, zone);
  return local - (((local % dayMs) + dayMs) % dayMs);
}

/** The moment when the clocks of the zone show this time, which is given as if it were UTC. */
function inZone(local: number, zone: string): number {
  const guess = local - offsetAt(local, zone);
  return local - offsetAt(guess, zone);
}

/** All such moments, the earliest first: when clocks are set back, they show an hour twice. */
function momentsIn(local: number, zone: string): number[] {
  const offsets = new Set([offsetAt(local - dayMs, zone), offsetAt(local + dayMs, zone)]);
  const moments = [...offsets].map((offset) => local - offset).sort((a, b) => a - b);
  const shown = moments.filter((at) => at + offsetAt(at, zone) === local);
  // When clocks are set forward, they never show some times.
  return shown.length === 0 ? moments.slice(-1) : shown;
}

/** How far the clocks of the zone are ahead of UTC at that moment. */
function offsetAt(at: number, zone: string): number {
  if (!Number.isFinite(at)) return 0;
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    ...{ year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric', second: 'numeric' },
  }).formatToParts(at);
  const value = (type: string) => Number(parts.find((part) => part.type === type)?.value);
  const shown = Date.UTC(
    value('year'),
    value('month') - 1,
    value('day'),
    value('hour'),
    value('minute'),
    value('second'),
  );
  return shown - (at - (at % 1000));
}

function isZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
