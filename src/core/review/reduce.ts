// The one answer to "where does the review stand", made of the project log and of what git says now.

import { reduceBudget } from '../codex/reduceBudget.ts';
import { defaultConfig } from '../config/config.ts';
import { isBlocking, type LedgerFinding } from '../findings/ledgerFinding.ts';
import type { BudgetLimits } from '../project/budget.ts';
import type { EventOf, ProjectEvent } from '../project/event.ts';
import { collabCycles } from './collabCycles.ts';
import { type Cycle, openRequest, reduceCycles } from './cycle.ts';
import { type EvidenceKind, type EvidenceTable, evidenceKinds, reduceEvidence } from './evidence.ts';
import type { ChangeFacts, Review } from './review.ts';
import { noReview, type ReviewStatus } from './reviewStatus.ts';
import { roundsOf, roundsUsed } from './rounds.ts';

export interface ReduceOptions {
  /** Milliseconds since 1970. */
  readonly now: number;
  /** Rounds without an approval, after which a human has to decide. */
  readonly roundLimit?: number;
  /** How long a reviewer may take. */
  readonly overdueMinutes?: number;
  /** For everything that Codex is asked. */
  readonly limits?: BudgetLimits;
}

const { review, budget } = defaultConfig;

export function reduceReview(
  events: readonly ProjectEvent[],
  change: ChangeFacts | null,
  options: ReduceOptions,
): Review {
  const { now, roundLimit = review.rounds, overdueMinutes = review.overdueMinutes, limits = budget } = options;
  const cycles = reduceCycles(events);
  const ofCollab = change === null ? [] : collabCycles(events, cycles.all, change.branch);
  const collab = ofCollab.flatMap((one) => one.findings);
  const cycle = heldBack(currentCycle(cycles.all, change), collab.filter(isBlocking));
  const hash = change?.hash ?? null;
  const evidence = reduceEvidence(events, cycle, hash);
  const limit = roundLimit + (cycle?.extensions ?? 0);
  const discussion = cycle === undefined ? cycles.discussion : discussionOf(cycle, limit);
  const overdue = isOverdue(cycle, now, overdueMinutes);
  const status = cycle === undefined ? withoutRound(discussion) : { ...statusOf(cycle, change, discussion), overdue };
  return {
    // What collab has found says nothing about the review, and stands in the way of its approval all the same.
    status: { ...status, blocking: status.blocking + collab.filter(isBlocking).length },
    cycle: cycle?.id ?? null,
    rounds: cycle === undefined ? [] : roundsOf(cycle),
    findings: [
      ...(cycle?.findings ?? []),
      ...collab,
      ...cycles.all
        .filter((one) => one.document !== null && one.collab === null && one.branch === change?.branch)
        .flatMap((one) => one.findings),
    ],
    evidence,
    missing: missingFor(evidence, hash, evidenceKinds),
    change,
    discussion,
    givenUp: cycle?.givenUp ?? null,
    budget: { used: cycle === undefined ? 0 : roundsUsed(cycle), limit },
    spending: reduceBudget(events, limits, now),
  };
}

/** Which of these are not proven for the code as it is. */
export function missingFor(
  evidence: EvidenceTable,
  hash: string | null,
  kinds: readonly EvidenceKind[],
): EvidenceKind[] {
  return kinds.filter((kind) => hash === null || !isProven(evidence, hash, kind));
}

/** The change on this branch; on a new branch, the one that was about this very code. */
export function currentCycle(cycles: readonly Cycle[], change: ChangeFacts | null): Cycle | undefined {
  const code = cycles.filter(({ document, collab }) => document === null && collab === null);
  if (change === null) return undefined;
  return (
    code.findLast(({ branch }) => branch === change.branch) ??
    code.findLast(({ approved, asked }) => (approved?.hash ?? asked.at(-1)?.event.hash) === change.hash)
  );
}

/** What collab finds in approved code, the approval did not know of: it counts again when that is settled. */
function heldBack(cycle: Cycle | undefined, blocking: readonly LedgerFinding[]): Cycle | undefined {
  return cycle === undefined || blocking.length === 0 ? cycle : { ...cycle, approved: null };
}

/** A small fix after a reviewed round needs no reading of its own: that is what its approval says. */
function isProven(evidence: EvidenceTable, hash: string, kind: EvidenceKind): boolean {
  if (evidence[kind].hash === hash) return true;
  const { 'codex-approved': approved } = evidence;
  return kind === 'codex-ran' && approved.hash === hash && approved.targeted !== null;
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
  };
  if (discussion !== null) return { ...shared, kind: 'needs-discussion' };
  const { approved, ran } = cycle;
  if (approved !== null) {
    const targeted = approved.targeted !== null;
    if (approved.hash === change?.hash) return { ...shared, kind: 'approved', hash: approved.hash, targeted };
    return { ...shared, kind: 'stale', hash: approved.hash, targeted, staleBecause: changedFiles(approved, change) };
  }
  if (openRequest(cycle) !== undefined) return { ...shared, kind: 'requested' };
  if (ran === null) return { ...shared, kind: last === undefined ? 'none' : 'changes-requested' };
  if (shared.blocking === 0 && ran.hash !== change?.hash) {
    return { ...shared, kind: 'stale', staleBecause: changedFiles(ran, change) };
  }
  return { ...shared, kind: 'findings' };
}

/** Which files are not as they were; none are named when the log could not keep them all. */
function changedFiles(
  then: { readonly files: Readonly<Record<string, string>> | undefined },
  change: ChangeFacts | null,
): string[] {
  if (then.files === undefined || change === null) return [];
  const before = then.files;
  const paths = new Set([...Object.keys(before), ...Object.keys(change.files)]);
  return [...paths].filter((path) => before[path] !== change.files[path]).sort();
}

function isOverdue(cycle: Cycle | undefined, now: number, minutes: number): boolean {
  const request = cycle === undefined ? undefined : openRequest(cycle);
  return request !== undefined && isLate(request, now, minutes);
}

/** Two clocks may differ by as much. */
const skewMs = 60_000;

/** Also when it was made by a clock that has been set back since: by its date it would be waited for much too long. */
export function isLate({ at }: Pick<EventOf<'requested'>, 'at'>, now: number, minutes: number): boolean {
  const age = now - Date.parse(at);
  // A date that cannot be read says nothing, and nothing may be waited for without an end.
  return !(age >= -skewMs && age <= minutes * 60_000);
}

/** What was said, or that the rounds are used up and changes were requested all the same. */
function discussionOf(cycle: Cycle, limit: number): string | null {
  if (cycle.discussion !== null) return cycle.discussion;
  const used = roundsUsed(cycle);
  const ended = cycle.asked.at(-1)?.outcome === 'changes-requested';
  return ended && used >= limit ? `${used} rounds have not led to an approval` : null;
}
