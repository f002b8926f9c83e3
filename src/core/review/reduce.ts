// The state of the review, from the project log and the current state of git.

import { defaultConfig } from '../config/config.ts';
import { isBlocking, type LedgerFinding } from '../findings/ledgerFinding.ts';
import type { BudgetLimits } from '../project/budget.ts';
import { brokenLog, type LogTrouble } from '../project/chain.ts';
import type { EventOf } from '../project/event.ts';
import type { FindingsOrigin } from '../project/origin.ts';
import { type Trust, trusted } from './commands/trust.ts';
import { type Cycle, openRequest } from './cycle.ts';
import { changedFiles, type EvidenceTable, missingFor } from './evidence.ts';
import type { LogState } from './logState.ts';
import { defaultGatePolicy, type GatePolicy } from './policy.ts';
import type { ChangeFacts, Review } from './review.ts';
import { noReview, type ReviewStatus } from './reviewStatus.ts';
import { approvedTree, roundsOf, roundsUsed } from './rounds.ts';

export interface ReduceOptions {
  /** Milliseconds since 1970. */
  readonly now: number;
  /** Rounds without an approval after which a human has to decide. */
  readonly roundLimit?: number;
  /** The time limit for a reviewer. */
  readonly overdueMinutes?: number;
  /** The budget for all requests to Codex. */
  readonly limits?: BudgetLimits;
  /** Which evidence a pull request needs; all of it when omitted. */
  readonly policy?: GatePolicy;
  /** Lines of the log that do not count. */
  readonly trouble?: LogTrouble | undefined;
  /** What the user's configuration says; omitted when the events are taken at their word. */
  readonly trust?: Trust;
}

const { review, budget } = defaultConfig;

export function reduceReview(log: LogState, change: ChangeFacts | null, options: ReduceOptions): Review {
  const { now, roundLimit = review.rounds, overdueMinutes = review.overdueMinutes, limits = budget, trouble } = options;
  const { policy = defaultGatePolicy, trust } = options;
  const ofCollab = change === null ? [] : log.collabCycles(change.branch);
  const collab = ofCollab.flatMap((one) => one.findings);
  const cycle = heldBack(log.currentCycle(change), collab.filter(isBlocking), trust);
  const hash = change?.hash ?? null;
  const found = trusted(log.evidence(cycle, change), trust);
  const evidence = trouble?.broken ? withoutReading(found) : found;
  const limit = roundLimit + (cycle?.extensions ?? 0);
  const discussion = cycle === undefined ? log.discussion : discussionOf(cycle, limit);
  const overdue = isOverdue(cycle, now, overdueMinutes);
  const status = cycle === undefined ? withoutRound(discussion) : { ...statusOf(cycle, change, discussion), overdue };
  return {
    // Collab's findings do not change the state of the review, but they still block its approval.
    status: { ...status, blocking: status.blocking + collab.filter(isBlocking).length },
    cycle: cycle?.id ?? null,
    rounds: cycle === undefined ? [] : roundsOf(cycle),
    approvedTree: cycle === undefined ? null : approvedTree(cycle),
    findings: [
      ...(cycle?.findings ?? []),
      ...collab,
      ...log
        .cycles((one) => one.document !== null && one.collab === null && one.branch === change?.branch)
        .flatMap((one) => one.findings),
    ],
    evidence,
    policy,
    passes: change === null ? [] : log.passes(change.branch),
    missing: missingFor(evidence, hash, policy.required),
    change,
    discussion,
    givenUp: cycle?.givenUp ?? null,
    budget: { used: cycle === undefined ? 0 : roundsUsed(cycle), limit },
    spending: log.budget(limits, now),
    ...(trouble === undefined ? {} : { log: trouble }),
  };
}

/** The findings of a broken log are still shown, but that Codex has read the code is not proven. */
function withoutReading(evidence: EvidenceTable): EvidenceTable {
  return { ...evidence, 'codex-ran': { ...evidence['codex-ran'], hash: null, at: null, note: brokenLog.problem } };
}

/**
 * An approval does not cover what collab finds later in the approved code. It counts again once those findings are
 * settled. Nor does an approval count that rests on a program which the user does not trust.
 */
function heldBack(
  cycle: Cycle | undefined,
  blocking: readonly LedgerFinding[],
  trust: Trust | undefined,
): Cycle | undefined {
  if (cycle === undefined) return undefined;
  const isTrusted = cycle.ran?.origin !== 'generic' || trust?.genericReviewer !== false;
  return blocking.length === 0 && isTrusted ? cycle : { ...cycle, approved: null };
}

function withoutRound(discussion: string | null): ReviewStatus {
  return discussion === null ? noReview : { ...noReview, kind: 'needs-discussion' };
}

function statusOf(cycle: Cycle, change: ChangeFacts | null, discussion: string | null): ReviewStatus {
  const last = cycle.asked.at(-1);
  const shared = {
    round: last?.event.round ?? 0,
    blocking: cycle.findings.filter(isBlocking).length,
    hash: last?.event.hash ?? null,
    targeted: false,
    overdue: false,
    staleBecause: [],
    ...labelOf(last?.origin ?? null),
  };
  if (discussion !== null) return { ...shared, kind: 'needs-discussion' };
  const { approved, ran } = cycle;
  if (approved !== null) {
    const targeted = approved.targeted !== null;
    if (approved.hash === change?.hash) return { ...shared, kind: 'approved', hash: approved.hash, targeted };
    return { ...shared, kind: 'stale', hash: approved.hash, targeted, staleBecause: changedSince(approved, change) };
  }
  if (openRequest(cycle) !== undefined) return { ...shared, kind: 'requested' };
  if (ran === null) return { ...shared, kind: last === undefined ? 'none' : 'changes-requested' };
  if (shared.blocking === 0 && ran.hash !== change?.hash) {
    return { ...shared, kind: 'stale', staleBecause: changedSince(ran, change), unapproved: true };
  }
  return { ...shared, kind: 'findings' };
}

/** Only an origin that a reader has to know about. */
function labelOf(origin: FindingsOrigin | null): Pick<ReviewStatus, 'origin'> {
  return origin === 'unproven' || origin === 'generic' ? { origin } : {};
}

/** The files that have changed; empty when the log could not keep them all. */
function changedSince(
  then: { readonly files: Readonly<Record<string, string>> | undefined },
  change: ChangeFacts | null,
): string[] {
  return then.files === undefined || change === null ? [] : changedFiles(then.files, change.files);
}

function isOverdue(cycle: Cycle | undefined, now: number, minutes: number): boolean {
  const request = cycle === undefined ? undefined : openRequest(cycle);
  return request !== undefined && isLate(request, now, minutes);
}

/** Two clocks may differ by this much. */
const skewMs = 60_000;

/**
 * Also late when the request's time is in the future because the clock was set back: otherwise Party would wait much
 * too long.
 */
export function isLate({ at }: Pick<EventOf<'requested'>, 'at'>, now: number, minutes: number): boolean {
  const age = now - Date.parse(at);
  // An unreadable date counts as late, so that Party never waits forever.
  return !(age >= -skewMs && age <= minutes * 60_000);
}

/** The recorded reason, or that the rounds are used up and changes were still requested. */
function discussionOf(cycle: Cycle, limit: number): string | null {
  if (cycle.discussion !== null) return cycle.discussion;
  const used = roundsUsed(cycle);
  const ended = cycle.asked.at(-1)?.outcome === 'changes-requested';
  return ended && used >= limit ? `${used} rounds have not led to an approval` : null;
}
