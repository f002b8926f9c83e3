import type { Review } from './review.ts';
import { isInterrupted } from './standstill.ts';

/** What a human has to do about a review; undefined while agents are at it, or nobody is. */
export type Need = 'discussion' | 'overdue';

export function needOf({ status }: Pick<Review, 'status'>): Need | undefined {
  if (status.kind === 'needs-discussion') return 'discussion';
  if (status.kind !== 'requested') return undefined;
  return status.overdue || isInterrupted(status.standstill) ? 'overdue' : undefined;
}

/**
 * The reviews that need the human now and did not at the look before, by the top of their project. Of a project that was
 * not there before it is not known what began.
 */
export function startedNeedingHuman(
  before: ReadonlyMap<string, Need | undefined>,
  after: ReadonlyMap<string, Need | undefined>,
): { readonly top: string; readonly need: Need }[] {
  return [...after].flatMap(([top, need]) =>
    need === undefined || !before.has(top) || before.get(top) === need ? [] : [{ top, need }],
  );
}
