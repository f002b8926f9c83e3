// The decision of a gate about a line that it has read: the reason for a denial, or undefined.

import { oneLine } from '../base/outsideText.ts';
import { missingFor } from '../review/reduce.ts';
import type { ChangeFacts, Review } from '../review/review.ts';
import type { CodexCall } from './codexCalls.ts';
import { missingLines } from './ways.ts';

/** A gate's decision about a call that concerns it. */
export interface GateVerdict {
  /** What the call would do, in a few words. */
  readonly what: string;
  /** Undefined when the call may run. */
  readonly deny: string | undefined;
}

export function denyPullRequest(review: Review): string | undefined {
  const { change, missing } = review;
  if (change === null) return 'Party lets no pull request out of a directory that is no git repository.';
  if (!change.baseKnown) {
    return 'Party cannot tell against what this pull request would be made: the base of the change is not known. Name it with a review: tmux-codex.sh --review BASE.';
  }
  if (change.docsOnly) return undefined;
  if (Object.keys(change.files).length === 0) {
    return `There is nothing to make a pull request of: nothing has changed against the base ${change.base.slice(0, 12)}. Commit the work on a branch of its own first.`;
  }
  if (missing.length === 0) return denyUncommitted(change);
  const lines = missingLines(review, missing);
  return `This pull request is not ready. Missing for the code as it is now:\n${lines.join('\n')}`;
}

/** A pull request contains commits, but the review covered the files on disk. */
function denyUncommitted({ uncommitted }: ChangeFacts): string | undefined {
  if (uncommitted.length === 0) return undefined;
  const names = uncommitted.slice(0, 10).map((file) => oneLine(file, 80));
  const more = uncommitted.length > names.length ? ` and ${uncommitted.length - names.length} more` : '';
  return `The pull request would not be what was reviewed; commit first: ${names.join(', ')}${more}`;
}

export function denyCodexCall(review: Review, call: CodexCall): string | undefined {
  const { change, evidence } = review;
  if (change === null)
    return 'Reviews need a git repository, and this directory is in none. Run git init, or go to the project.';
  // The script decides whether a small fix needs another round, because it counts the lines.
  if (call === 'targeted') return undefined;
  const needed = call === 'review' ? (['code-critic', 'minimizer'] as const) : (['codex-ran'] as const);
  const missing = missingFor(evidence, change.hash, needed);
  if (missing.length === 0) return undefined;
  const act = call === 'review' ? 'A review is asked for' : 'Approval comes';
  const lines = missingLines(review, missing);
  return `${act} only with these, for the code as it is now:\n${lines.join('\n')}`;
}

/** The denial of a line that the gate cannot read. */
export function unseen(what: string, detail: string): string {
  return `Party cannot see ${detail}, so it counts as ${what}. Write the program and its first words out, without variables or substitutions (values in double quotes are fine).`;
}
