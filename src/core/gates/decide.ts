// What a gate decides when it has seen what a line does: the reason for a denial, or undefined.

import { missingFor } from '../review/reduce.ts';
import type { Review } from '../review/review.ts';
import type { CodexCall } from './codexCalls.ts';
import { missingLines } from './ways.ts';

export function denyPullRequest(review: Review): string | undefined {
  const { change, missing } = review;
  if (change === null) return 'Party lets no pull request out of a directory that is no git repository.';
  if (change.docsOnly) return undefined;
  if (Object.keys(change.files).length === 0) {
    return `There is nothing to make a pull request of: nothing has changed against the base ${change.base.slice(0, 12)}. Commit the work on a branch of its own first.`;
  }
  if (missing.length === 0) return undefined;
  const lines = missingLines(review, missing);
  return `This pull request is not ready. Missing for the code as it is now:\n${lines.join('\n')}`;
}

export function denyCodexCall(review: Review, call: CodexCall): string | undefined {
  const { change, evidence } = review;
  if (change === null)
    return 'Reviews need a git repository, and this directory is in none. Run git init, or go to the project.';
  // Whether a small fix may go without another round is for the script to decide, which counts its lines.
  if (call === 'targeted') return undefined;
  const needed = call === 'review' ? (['code-critic', 'minimizer'] as const) : (['codex-ran'] as const);
  const missing = missingFor(evidence, change.hash, needed);
  if (missing.length === 0) return undefined;
  const act = call === 'review' ? 'A review is asked for' : 'Approval comes';
  const lines = missingLines(review, missing);
  return `${act} only with these, for the code as it is now:\n${lines.join('\n')}`;
}

/** What to say about a line that cannot be seen through. */
export function unseen(what: string, detail: string): string {
  return `Party cannot see ${detail}, so it counts as ${what}. Write the program and its first words out, without variables or substitutions (values in double quotes are fine).`;
}
