// What can sensibly be done next, the obvious act first. The editor offers all of it; `party status` names the first, if
// it takes the work forward. What takes something back is never the first: Enter must do no harm.

import { isUsedUp, renewCommand } from '../codex/budgetText.ts';
import { hasCollab, isAtWork, isHeld } from '../collab/collabText.ts';
import { troubledMessages } from '../messages/messageTrouble.ts';
import type { Review } from '../review/review.ts';
import { waitingRound } from '../review/standstill.ts';
import { bringBackCommand, endedAgents } from '../session/bringBack.ts';
import type { Status } from './status.ts';
import { claudeIsUngated } from './statusBar.ts';

export type Act =
  | 'requestReview'
  | 'requestDeltaReview'
  | 'completeReview'
  | 'showFindings'
  | 'approve'
  | 'approveTargeted'
  | 'requestReReview'
  | 'needsDiscussion'
  | 'nudgeCodex'
  | 'showTimeline'
  | 'openPlan'
  | 'reviewPlan'
  | 'cancelPlanReview'
  | 'showPlanVersions'
  | 'approvePlan'
  | 'stopPlan'
  | 'resumeCollab'
  | 'openCollabReview'
  | 'pauseCollab'
  | 'skipCollab'
  | 'cancelCollab'
  | 'renewBudget'
  | 'checkGates'
  | 'showMessages'
  | 'attach'
  | 'bringBack'
  | 'restore'
  | 'start';

/** The same for those who type. */
export const actCommands: Readonly<Record<Act, string>> = {
  requestReview: 'party review request',
  requestDeltaReview: 'party review request --delta',
  completeReview: 'party review complete FILE',
  showFindings: 'party findings list',
  approve: 'party review approve',
  approveTargeted: 'party review approve --targeted REASON',
  requestReReview: 'party review re-review REASON',
  needsDiscussion: 'party review needs-discussion REASON',
  nudgeCodex: 'party review nudge',
  showTimeline: 'party review timeline',
  openPlan: 'party plan status',
  reviewPlan: 'party plan review',
  cancelPlanReview: 'party plan cancel',
  showPlanVersions: 'party plan diff',
  approvePlan: 'party plan approve --reason REASON',
  stopPlan: 'party plan stop',
  resumeCollab: 'party collab resume',
  openCollabReview: 'party collab reviews',
  pauseCollab: 'party collab pause',
  skipCollab: 'party collab skip',
  cancelCollab: 'party collab cancel',
  renewBudget: renewCommand,
  checkGates: 'party gates check',
  showMessages: 'party message list',
  attach: 'party attach',
  bringBack: bringBackCommand('ID'),
  restore: 'party restore',
  start: 'party start',
};

export interface ActFacts {
  readonly status: Status;
  /** The reviewer of the open round has written its file. */
  readonly findingsReady?: boolean;
  /** Something was found, resolved or not. */
  readonly hasFindings?: boolean;
  /** False where there is no git repository. */
  readonly canReview?: boolean;
  /** Decides which messages are stuck. */
  readonly now?: number;
}

/** The same facts for everybody who says what is next. `isThere` looks for a file. */
export function actFacts(
  status: Status,
  review: Review | undefined,
  { isThere, now }: { isThere: (file: string) => boolean; now: number },
): ActFacts {
  const file = awaitedFile(review);
  return {
    status,
    findingsReady: file !== undefined && isThere(file),
    hasFindings: (review?.findings.length ?? 0) > 0,
    canReview: review !== undefined && review.change !== null,
    now,
  };
}

/** Where the reviewer of the open round is to write; undefined when no review is asked for. */
export function awaitedFile(review: Review | undefined): string | undefined {
  return waitingRound(review?.rounds ?? [])?.file;
}

export function nextActs(facts: ActFacts): Act[] {
  return chosen([...urgentActs(facts), ...forwardActs(facts), ...lookingActs(facts), ...backwardActs(facts)]);
}

/** What takes the work forward. Undefined while it is in others' hands, or done. */
export function nextStep(facts: ActFacts): Act | undefined {
  return chosen([...urgentActs(facts), ...forwardActs(facts)])[0];
}

type Acts = (Act | false)[];

function chosen(acts: Acts): Act[] {
  return [...new Set(acts.filter((act) => act !== false))];
}

/** Nothing goes on before these. */
function urgentActs({ status, findingsReady = false, now = Number.NaN }: ActFacts): Acts {
  const live = status.session !== null;
  return [
    live && status.agents.some((agent) => agent.state === 'waiting') && 'attach',
    // What it has written before it ended can be read without it.
    endedAgents(status).length > 0 && !findingsReady && 'bringBack',
    live && troubledMessages(status.messages, now).length > 0 && 'showMessages',
    claudeIsUngated(status) && 'checkGates',
  ];
}

function forwardActs(facts: ActFacts): Acts {
  const { status } = facts;
  const acts: Acts = [
    isHeld(status) && 'resumeCollab',
    ...planActs(status.plan),
    ...(isPlanning(status) || isInCollab(status) ? [] : reviewActs(facts)),
  ];
  if (!isUsedUp(status)) return acts;
  // Whatever else asks Codex would be refused.
  return ['renewBudget', ...acts.filter((act) => act === false || !asksCodex.has(act))];
}

