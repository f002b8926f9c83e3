// The projects that a gated command is about: where it runs, and where Claude is.

import type { Review } from '../review/review.ts';

/** What a gate asks about projects, and only when a call concerns it. */
export interface ReviewFacts {
  /** The top of the project that a directory is in; throws when there is no such directory. */
  readonly topOf: (directory: string) => string;
  /** Are both worktrees of one repository? */
  readonly sameRepository: (top: string, other: string) => boolean;
  readonly reviewOf: (top: string) => Promise<Review>;
}

export interface GatedReview {
  readonly top: string;
  readonly review: Review;
}

/** The reviews to look at, each once. In another worktree of the same repository only that one counts. */
export async function gatedReviews(
  cwd: string,
  places: readonly string[],
  { topOf, sameRepository, reviewOf }: ReviewFacts,
): Promise<readonly GatedReview[]> {
  const own = topOf(cwd);
  const tops = new Set(places.map(topOf));
  if (tops.size === 0 || ![...tops].every((top) => sameRepository(top, own))) tops.add(own);
  return Promise.all([...tops].map(async (top) => ({ top, review: await reviewOf(top) })));
}
