// Whether the code may be approved, and if not, why and what to do about it.

import { isAbout, isBlocking, isCollab, isForHuman, type LedgerFinding } from '../findings/ledgerFinding.ts';
import { missingFor } from './reduce.ts';
import type { Review } from './review.ts';

/** The largest fix, in lines, that needs no other round. */
export const targetedLines = 10;

/** Undefined when the code may be approved. */
export function approvalProblem(review: Review): string | undefined {
  const unread = readingProblem(review);
  if (unread !== undefined) return unread;
  const { status, change, evidence } = review;
  if (evidence['codex-ran'].hash !== change?.hash) {
    const files = staleFiles(review);
    return `The code is not what round ${status.round} was asked to review${files}. Review it with: tmux-codex.sh --review --delta; a fix of at most ${targetedLines} lines needs tests and critics, and no further round: tmux-codex.sh --approve --targeted REASON`;
  }
  return openProblem(review) ?? claimProblem(review);
}

/** `lines` is how many lines have changed since the round was requested; undefined when unknown. */
export function targetedProblem(review: Review, lines: number | undefined): string | undefined {
  const unread = readingProblem(review);
  if (unread !== undefined) return unread;
  const { status, change, evidence } = review;
  if (lines === undefined || lines > targetedLines) {
    const size = lines === undefined ? 'A binary file or an unknown number of lines has' : `${lines} lines have`;
    return `${size} changed since round ${status.round}; a targeted approval covers at most ${targetedLines}. Review it with: tmux-codex.sh --review --delta`;
  }
  const open = openProblem(review) ?? claimProblem(review);
  if (open !== undefined) return open;
  if (missingFor(evidence, change?.hash ?? null, ['tests-passed']).length === 0) return undefined;
  return 'A targeted approval needs passed tests for the code as it is. Run them with: party evidence run tests -- CMD';
}

function readingProblem({ status, rounds, evidence, change, discussion }: Review): string | undefined {
  if (change === null) return 'This is not a git repository: nothing can be said about what was reviewed';
  if (discussion !== null) return `This needs a human's decision first (${discussion}). Then: tmux-codex.sh --review`;
  const last = rounds.at(-1);
  if (last === undefined) return 'Nothing has been reviewed: codex-ran is missing. Ask with: tmux-codex.sh --review';
  if (status.kind === 'requested') {
    return `Round ${last.n} has no findings yet: codex-ran is missing. When Codex has written ${last.file}: tmux-codex.sh --review-complete ${last.file}`;
  }
  if (last.blind) {
    return `The reviewer says that it has looked at no file in round ${last.n}, so there is nothing to approve. Ask again with: tmux-codex.sh --review`;
  }
  if (evidence['codex-ran'].hash === null) {
    return `Round ${last.n} ended with changes requested: codex-ran is missing. Review the changes with: tmux-codex.sh --review --delta`;
  }
  return undefined;
}

function openProblem({ findings }: Review): string | undefined {
  const open = findings.filter(isAbout(null)).filter(isBlocking);
  const forHuman = open.filter(isForHuman);
  if (open.length === 0) return undefined;
  if (forHuman.length === open.length) {
    return `${named(open)} blocking and open, and to mend it would go against the approved design: the human decides, with party findings triage KEY rejected --reason TEXT, or by another design`;
  }
  return `${named(open)} blocking and open. Fix, then: party findings triage KEY fixed; or reject with: party findings triage KEY rejected --reason TEXT`;
}

/** A finding marked "fixed" is not fixed when the code has not changed since its review. */
function claimProblem({ findings, rounds, change }: Review): string | undefined {
  const hashes = new Map(rounds.map(({ n, hash }) => [n, hash]));
  const unchanged = (one: LedgerFinding) => hashes.get(one.raised.at(-1)?.round ?? 0) === change?.hash;
  const claimed = findings.filter(
    (one) =>
      one.document === null && !isCollab(one) && one.severity === 'blocking' && one.state === 'fixed' && unchanged(one),
  );
  if (claimed.length === 0) return undefined;
  return `${named(claimed)} marked as fixed, but the code is the same as when it was reviewed. Change it and review it again, or reject with: party findings triage KEY rejected --reason TEXT`;
}

function named(findings: readonly LedgerFinding[]): string {
  const keys = findings.slice(0, 5).map(({ key }) => key);
  const more = findings.length > keys.length ? ` and ${findings.length - keys.length} more` : '';
  return `${keys.join(', ')}${more} ${findings.length === 1 ? 'is' : 'are'}`;
}

function staleFiles({ status: { staleBecause } }: Review): string {
  if (staleBecause.length === 0) return '';
  const shown = staleBecause.slice(0, 3).join(', ');
  return ` (${shown}${staleBecause.length > 3 ? ` and ${staleBecause.length - 3} more` : ''} changed)`;
}