const asksCodex: ReadonlySet<Act> = new Set(['requestReview', 'requestDeltaReview', 'reviewPlan']);

/** There is no code to review before the plan is approved, unless there was before. */
function isPlanning({ plan, review }: Status): boolean {
  return plan.kind !== 'off' && plan.kind !== 'approved' && review.kind === 'none';
}

/** Its tasks are reviewed as they come; the whole is, when they are done. */
function isInCollab(status: Status): boolean {
  return isAtWork(status) && status.review.kind === 'none';
}

/** Nothing is built before the plan is approved; afterwards, or while Codex reads, there is nothing to do about it. */
function planActs({ kind, hash }: Status['plan']): Acts {
  switch (kind) {
    case 'off':
    case 'approved':
    case 'reviewing':
      return [];
    case 'none':
      return hash === null ? ['openPlan'] : ['reviewPlan', 'openPlan', 'approvePlan'];
    case 'changes-requested':
      return ['openPlan', 'showPlanVersions', 'reviewPlan', 'approvePlan'];
    case 'stale':
      return ['reviewPlan', 'showPlanVersions', 'openPlan', 'approvePlan'];
    case 'needs-human':
      return ['openPlan', 'showPlanVersions', 'approvePlan', 'reviewPlan'];
    default: {
      const unreachable: never = kind;
      return unreachable;
    }
  }
}

function reviewActs({ status, findingsReady = false, hasFindings = false, canReview = true }: ActFacts): Acts {
  const { review } = status;
  if (!canReview) return [];
  // A small fix may need no further round, but only when nothing is left that blocks.
  const fixed = review.blocking === 0;
  switch (review.kind) {
    case 'none':
      return [!fixed && 'showFindings', 'requestReview'];
    case 'requested':
      return [findingsReady && 'completeReview', ...waitingActs(status)];
    case 'findings':
      return fixed ? ['approve', hasFindings && 'showFindings'] : ['showFindings', 'requestReReview'];
    case 'changes-requested':
      return ['requestDeltaReview', 'requestReview', hasFindings && 'showFindings'];
    case 'approved':
      return [];
    case 'stale':
      return ['requestDeltaReview', fixed && 'approveTargeted', 'requestReview', hasFindings && 'showFindings'];
    case 'needs-discussion':
      return [hasFindings && 'showFindings', review.round > 0 ? 'requestDeltaReview' : 'requestReview'];
    default: {
      const unreachable: never = review.kind;
      return unreachable;
    }
  }
}

/** A round that does not come. What is asked again has the same number. */
function waitingActs({ review, session }: Status): Acts {
  const live = session !== null;
  switch (review.standstill ?? null) {
    case null:
      return [review.overdue && live && 'nudgeCodex', review.overdue && 'requestReview'];
    case 'idle':
      return ['nudgeCodex', review.overdue && 'requestReview'];
    case 'not-taken':
      return ['nudgeCodex', 'requestReview'];
    case 'run-ended':
    case 'unknown-request':
      return ['requestReview'];
    case 'party-ended':
      return [!live && 'restore', 'requestReview'];
    case 'codex-ended':
    case 'no-codex':
      return ['bringBack'];
    default: {
      const unreachable: never = review.standstill as never;
      return unreachable;
    }
  }
}

/** Harmless, whatever the state. While the agents have the next word, their panes are what there is to see. */
function lookingActs({ status, hasFindings = false, canReview = true }: ActFacts): Acts {
  const { session, review, plan, collab } = status;
  const live = session !== null;
  // Whoever paused it had a reason: going on is offered, and not proposed.
  const paused = hasCollab(status) && collab.paused;
  const withAgents = canReview && (review.kind === 'requested' || review.kind === 'approved');
  return [
    plan.kind === 'reviewing' && 'openPlan',
    plan.kind === 'reviewing' && plan.version > 1 && 'showPlanVersions',
    live && withAgents && 'attach',
    review.round > 0 && 'showTimeline',
    withAgents && hasFindings && 'showFindings',
    plan.kind === 'approved' && plan.version > 0 && 'showPlanVersions',
    paused && 'resumeCollab',
    hasCollab(status) && (collab.task ?? null) !== null && 'openCollabReview',
    live && 'checkGates',
    live ? 'attach' : 'start',
  ];
}

/** These end a round, take an approval or a request back, or open the gate. */
function backwardActs({ status, canReview = true }: ActFacts): Acts {
  const { kind } = status.plan;
  return [
    ...(canReview ? endingActs(status) : []),
    ...(isAtWork(status) ? (['pauseCollab', 'skipCollab'] as const) : []),
    kind === 'reviewing' && 'cancelPlanReview',
    kind !== 'off' && 'stopPlan',
    hasCollab(status) && 'cancelCollab',
  ];
}

function endingActs({ review }: Status): Acts {
  if (review.kind === 'none' || review.kind === 'needs-discussion') return [];
  const reReviewed = review.kind === 'approved' || review.kind === 'findings';
  return [reReviewed && 'requestReReview', 'needsDiscussion'];
}
