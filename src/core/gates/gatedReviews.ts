// The projects that a gated command concerns: those of its directories and of Claude's directory.

import type { Review } from '../review/review.ts';

/** Facts about projects, which a gate reads only for a call that concerns it. */
export interface ReviewFacts {
  /** The top folder of a directory's project; throws when the directory does not exist. */
  readonly topOf: (directory: string) => string;
  /** Whether both are worktrees of one repository. */
  readonly sameRepository: (top: string, other: string) => boolean;
  readonly reviewOf: (top: string) => Promise<Review>;
}

export interface GatedReview {
  readonly top: string;
  readonly review: Review;
}

/** The reviews to check, each once. For another worktree of the same repository, only that worktree counts. */
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
