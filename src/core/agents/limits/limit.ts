// A limit of an agent's provider: the usage that is paid for is used up, requests come too fast, or the provider is
// overloaded. Party holds back what it would send until the limit ends.
//
// Claude Code (2.1.326) first tries again by itself, up to ten times. Its transcript then has a line `api-request` for each
// try and no word of the error, so Party shows Claude as working until Claude gives up and records why.

import * as z from '../../base/schema.ts';
import { longestMs, timeIn } from './limitTime.ts';

export const AgentLimit = z.looseObject({
  kind: z.enum(['usage', 'rate', 'overload']),
  /** When the agent met it. */
  at: z.string(),
  until: z.string(),
  /** The provider's own words. */
  reason: z.string(),
  /** `named` by the provider; `guessed` by Party; `bounded` when the provider named a time that is too far ahead. */
  time: z.enum(['named', 'guessed', 'bounded']),
  /** How often in a row the agent met a limit, with nothing in between that went well; 0 when something has since. */
  tries: z.number(),
});
export type AgentLimit = z.infer<typeof AgentLimit>;

/** Undefined for any other failure. `reason` must be an error of the client, not words of the model. */
export function limitKindOf(reason: string): AgentLimit['kind'] | undefined {
  if (usageWords.test(reason)) return 'usage';
  if (overloadWords.test(reason)) return 'overload';
  return rateWords.test(reason) ? 'rate' : undefined;
}

// Used-up credits are not here, because waiting does not bring them back.
const usageWords =
  /you(?:['’]ve| have) (?:hit|reached) your [^.\n]{0,60}\blimit|\b(?:usage|session|weekly|daily|monthly|spend|\d+-hour) limit\b/i;
// Not "high demand", which Codex 0.166.0 says about every HTTP 500.
const overloadWords = or(statusWords(529), /overloaded|experiencing high load|\bat capacity\b/);
const rateWords = or(statusWords(429), /too many requests|rate[ _-]?limit/);

/** The status of an HTTP answer: the bare number may count anything, such as tokens. */
function statusWords(status: number): RegExp {
  return new RegExp(
    `^\\W*${status}\\b|(?:\\b|_)(?:status|error|code|http)\\W{0,4}(?:(?:code|\\d\\.\\d)\\W{1,3})?${status}\\b|\\b${status} (?:status|error)`,
  );
}

function or(...words: readonly RegExp[]): RegExp {
  return new RegExp(words.map(({ source }) => source).join('|'), 'i');
}

export interface MetLimit {
  /** When the turn failed, in milliseconds since 1970. */
  readonly at: number;
  readonly reason: string;
  /** When the limit ends by the client's own numbers, if its record has them. */
  readonly resetsAt?: number | undefined;
  /** The time zone of this machine. */
  readonly zone: string;
}

/** `before` is the last limit of this agent, if no turn has gone well since. Undefined when the failure is no limit. */
export function limitMet(met: MetLimit, before: AgentLimit | undefined): AgentLimit | undefined {
  const kind = limitKindOf(met.reason);
  if (kind === undefined) return undefined;
  const tries = triesSo(before, met.at);
  const limit = {
    kind,
    at: iso(met.at),
    reason: met.reason.slice(0, 500),
    tries,
    ...endOf(met, { kind, tries }, before),
  };
  const isLonger = before?.kind === 'usage' && lasts(before, met.at) && before.until >= limit.until;
  // The usage is still used up. Only a named time is better than a guessed one.
  if (!isLonger || (kind === 'usage' && before.time === 'guessed')) return limit;
  const { until, time, reason } = before;
  return { ...limit, kind: 'usage', reason, until, time };
}

function endOf(
  { at, reason, resetsAt, zone }: MetLimit,
  { kind, tries }: Pick<AgentLimit, 'kind' | 'tries'>,
  before: AgentLimit | undefined,
): Pick<AgentLimit, 'until' | 'time'> {
  // The client's numbers are about usage.
  const named = (kind === 'usage' ? resetsAt : undefined) ?? timeIn(reason, { at, zone });
  if (named === undefined || Number.isNaN(named)) {
    // A turn that fails while the limit lasts, because a person sends anyway, does not make it longer.
    const known = before !== undefined && lasts(before, at) ? Date.parse(before.until) : at + guessMs(kind, tries);
    return { until: iso(known), time: 'guessed' };
  }
  const most = kind === 'usage' ? longestMs : shortMs;
  if (named - at > most) return { until: iso(at + most), time: 'bounded' };
  // A time without seconds may have just passed. Asking again at once, over and over, would flood the provider.
  if (named - at < soonestMs) return { until: iso(at + guessMs('rate', tries)), time: 'guessed' };
  return { until: iso(named), time: 'named' };
}

/** Whether it holds messages back. A clock that was set back makes the times unusable: then it counts as over. */
export function lasts({ at, until }: Pick<AgentLimit, 'at' | 'until'>, now: number): boolean {
  return Date.parse(at) - clockDriftMs <= now && now < Date.parse(until);
}

export const clockDriftMs = 60_000;

/** The clients wait out shorter limits themselves. */
const soonestMs = 10_000;

/** Requests that came too fast, and overloads, are over soon. A later time is misread, or about something else. */
const shortMs = 3600_000;

function triesSo(before: AgentLimit | undefined, at: number): number {
  if (before === undefined || at - Date.parse(before.until) > forgottenMs) return 1;
  return lasts(before, at) ? before.tries : before.tries + 1;
}

/** After this long without a new limit, the next one counts as the first. */
const forgottenMs = 60 * 60_000;

/**
 * When the provider names no time. The clients themselves have tried for seconds. An overload is usually over within
 * minutes; used-up usage comes back after hours, and each question in between is wasted.
 */
function guessMs(kind: AgentLimit['kind'], tries: number): number {
  const [first, longest] = kind === 'usage' ? [15 * 60_000, 60 * 60_000] : [60_000, 15 * 60_000];
  return Math.min(longest, first * 2 ** Math.min(tries - 1, 10));
}

function iso(ms: number): string {
  return new Date(ms).toISOString();
}
