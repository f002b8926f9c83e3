// What makes sense next, the most obvious act first. The editor offers all of them; `party status` names the first if
// it moves the work forward. An act that takes something back is never first, because pressing Enter must do no harm.

import { type Act, type OfferedAct, requestActs } from '../base/acts.ts';
import { reviewer } from '../base/role.ts';
import { isUsedUp } from '../codex/budgetText.ts';
import { hasCollab, isAtWork, isCollabHeld } from '../collab/collabText.ts';
import { troubledMessages } from '../messages/messageTrouble.ts';
import { endedAgents, isOffered } from '../session/bringBack.ts';
import type { ActFacts } from './actFacts.ts';
import type { Status } from './status.ts';
import { claudeIsUngated } from './statusBar.ts';

export function nextActs(facts: ActFacts): OfferedAct[] {
  const forward = [...forwardActs(facts), ...endActs(facts)];
  return chosen([...urgentActs(facts), ...backActs(facts), ...forward, ...lookingActs(facts), ...backwardActs(facts)]);
}

/**
 * Only offered, and first: the agents of a party that ended unexpectedly know what they were doing. Where nothing has begun,
 * a start is what the user wants.
 */
function backActs({ status }: ActFacts): Acts {
  const { session, ended, review, plan } = status;
  if (session !== null) return [];
  const hasBegun = review.kind !== 'none' || review.blocking > 0 || plan.kind !== 'off' || hasCollab(status);
  return [ended !== undefined && isOffered(ended) && 'restore', !hasBegun && 'start'];
}

/** Only offered: `party status` tells the agents what to do next, and a pull request is for the user to ask for. */
function endActs({ status: { review, session }, canReview = true }: ActFacts): Acts {
  if (!canReview || review.kind !== 'approved') return [];
  return [session !== null && 'createPullRequest', 'copySummary'];
}

/** The act that moves the work forward. Undefined while agents work, or when all is done. */
export function nextStep(facts: ActFacts): OfferedAct | undefined {
  return chosen([...urgentActs(facts), ...forwardActs(facts)])[0];
}

type Acts = (OfferedAct | false)[];

function chosen(acts: Acts): OfferedAct[] {
  return [...new Set(acts.filter((act) => act !== false))];
}

/** These come before everything else. */
function urgentActs({ status, written, now = Number.NaN }: ActFacts): Acts {
  const live = status.session !== null;
  return [
    live && status.agents.some((agent) => agent.state === 'waiting') && 'attach',
    // Party can read what the agent wrote before it ended, without bringing it back.
    endedAgents(status).length > 0 && written !== 'findings' && 'restartAgent',
    live && troubledMessages(status.messages, now).length > 0 && 'showMessages',
    claudeIsUngated(status) && 'checkGates',
  ];
}

function forwardActs(facts: ActFacts): Acts {
  const { status } = facts;
  const acts: Acts = [
    isCollabHeld(status) && 'resumeCollab',
    ...planActs(facts),
    ...(isPlanning(status) || isInCollab(status) ? [] : reviewActs(facts).map((act) => asAllowed(act, facts))),
  ];
  if (!isUsedUp(status)) return acts;
  // Until the budget is renewed, every other request to Codex is refused.
  return ['renewBudget', ...acts.filter((act) => act === false || !asksCodex.has(act))];
}

const asksCodex: ReadonlySet<Act> = new Set([...requestActs, 'reviewPlan']);

/** Replaces an act that the program would refuse with the one that it allows. */
function asAllowed(
  act: OfferedAct | false,
  { status, change = 'some', roundsUsedUp = false }: ActFacts,
): OfferedAct | false {
  if (act !== 'requestReview' && act !== 'requestDeltaReview') return act;
  if (!hasCodex(status)) return 'restartAgent';
  if (change === 'no base') return 'requestAgainst';
  if (change === 'nothing') return false;
  if (roundsUsedUp) return act === 'requestReview' ? 'requestBeyond' : 'requestDeltaBeyond';
  return act;
}

/** Whether a request would find its pane. Without a party, Codex runs without one. */
function hasCodex({ session, agents }: Status): boolean {
  const codex = agents.find(({ role }) => role === reviewer);
  return session === null || (codex?.state !== 'dead' && codex?.state !== 'absent');
}

/** Before the plan is approved there is no code to review, unless a review had begun before. */
function isPlanning({ plan, review }: Status): boolean {
  return plan.kind !== 'off' && plan.kind !== 'approved' && review.kind === 'none';
}

/** Collab reviews each task when it is done; the review of the whole change follows after the last one. */
function isInCollab(status: Status): boolean {
  return isAtWork(status) && status.review.kind === 'none';
}

