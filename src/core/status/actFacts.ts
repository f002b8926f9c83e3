// What has to be known to say what can be done next: the status, and what would be refused as things are. The refusals are
// those of the program itself, asked beforehand, so that no act is offered that the program then turns down.

import type { PlanState } from '../plan/plan.ts';
import { approvalProblem, targetedProblem } from '../review/approval.ts';
import type { Review } from '../review/review.ts';
import { areRoundsUsedUp } from '../review/rounds.ts';
import { waitingRound } from '../review/standstill.ts';
import { awaited } from './awaited.ts';
import type { Status } from './status.ts';

/** What the reviewer of the open round has written: nothing, something that cannot be read as findings, or its findings. */
export type Written = 'nothing' | 'unreadable' | 'findings';

type ChangeKind = 'nothing' | 'no base' | 'some';

export interface ActFacts {
  readonly status: Status;
  readonly written?: Written;
  /** Something was found, resolved or not. */
  readonly hasFindings?: boolean;
  /** False where there is no git repository. */
  readonly canReview?: boolean;
  /** `nothing`: no file that counts has changed; `no base`: a person has to say what the branch is a change of. */
  readonly change?: ChangeKind;
  /** Codex has the request of the open round and is idle; it may be about to begin. */
  readonly isBeginning?: boolean;
  /** The process that runs Codex without a pane, when it is stopped: only a signal lets it go on. */
  readonly stopped?: number | undefined;
  /** Another round needs a human's reason. */
  readonly roundsUsedUp?: boolean;
  /** The last round has read no file, so that there is nothing to approve. */
  readonly isBlind?: boolean;
  readonly mayApprove?: boolean;
  /** As far as that is known without counting lines. */
  readonly mayApproveTargeted?: boolean;
  /** The plan cannot be reviewed or approved as it is: a heading is missing, or it is not a text. */
  readonly isPlanUnfit?: boolean;
  /** Decides which messages are stuck. */
  readonly now?: number;
}

export interface Known {
  readonly review: Review | undefined;
  readonly plan: PlanState | undefined;
  readonly written: Written;
  readonly now: number;
}

/** The same facts for everybody who says what is next. */
export function actFacts(status: Status, { review, plan, written, now }: Known): ActFacts {
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

/** A process that runs ends by itself, so that its round is late only when it is stopped. */
function stoppedRun({ review }: Status, { rounds }: Review): number | undefined {
  const round = waitingRound(rounds);
  const isLate = review.kind === 'requested' && review.overdue && (review.standstill ?? null) === null;
  if (!isLate || round === undefined || !round.headless || round.runner === null) return undefined;
  return Number.parseInt(round.runner, 10);
}

/** Where the reviewer of the open round is to write; undefined when no review is asked for. */
export function awaitedFile(review: Review | undefined): string | undefined {
  return waitingRound(review?.rounds ?? [])?.file;
}
