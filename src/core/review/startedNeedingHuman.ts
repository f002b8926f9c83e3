import type { Review } from './review.ts';
import { isInterrupted } from './standstill.ts';

/** What a human has to do about a review; undefined while there is nothing to do. */
export type Need = 'discussion' | 'overdue';

export function needOf({ status }: Pick<Review, 'status'>): Need | undefined {
  if (status.kind === 'needs-discussion') return 'discussion';
  if (status.kind !== 'requested') return undefined;
  return status.overdue || isInterrupted(status.standstill) ? 'overdue' : undefined;
}

/**
 * The reviews that have begun to need the human since the last look, by the project's top folder. A new project does
 * not count, because its earlier state is unknown.
 */
export function startedNeedingHuman(
  before: ReadonlyMap<string, Need | undefined>,
  after: ReadonlyMap<string, Need | undefined>,
): { readonly top: string; readonly need: Need }[] {
  return [...after].flatMap(([top, need]) =>
    need === undefined || !before.has(top) || before.get(top) === need ? [] : [{ top, need }],
  );
}
