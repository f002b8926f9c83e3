// What the gates before a review and a pull request deny, by the evidence that there is. Undefined: the call may run.

import { listed } from '../base/listed.ts';
import { oneLine } from '../base/outsideText.ts';
import type { Remark } from '../base/remark.ts';
import { english } from '../base/translate.ts';
import { brokenLog } from '../project/chain.ts';
import { type EvidenceKind, evidenceKinds } from '../project/evidenceKinds.ts';
import { missingFor } from '../review/evidence.ts';
import { filteredRemark, waysTo } from '../review/evidenceWays.ts';
import { isPlainStrict } from '../review/policy.ts';
import { policyLines } from '../review/policyText.ts';
import type { ChangeFacts, Review } from '../review/review.ts';
import type { CodexCall } from './codexCalls.ts';
import { type Denial, deny } from './denial.ts';

/** `passed`: a human lets exactly this code through, without all the evidence. */
export function denyPullRequest(review: Review, { passed = false } = {}): Denial | undefined {
  const { change } = review;
  const missing = passed ? [] : review.missing;
  if (isGateOff(review)) return undefined;
  if (change === null) return deny('Party allows no pull request from a directory that is not a git repository');
  if (!change.baseKnown) {
    return deny('Party does not know the base of this pull request', { act: 'requestAgainst' });
  }
  if (change.docsOnly) return denyUncommitted(change, (file) => !Object.hasOwn(change.files, file));
  if (Object.keys(change.files).length === 0) {
    const since = `nothing has changed since the base ${change.base.slice(0, 12)}`;
    return deny(`There is nothing to create a pull request from: ${since}. Commit your work on its own branch first`);
  }
  if (change.filtered.length > 0 && !passed) return filteredRemark(change);
  if (missing.length === 0) return denyUncommitted(change);
  const problem = 'This pull request is not ready. Missing for the current code:';
  return { problem, next: [], parts: [...missingParts(review, missing), ...policyParts(review)] };
}

/** The user has decided that a pull request needs nothing, and neither a rule nor the project asks for more. */
export function isGateOff({ policy }: Pick<Review, 'policy'>): boolean {
  return policy.required.length === 0;
}

/** What holds, and why, unless it is the default. */
function policyParts({ policy }: Review): Remark[] {
  if (isPlainStrict(policy)) return [];
  const [first = '', ...others] = policyLines(policy, english);
  const next = policy.waiting === null ? [] : [{ act: 'confirmPolicy' } as const];
  return [{ problem: [`Required here: ${first}`, ...others].join('; '), next }];
}

/**
 * A pull request contains commits, but the review covered the files on disk. Among documents alone, only other files
 * count: a commit may have code that is no longer on disk.
 */
function denyUncommitted({ uncommitted }: ChangeFacts, counts = (_file: string) => true): Denial | undefined {
  const names = uncommitted.filter(counts).map((file) => oneLine(file, 80));
  if (names.length === 0) return undefined;
  const files = listed(names, 10);
  return deny(`The pull request would not contain what was reviewed. Commit these files first: ${files}`);
}

export function denyCodexCall(review: Review, call: CodexCall): Denial | undefined {
  const { change, evidence } = review;
  if (change === null) {
    return deny('Reviews need a git repository, and this directory is not in one. Run git init, or go to the project');
  }
  // The script decides whether a small fix needs another round, because it counts the lines.
  if (call === 'targeted') return undefined;
  const critics = (['code-critic', 'minimizer'] as const).filter((kind) => review.policy.required.includes(kind));
  const needed = call === 'review' ? critics : (['codex-ran'] as const);
  const missing = missingFor(evidence, change.hash, needed);
  if (missing.length === 0) return undefined;
  const act = call === 'review' ? 'You can request a review' : 'You can approve';
  return { problem: `${act} only with these, for the current code:`, next: [], parts: missingParts(review, missing) };
}

/** One for each kind, in the best order to get them, with the known reason why it is missing. */
function missingParts({ evidence, change, log }: Review, kinds: readonly EvidenceKind[]): Remark[] {
  const parts = evidenceKinds
    .filter((kind) => kinds.includes(kind))
    .map((kind) => {
      const { hash, note } = evidence[kind];
      const why = note ?? (hash !== null && hash !== change?.hash ? 'the code has changed since' : null);
      const { words = '', next } = waysTo(evidence[kind], change?.hash);
      return { problem: `${kind}${why === null ? '' : ` (${oneLine(why, 300)})`}${words && `: ${words}`}`, next };
    });
  return log?.broken ? [brokenLog, ...parts] : parts;
}
