// Whether the code may be approved, and if not, why and what to do about it.

import type { Act } from '../base/acts.ts';
import { listed } from '../base/listed.ts';
import type { Remark, WayOut } from '../base/remark.ts';
import { isAbout, isBlocking, isCollab, isForHuman, type LedgerFinding } from '../findings/ledgerFinding.ts';
import { brokenLog } from '../project/chain.ts';
import { missingFor } from './evidence.ts';
import type { Review, Round } from './review.ts';

/** The largest fix, in lines, that needs no other round. */
export const targetedLines = 10;

/** Undefined when the code may be approved. */
export function approvalProblem(review: Review): Remark | undefined {
  return withinLimit(review, approvalRemark(review));
}

function approvalRemark(review: Review): Remark | undefined {
  const unread = readingProblem(review);
  if (unread !== undefined) return unread;
  const { status, change, evidence } = review;
  if (evidence['codex-ran'].hash !== change?.hash) {
    return {
      problem: `The code is not what round ${status.round} was asked to review${staleFiles(review)}. A fix of at most ${targetedLines} lines needs tests and critics, but no further round`,
      next: [{ act: 'requestDeltaReview' }, { act: 'approveTargeted' }],
    };
  }
  return openProblem(review) ?? claimProblem(review);
}

/** `lines` is how many lines have changed since the round was requested; undefined when unknown. */
export function targetedProblem(review: Review, lines: number | undefined): Remark | undefined {
  return withinLimit(review, targetedRemark(review, lines));
}

/** When the rounds are used up, Party refuses a request that does not say why there has to be another one. */
function withinLimit({ budget: { used, limit } }: Review, remark: Remark | undefined): Remark | undefined {
  if (remark === undefined || used < limit) return remark;
  return { ...remark, next: remark.next.map((way) => ({ ...way, act: beyond[way.act] ?? way.act })) };
}

const beyond: Readonly<Partial<Record<Act, Act>>> = {
  requestReview: 'requestBeyond',
  requestDeltaReview: 'requestDeltaBeyond',
};

function targetedRemark(review: Review, lines: number | undefined): Remark | undefined {
  const unread = readingProblem(review);
  if (unread !== undefined) return unread;
  const { status, change, evidence } = review;
  if (lines === undefined || lines > targetedLines) {
    const size = lines === undefined ? 'A binary file or an unknown number of lines has' : `${lines} lines have`;
    return {
      problem: `${size} changed since round ${status.round}; a targeted approval covers at most ${targetedLines}`,
      next: [{ act: 'requestDeltaReview' }],
    };
  }
  const open = openProblem(review) ?? claimProblem(review);
  if (open !== undefined) return open;
  if (missingFor(evidence, change?.hash ?? null, ['tests-passed']).length === 0) return undefined;
  return { problem: 'A targeted approval needs passed tests for the current code', next: [{ act: 'runTests' }] };
}

function readingProblem({ status, rounds, evidence, change, discussion, log }: Review): Remark | undefined {
  if (log?.broken) return brokenLog;
  if (change === null)
    return { problem: 'This is not a git repository, so Party cannot tell what was reviewed', next: [] };
  if (discussion !== null) {
    return { problem: `This needs a human's decision first (${discussion})`, next: [{ act: 'requestReview' }] };
  }
  const last = rounds.at(-1);
  const missing = 'codex-ran';
  if (last === undefined) return { problem: 'Nothing has been reviewed', missing, next: [{ act: 'requestReview' }] };
  if (last.origin === 'unproven') return { ...unprovenProblem(last), missing };
  if (status.kind === 'requested') return { ...notWritten(last), missing };
  if (last.blind) {
    return {
      problem: `The reviewer says that it read no files in round ${last.n}, so there is nothing to approve`,
      next: [{ act: 'requestReview' }],
    };
  }
  if (evidence['codex-ran'].hash === null) {
    const problem = `Round ${last.n} ended with changes requested`;
    return { problem, missing, next: [{ act: 'requestDeltaReview' }] };
  }
  return undefined;
}

/** Any process can write the findings file. Only the reviewer's own word counts. */
export function unprovenProblem({ n, unproven }: Pick<Round, 'n' | 'unproven'>): Remark {
  return {
    problem: `The findings of round ${n} are not proven to come from Codex, so they approve nothing`,
    // Findings of an older version are not waited for: the next round reads the code again.
    next: unproven === null ? [{ act: 'requestReview' }] : [{ act: 'nudgeCodex' }, { act: 'requestReview' }],
  };
}

/** The round waits for the findings of Codex. */
export function notWritten({ n, file }: Pick<Review['rounds'][number], 'n' | 'file'>): Remark {
  return {
    problem: `Round ${n} has no findings yet: Codex has to write them first`,
    next: [{ act: 'completeReview', file }],
  };
}

function openProblem({ findings }: Review): Remark | undefined {
  const open = findings.filter(isAbout(null)).filter(isBlocking);
  const forHuman = open.filter(isForHuman);
  if (open.length === 0) return undefined;
  const count = `${open.length === 1 ? '1 blocking finding is' : `${open.length} blocking findings are`} open (${keysOf(open)})`;
  if (forHuman.length === open.length) {
    return {
      problem: `${count}, and fixing it would conflict with the approved design: the human decides, by rejecting it or changing the design`,
      next: [{ ...onFinding('rejectFinding', open), by: 'human' }],
    };
  }
  return {
    problem: count,
    next: [onFinding('markFixed', open), onFinding('rejectFinding', open)],
  };
}

/** A finding marked "fixed" is not fixed when the code has not changed since its review. */
function claimProblem({ findings, rounds, change }: Review): Remark | undefined {
  const hashes = new Map(rounds.map(({ n, hash }) => [n, hash]));
  const unchanged = (one: LedgerFinding) => hashes.get(one.raised.at(-1)?.round ?? 0) === change?.hash;
  const claimed = findings.filter(
    (one) =>
      one.document === null && !isCollab(one) && one.severity === 'blocking' && one.state === 'fixed' && unchanged(one),
  );
  if (claimed.length === 0) return undefined;
  return {
    problem: `${named(claimed)} marked as fixed, but the code is the same as when it was reviewed. Change it and review it again, or reject the finding`,
    next: [{ act: 'requestDeltaReview' }, onFinding('rejectFinding', claimed)],
  };
}

/** Names the finding only when there is no other. */
function onFinding(act: 'markFixed' | 'rejectFinding', [first, ...others]: readonly LedgerFinding[]): WayOut {
  return first === undefined || others.length > 0 ? { act } : { act, key: first.key };
}

function named(findings: readonly LedgerFinding[]): string {
  return `${keysOf(findings)} ${findings.length === 1 ? 'is' : 'are'}`;
}

function keysOf(findings: readonly LedgerFinding[]): string {
  return listed(
    findings.map(({ key }) => key),
    5,
  );
}

function staleFiles({ status: { staleBecause } }: Review): string {
  return staleBecause.length === 0 ? '' : ` (${listed(staleBecause, 3)} changed)`;
}
