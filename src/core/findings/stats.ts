// Checks the reviewer's own counts. They decide nothing, but can show that entries were lost.

import type { Warn } from './codes.ts';
import { JsonObject, type JsonValue } from './repairJson.ts';
import { ignoreVerdicts } from './verdicts.ts';

export interface Tally {
  readonly blocking: number;
  readonly nonBlocking: number;
  /** Entries whose severity Party does not know. */
  readonly unclear: number;
}

/** Returns the number of reviewed files, if known. */
export function checkStats(stats: JsonValue | undefined, tally: Tally, warn: Warn): number | null {
  if (stats === undefined || stats === null) {
    warn('stats-missing');
    return null;
  }
  if (!(stats instanceof JsonObject)) {
    warn('stats-type');
    return null;
  }
  ignoreVerdicts(stats, warn);
  const [blocking, nonBlocking, files] = ['blocking_count', 'non_blocking_count', 'files_reviewed'].map((key) =>
    readCount(stats, key, warn),
  );
  if (!agrees(blocking, nonBlocking, tally)) warn('counts-disagree');
  if (files === 0) warn('nothing-reviewed');
  return files ?? null;
}

function readCount(stats: JsonObject, key: string, warn: Warn): number | undefined {
  const values = stats.all(key);
  const value = values.at(-1);
  if (values.some((one) => one !== value)) warn('counts-disagree');
  if (value === undefined || value === null) {
    warn('stats-missing');
    return undefined;
  }
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return value;
  warn('stats-type');
  // Good enough for the comparison: "2" with an empty list is also a loss.
  return typeof value === 'string' && /^\s*\d{1,9}\s*$/.test(value) ? Number(value) : undefined;
}

function agrees(blocking: number | undefined, nonBlocking: number | undefined, tally: Tally): boolean {
  const fits = (count: number | undefined, least: number) =>
    count === undefined || (count >= least && count <= least + tally.unclear);
  if (!fits(blocking, tally.blocking) || !fits(nonBlocking, tally.nonBlocking)) return false;
  if (blocking === undefined || nonBlocking === undefined) return true;
  return blocking + nonBlocking === tally.blocking + tally.nonBlocking + tally.unclear;
}
