// Durations, preambles and the end marker of `talk`. The marker is for programs that have no other way to signal
// "done".

import { PartyError } from '../base/errors.ts';

/** `500ms`, `2s`, `1m`; `plain` converts a number without a unit. */
export function parseDuration(text: string, option: string, plain: (value: number) => number): number {
  const match = /^(\d+(?:\.\d+)?)(ms|s|m)?$/.exec(text.trim());
  const units: Record<string, number> = { ms: 1, s: 1000, m: 60_000 };
  const value = Number(match?.[1]);
  const ms = match?.[2] === undefined ? plain(value) : value * (units[match[2]] ?? Number.NaN);
  // No user waits longer than a day, and a timer cannot be much longer.
  if (Number.isFinite(ms) && ms <= 24 * 3600_000) return Math.round(ms);
  throw new PartyError('USAGE', `${option} must be a time such as 500ms, 2s or 1m, not ${text}`);
}

/** Waits last between one second and a quarter of an hour, so `--timeout 90` means 90 s, and so does `90000`. */
export function secondsOrMilliseconds(value: number): number {
  return value < 1000 ? value * 1000 : value;
}

export function withPreamble(preamble: string | undefined, text: string): string {
  return preamble ? `[SYSTEM: ${preamble}]\n\n${text}` : text;
}

/**
 * What the program has to print at the end. The request itself must not contain it, or its echo would count as the
 * answer.
 */
export function endMarker(nonce: string): string {
  return `{tmux-team-end:${nonce}}`;
}

export function askForMarker(text: string, nonce: string): string {
  return `${text}\n\n[IMPORTANT: When your response is complete, print {tmux-team-end: ${nonce}} without the space]`;
}

export interface Heard {
  readonly complete: boolean;
  readonly response: string;
  /** The beginning has scrolled out of the pane, and the request with it. */
  readonly truncated: boolean;
}

/** What a program printed after the request, up to its end marker. `screen` is everything that the pane still has. */
export function readResponse(screen: string, nonce: string): Heard {
  // A full-screen program wraps lines itself, often at a space.
  const asked = [...screen.matchAll(new RegExp(`tmux-team-end:[\\s\u2500-\u259f]+${nonce}`, 'g'))].at(-1);
  const after = screen
    .slice(asked === undefined ? 0 : asked.index)
    .replace(/\s+$/, '')
    .split('\n')
    .slice(asked === undefined ? 0 : asked[0].split('\n').length);
  const end = after.findIndex((line) => line.includes(endMarker(nonce)));
  const truncated = asked === undefined && end >= 0;
  if (end < 0) return { complete: false, response: asked === undefined ? '' : trimBlank(after), truncated };
  const last = (after[end] ?? '').split(endMarker(nonce))[0] ?? '';
  return { complete: true, response: trimBlank([...after.slice(0, end), last]), truncated };
}

function trimBlank(lines: readonly string[]): string {
  return lines
    .map((line) => line.trimEnd())
    .join('\n')
    .replace(/^\n+|\n+$/g, '');
}
