// A limit in words, the same in the editor, in `party status` and where a message says why it waits.

import type { Translate } from '../../base/translate.ts';
import type { AgentLimit } from './limit.ts';

/** `limited until 18:20`, or with the day when that is not today. In the time zone of this machine. */
export function limitedText(until: string, now: number, t: Translate): string {
  return t('limited until {0}', untilText(until, now));
}

/** `18:20`; `2026-11-20 18:20` on another day. */
export function untilText(until: string, now: number): string {
  const [day, time] = shown(new Date(until));
  return day === shown(new Date(now))[0] ? time : `${day} ${time}`;
}

/** What the user should know about the time besides itself; undefined when the provider named it. */
export function timeNote({ time }: Pick<AgentLimit, 'time'>, t: Translate): string | undefined {
  if (time === 'guessed') return t('no time was named, so Party tries again then');
  return time === 'bounded' ? t('the time that was named is too far ahead, so Party tries again then') : undefined;
}

function shown(date: Date): [day: string, time: string] {
  const two = (n: number) => String(n).padStart(2, '0');
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  return [day, `${two(date.getHours())}:${two(date.getMinutes())}`];
}
