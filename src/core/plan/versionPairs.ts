// Which two versions of a plan to compare, the most useful pair first.

import type { PlanState } from './plan.ts';

/** `now` is the current plan. */
export type PlanSide = number | 'now';

export interface VersionPair {
  readonly before: PlanSide;
  readonly after: PlanSide;
}

/** From a version to the current plan. When they are equal, or when there is no plan, from the version before. */
export function pairOf(
  { versions, hash }: Pick<PlanState, 'versions' | 'hash'>,
  version: number,
): VersionPair | undefined {
  const at = versions.findIndex((one) => one.version === version);
  if (hash !== undefined && versions[at]?.hash !== hash) return { before: version, after: 'now' };
  const before = versions[at - 1];
  return before && { before: before.version, after: version };
}

/** The changes since the last version come first, then those from each version to the next, newest first. */
export function versionPairs({ versions, hash }: Pick<PlanState, 'versions' | 'hash'>): VersionPair[] {
  const steps = versions.slice(1).map((version, index): VersionPair => {
    return { before: versions[index]?.version ?? 0, after: version.version };
  });
  const last = versions.at(-1);
  const newest: VersionPair[] =
    last === undefined || hash === undefined ? [] : [{ before: last.version, after: 'now' as const }];
  // When the plan is still its last version, that pair shows nothing, so it comes last.
  return last?.hash === hash ? [...steps.reverse(), ...newest] : [...newest, ...steps.reverse()];
}
