// The decision of a gate about a line that it has read: the reason for a denial, or undefined.

import { oneLine } from '../base/outsideText.ts';
import { brokenLogText } from '../project/chain.ts';
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
  if (change === null) return 'Party allows no pull request from a directory that is not a git repository.';
  if (!change.baseKnown) {
    return 'Party does not know the base of this pull request. Name it with a review: tmux-codex.sh --review BASE.';
  }
  if (change.docsOnly) return undefined;
  if (Object.keys(change.files).length === 0) {
    return `There is nothing to create a pull request from: nothing has changed since the base ${change.base.slice(0, 12)}. Commit your work on its own branch first.`;
  }
  if (missing.length === 0) return denyUncommitted(change);
  const lines = [...logLines(review), ...missingLines(review, missing)];
  return `This pull request is not ready. Missing for the current code:\n${lines.join('\n')}`;
}

/** A pull request contains commits, but the review covered the files on disk. */
function denyUncommitted({ uncommitted }: ChangeFacts): string | undefined {
  if (uncommitted.length === 0) return undefined;
  const names = uncommitted.slice(0, 10).map((file) => oneLine(file, 80));
  const more = uncommitted.length > names.length ? ` and ${uncommitted.length - names.length} more` : '';
  return `The pull request would not contain what was reviewed. Commit these files first: ${names.join(', ')}${more}`;
}

export function denyCodexCall(review: Review, call: CodexCall): string | undefined {
  const { change, evidence } = review;
  if (change === null)
    return 'Reviews need a git repository, and this directory is not in one. Run git init, or go to the project.';
  // The script decides whether a small fix needs another round, because it counts the lines.
  if (call === 'targeted') return undefined;
  const needed = call === 'review' ? (['code-critic', 'minimizer'] as const) : (['codex-ran'] as const);
  const missing = missingFor(evidence, change.hash, needed);
  if (missing.length === 0) return undefined;
  const act = call === 'review' ? 'You can request a review' : 'You can approve';
  const lines = [...logLines(review), ...missingLines(review, missing)];
  return `${act} only with these, for the current code:\n${lines.join('\n')}`;
}

/** Why nothing is proven, when the log is the reason. */
function logLines({ log }: Review): string[] {
  return log?.broken ? [`- ${brokenLogText}`] : [];
}

/** The denial of a line that the gate cannot read. */
export function unseen(what: string, detail: string): string {
  return `Party cannot see ${detail}, so it counts as ${what}. Write the program and its first words literally, without variables or substitutions (values in double quotes are fine).`;
}
