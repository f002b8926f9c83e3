// The words of `talk`: durations, preambles, and the end marker for programs that have no other way to say "done".

import { PartyError } from './errors.ts';

/** `500ms`, `2s`, `1m`; what a number without a unit means is `plain`'s to say. */
export function parseDuration(text: string, option: string, plain: (value: number) => number): number {
  const match = /^(\d+(?:\.\d+)?)(ms|s|m)?$/.exec(text.trim());
  const units: Record<string, number> = { ms: 1, s: 1000, m: 60_000 };
  const value = Number(match?.[1]);
  const ms = match?.[2] === undefined ? plain(value) : value * (units[match[2]] ?? Number.NaN);
  if (Number.isFinite(ms)) return Math.round(ms);
  throw new PartyError('USAGE', `${option} must be a time such as 500ms, 2s or 1m, not ${text}`);
}

/** Nobody waits for less than a second or for more than a quarter of an hour: `--timeout 90` is 90 s, `90000` is too. */
export function secondsOrMilliseconds(value: number): number {
  return value < 1000 ? value * 1000 : value;
}

export function withPreamble(preamble: string | undefined, text: string): string {
  return preamble ? `[SYSTEM: ${preamble}]\n\n${text}` : text;
}

/** What the program is asked to print. The request itself must not hold it, or its own echo would be the answer. */
export function endMarker(nonce: string): string {
  return `{tmux-team-end:${nonce}}`;
}

export function askForMarker(text: string, nonce: string): string {
  return `${text}\n\n[IMPORTANT: When your response is complete, print {tmux-team-end: ${nonce}} without the space]`;
}

export interface Heard {
  readonly complete: boolean;
  readonly response: string;
}

/** What a program printed after the request, up to its end marker. `screen` begins at the request. */
export function readResponse(screen: string, nonce: string): Heard {
  const lines = screen.replace(/\s+$/, '').split('\n');
  const asked = lines.findLastIndex((line) => line.includes(`tmux-team-end: ${nonce}`));
  const after = lines.slice(asked + 1);
  const end = after.findIndex((line) => line.includes(endMarker(nonce)));
  if (end < 0) return { complete: false, response: asked < 0 ? '' : trimBlank(after) };
  const last = (after[end] ?? '').split(endMarker(nonce))[0] ?? '';
  return { complete: true, response: trimBlank([...after.slice(0, end), last]) };
}

function trimBlank(lines: readonly string[]): string {
  return lines
    .map((line) => line.trimEnd())
    .join('\n')
    .replace(/^\n+|\n+$/g, '');
}
