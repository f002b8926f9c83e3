// The projects that a gated command is about: where it runs, and where Claude is.

import { PartyError } from '../../core/base/errors.ts';
import type { Review } from '../../core/review/review.ts';
import { projectTop } from '../../node/project/paths.ts';
import { sameRepository } from '../../node/project/worktrees.ts';
import { readReview } from '../../node/review/openReview.ts';
import type { HookContext } from './hook.ts';

export interface GatedReview {
  readonly top: string;
  readonly review: Review;
}

/** The reviews to look at, each once. In another worktree of the same repository only that one counts. */
export async function reviewsAt(
  { env, paths }: HookContext,
  cwd: string,
  places: readonly string[],
): Promise<readonly GatedReview[]> {
  const own = topOf(cwd);
  const tops = new Set(places.map(topOf));
  if (tops.size === 0 || ![...tops].every((top) => sameRepository(top, own))) tops.add(own);
  return Promise.all([...tops].map(async (top) => ({ top, review: await readReview({ env, paths }, top) })));
}

function topOf(directory: string): string {
  try {
    return projectTop(directory);
  } catch (cause) {
    throw new PartyError('USAGE', `there is no directory ${directory}`, { cause });
  }
}
