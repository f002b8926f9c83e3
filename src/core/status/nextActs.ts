// What can sensibly be done next, the obvious act first. The editor offers all of it; `party status` names the first, if
// it takes the work forward. What takes something back is never the first: Enter must do no harm.

import { isUsedUp } from '../codex/budgetText.ts';
import { hasCollab, isAtWork, isHeld } from '../collab/collabText.ts';
import { troubledMessages } from '../messages/messageTrouble.ts';
import { endedAgents } from '../session/bringBack.ts';
import { type Act, requestActs } from './actCommands.ts';
import type { ActFacts } from './actFacts.ts';
import type { Status } from './status.ts';
import { claudeIsUngated } from './statusBar.ts';

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
function urgentActs({ status, written, now = Number.NaN }: ActFacts): Acts {
  const live = status.session !== null;
  return [
    live && status.agents.some((agent) => agent.state === 'waiting') && 'attach',
    // What it has written before it ended can be read without it.
    endedAgents(status).length > 0 && written !== 'findings' && 'bringBack',
    live && troubledMessages(status.messages, now).length > 0 && 'showMessages',
    claudeIsUngated(status) && 'checkGates',
  ];
}

function forwardActs(facts: ActFacts): Acts {
  const { status } = facts;
  const acts: Acts = [
    isHeld(status) && 'resumeCollab',
    ...planActs(facts),
    ...(isPlanning(status) || isInCollab(status) ? [] : reviewActs(facts).map((act) => asAllowed(act, facts))),
  ];
  if (!isUsedUp(status)) return acts;
  // Whatever else asks Codex would be refused.
  return ['renewBudget', ...acts.filter((act) => act === false || !asksCodex.has(act))];
}

const asksCodex: ReadonlySet<Act> = new Set([...requestActs, 'reviewPlan']);

/** What would be refused as things are is not offered; what is allowed in its place is. */
function asAllowed(act: Act | false, { status, change = 'some', roundsUsedUp = false }: ActFacts): Act | false {
  if (act !== 'requestReview' && act !== 'requestDeltaReview') return act;
  if (!hasCodex(status)) return 'bringBack';
  if (change === 'no base') return 'requestAgainst';
  if (change === 'nothing') return false;
  if (roundsUsedUp) return act === 'requestReview' ? 'requestBeyond' : 'requestDeltaBeyond';
  return act;
}

/** Whether a request would find its pane. Without a party Codex is run without one. */
function hasCodex({ session, agents }: Status): boolean {
  const codex = agents.find(({ role }) => role === 'codex');
  return session === null || (codex?.state !== 'dead' && codex?.state !== 'absent');
}

/** There is no code to review before the plan is approved, unless there was before. */
function isPlanning({ plan, review }: Status): boolean {
  return plan.kind !== 'off' && plan.kind !== 'approved' && review.kind === 'none';
}

/** Its tasks are reviewed as they come; the whole is, when they are done. */
function isInCollab(status: Status): boolean {
  return isAtWork(status) && status.review.kind === 'none';
}

/** Nothing is built before the plan is approved; afterwards, or while Codex reads, there is nothing to do about it. */
function planActs({ status: { plan }, isPlanUnfit = false }: ActFacts): Acts {
  const fit = plan.hash !== null && !isPlanUnfit;
  const [review, approve] = [fit && 'reviewPlan', fit && 'approvePlan'] as const;
  // One version is compared with the plan as it is.
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
  // A small fix may need no further round, but only when nothing is left that blocks.
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

/** Nothing blocks. What cannot be approved all the same was not read, or was only said to be fixed. */
function readActs({ hasFindings = false, isBlind = false, mayApprove = true }: ActFacts): Acts {
  if (mayApprove) return ['approve', hasFindings && 'showFindings'];
  return isBlind ? ['requestReview', hasFindings && 'showFindings'] : ['showFindings', 'requestReReview'];
}

/** A round that does not come. What is asked again has the same number. */
function waitingActs({ status: { review, session, agents }, written, stopped }: ActFacts): Acts {
  const live = session !== null;
  // While Codex works, it may be writing the file this moment.
  const isBroken = written === 'unreadable' && !agents.some(({ role, state }) => role === 'codex' && state === 'busy');
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
      return ['bringBack'];
    default: {
      const unreachable: never = review.standstill as never;
      return unreachable;
    }
  }
}

/** Harmless, whatever the state. While the agents have the next word, their panes are what there is to see. */
function lookingActs({ status, hasFindings = false, canReview = true, isBeginning = false }: ActFacts): Acts {
  const { session, review, plan, collab } = status;
  const live = session !== null;
  // Whoever paused it had a reason: going on is offered, and not proposed.
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
