// What the gates before pull requests and calls of Codex know about projects.

import { PartyError } from '../../core/base/errors.ts';
import type { ReviewFacts } from '../../core/gates/gatedReviews.ts';
import { projectTop } from '../../node/project/paths.ts';
import { sameRepository } from '../../node/project/worktrees.ts';
import type { HookContext } from './hook.ts';

export function reviewFacts({ env, paths }: HookContext): ReviewFacts {
  return {
    topOf,
    sameRepository,
    reviewOf: async (top) => (await loadReviewFacts()).readReview({ env, paths }, top),
  };
}

/** Loaded when a line concerns the gate. */
export function loadReviewFacts() {
  return import('../hookFacts/review.ts');
}

function topOf(directory: string): string {
  try {
    return projectTop(directory);
  } catch (cause) {
    throw new PartyError('USAGE', `there is no directory ${directory}`, { cause });
  }
}
