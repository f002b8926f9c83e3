// The facts that decide what a user can do next: the status, and what the program would refuse now. The refusals come
// from the program's own checks, so that Party offers no act that it would then refuse.

import type { PlanState } from '../plan/plan.ts';
import { approvalProblem, targetedProblem } from '../review/approval.ts';
import type { Review, Round } from '../review/review.ts';
import { areRoundsUsedUp } from '../review/rounds.ts';
import { waitingRound } from '../review/standstill.ts';
import { awaited } from './awaited.ts';
import type { Status } from './status.ts';

/**
 * What the reviewer of the open round has written: nothing, a file that cannot be read as findings, findings that are
 * loaded but not proven to be its own, or its findings.
 */
export type WrittenFindings = 'nothing' | 'unreadable' | 'unproven' | 'findings';

type ChangeKind = 'nothing' | 'no base' | 'some';

export interface ActFacts {
  readonly status: Status;
  readonly written?: WrittenFindings;
  /** There are findings, resolved or not. */
  readonly hasFindings?: boolean;
  /** False outside a git repository. */
  readonly canReview?: boolean;
  /** `nothing`: no file under review has changed. `no base`: the user has to name the branch's base. */
  readonly change?: ChangeKind;
  /** Codex has the request of the open round and is idle, so it may be about to begin. */
  readonly isBeginning?: boolean;
  /** The stopped process that runs Codex without a pane. Only a signal makes it continue. */
  readonly stopped?: number | undefined;
  /** Another round needs a human's reason. */
  readonly roundsUsedUp?: boolean;
  /** The last round read no file, so there is nothing to approve. */
  readonly isBlind?: boolean;
  readonly mayApprove?: boolean;
  /** As far as known without counting lines. */
  readonly mayApproveTargeted?: boolean;
  /** The plan cannot be reviewed or approved as it is: a heading is missing, or it is not text. */
  readonly isPlanUnfit?: boolean;
  /** The time that decides which messages are stuck. */
  readonly now?: number;
}

/** The sources of the facts, besides the status. */
export interface ActSources {
  readonly review: Review | undefined;
  readonly plan: PlanState | undefined;
  readonly written: WrittenFindings;
  readonly now: number;
}

/** The same facts for the terminal and the editor. */
export function actFacts(status: Status, { review, plan, written, now }: ActSources): ActFacts {
  return {
    ...{ status, written, now },
    isPlanUnfit: plan !== undefined && (plan.problem !== undefined || plan.missingHeadings.length > 0),
    ...(review === undefined ? { canReview: false } : reviewFacts(status, review)),
  };
}

function reviewFacts(status: Status, review: Review): Omit<ActFacts, 'status'> {
  return {
    hasFindings: review.findings.length > 0,
    canReview: review.change !== null,
    change: changeKind(review.change),
    isBeginning: awaited(status, review) === 'beginning',
    stopped: stoppedRun(status, review),
    roundsUsedUp: areRoundsUsedUp(review),
    isBlind: review.rounds.at(-1)?.blind ?? false,
    mayApprove: approvalProblem(review) === undefined,
    mayApproveTargeted: targetedProblem(review, 0) === undefined,
  };
}

function changeKind(change: Review['change']): ChangeKind {
  if (change?.baseKnown === false) return 'no base';
  return change !== null && Object.keys(change.files).length === 0 ? 'nothing' : 'some';
}

/** A running process ends by itself, so its round is overdue only when the process is stopped. */
function stoppedRun({ review }: Status, { rounds }: Review): number | undefined {
  const round = waitingRound(rounds);
  const isLate = review.kind === 'requested' && review.overdue && (review.standstill ?? null) === null;
  if (!isLate || round === undefined || !round.headless || round.runner === null) return undefined;
  return Number.parseInt(round.runner, 10);
}

/** The open round; undefined when there is none. */
export function awaitedRound(review: Review | undefined): Round | undefined {
  return waitingRound(review?.rounds ?? []);
}