/** Before the approval, acts concern only the plan. After it, or while Codex reads, the plan needs nothing. */
function planActs({ status: { plan }, isPlanUnfit = false }: ActFacts): Acts {
  const fit = plan.hash !== null && !isPlanUnfit;
  const [review, approve] = [fit && 'reviewPlan', fit && 'approvePlan'] as const;
  // Even one version can be compared with the current plan.
  const versions = (plan.version > 1 || plan.hash !== null) && 'showPlanVersions';
  switch (plan.kind) {
    case 'off':
    case 'approved':
    case 'reviewing':
      return [];
    case 'none':
      return [review, 'openPlan', approve];
    case 'changes-requested':
      return ['openPlan', versions, review, approve];
    case 'stale':
      return [review, versions, 'openPlan', approve];
    case 'needs-human':
      return ['openPlan', versions, approve, review];
    default: {
      const unreachable: never = plan.kind;
      return unreachable;
    }
  }
}

function reviewActs(facts: ActFacts): Acts {
  const { status, written, hasFindings = false, canReview = true, change = 'some', mayApproveTargeted = true } = facts;
  const { review } = status;
  if (!canReview) return [];
  // A small fix may need no other round, but only when no blocking finding is left.
  const fixed = review.blocking === 0;
  switch (review.kind) {
    case 'none':
      return [!fixed && 'showFindings', 'requestReview'];
    case 'requested':
      return [written === 'findings' && 'completeReview', ...waitingActs(facts)];
    case 'findings':
      return fixed ? readActs(facts) : ['showFindings', 'requestReReview'];
    case 'changes-requested':
      return ['requestDeltaReview', 'requestReview', hasFindings && 'showFindings'];
    case 'approved':
      return [];
    case 'stale': {
      const small = fixed && mayApproveTargeted && change === 'some';
      return ['requestDeltaReview', small && 'approveTargeted', 'requestReview', hasFindings && 'showFindings'];
    }
    case 'needs-discussion':
      return [hasFindings && 'showFindings', review.round > 0 ? 'requestDeltaReview' : 'requestReview'];
    default: {
      const unreachable: never = review.kind;
      return unreachable;
    }
  }
}

/**
 * Nothing blocks. When the code still cannot be approved, Codex did not read it, or a finding was only marked as fixed.
 */
function readActs({ hasFindings = false, isBlind = false, mayApprove = true }: ActFacts): Acts {
  if (mayApprove) return ['approve', hasFindings && 'showFindings'];
  return isBlind ? ['requestReview', hasFindings && 'showFindings'] : ['showFindings', 'requestReReview'];
}

/** For a round that gets no answer. A repeated request has the same number. */
function waitingActs({ status: { review, session, agents }, written, stopped }: ActFacts): Acts {
  const live = session !== null;
  // While Codex works, it may be writing the file right now.
  const isUnusable = written === 'unreadable' || written === 'unproven';
  const isBroken = isUnusable && !agents.some(({ role, state }) => role === reviewer && state === 'busy');
  if (stopped !== undefined) return ['continueRun'];
  switch (review.standstill ?? null) {
    case null:
      return [(review.overdue || isBroken) && live && 'nudgeCodex', review.overdue && 'requestReview'];
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
      return ['restartAgent'];
    default: {
      const unreachable: never = review.standstill as never;
      return unreachable;
    }
  }
}

/** Safe in every state. While the agents work, their panes are what there is to see. */
function lookingActs({ status, hasFindings = false, canReview = true, isBeginning = false }: ActFacts): Acts {
  const { session, review, plan, collab, ended } = status;
  const live = session !== null;
  // The user paused collab for a reason, so resuming is offered but not suggested.
  const paused = hasCollab(status) && collab.paused;
  const withAgents = canReview && (review.kind === 'requested' || review.kind === 'approved');
  return [
    plan.kind === 'reviewing' && 'openPlan',
    plan.kind === 'reviewing' && plan.version > 1 && 'showPlanVersions',
    live && withAgents && 'attach',
    isBeginning && 'nudgeCodex',
    review.round > 0 && 'showTimeline',
    withAgents && hasFindings && 'showFindings',
    plan.kind === 'approved' && plan.version > 0 && 'showPlanVersions',
    paused && 'resumeCollab',
    hasCollab(status) && (collab.task ?? null) !== null && 'openCollabReview',
    live && 'checkGates',
    !live && ended?.restorable === true && 'restore',
    live ? 'attach' : 'start',
  ];
}

/** These end a round, withdraw an approval or a request, or open the gate. */
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
