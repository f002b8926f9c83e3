// Which two versions of a plan people compare, the most telling pair first.

import type { PlanState } from './plan.ts';

/** `now` is the plan as it is. */
export type PlanSide = number | 'now';

export interface VersionPair {
  readonly before: PlanSide;
  readonly after: PlanSide;
}

/** From a version to the plan as it is; if it is that, or there is none, from the version before. */
export function pairOf(
  { versions, hash }: Pick<PlanState, 'versions' | 'hash'>,
  version: number,
): VersionPair | undefined {
  const at = versions.findIndex((one) => one.version === version);
  if (hash !== undefined && versions[at]?.hash !== hash) return { before: version, after: 'now' };
  const before = versions[at - 1];
  return before && { before: before.version, after: version };
}

/** What changed since the last version; then from each version to the next, the newest first. */
export function versionPairs({ versions, hash }: Pick<PlanState, 'versions' | 'hash'>): VersionPair[] {
  const steps = versions.slice(1).map((version, index): VersionPair => {
    return { before: versions[index]?.version ?? 0, after: version.version };
  });
  const last = versions.at(-1);
  const newest: VersionPair[] =
    last === undefined || hash === undefined ? [] : [{ before: last.version, after: 'now' as const }];
  // A plan that is still its last version has nothing to show against that.
  return last?.hash === hash ? [...steps.reverse(), ...newest] : [...newest, ...steps.reverse()];
}
