// What the editor offers for each act that a problem names as its way out.

import type { Act } from '../../core/base/acts.ts';
import type { WayOut } from '../../core/base/remark.ts';
import type { CommandName } from '../app/contributions.ts';

/** `terminal`: only a command line does it. `nothing`: the editor shows it anyway, or asks for it itself. */
export type EditorWay = CommandName | 'findingsView' | 'terminal' | 'nothing';

const editorWays: Readonly<Record<Act, EditorWay>> = {
  requestReview: 'requestReview',
  requestDeltaReview: 'requestReview',
  requestBeyond: 'requestReview',
  requestDeltaBeyond: 'requestReview',
  requestAgainst: 'requestReview',
  requestOtherBase: 'nothing',
  requestHeadless: 'requestReview',
  completeReview: 'completeReview',
  showFindings: 'findingsView',
  showAllFindings: 'findingsView',
  markFixed: 'markFindingFixed',
  rejectFinding: 'rejectFinding',
  approve: 'approve',
  approveTargeted: 'approveTargeted',
  requestReReview: 'requestReReview',
  needsDiscussion: 'needsDiscussion',
  nudgeCodex: 'nudgeCodex',
  nudgeOther: 'terminal',
  continueRun: 'terminal',
  runTests: 'runTests',
  runChecks: 'runChecks',
  acceptEvidence: 'acceptEvidence',
  showEvidence: 'nothing',
  verifyEvidence: 'verifyEvidence',
  createTask: 'makeFindingTask',
  finishTask: 'terminal',
  showFindingTasks: 'findingsView',
  showTimeline: 'showTimeline',
  createPullRequest: 'createPullRequest',
  copySummary: 'copyReviewSummary',
  startPlan: 'startPlan',
  openPlan: 'openPlan',
  reviewPlan: 'reviewPlan',
  cancelPlanReview: 'cancelPlanReview',
  showPlanVersions: 'showPlanVersions',
  approvePlan: 'approvePlan',
  stopPlan: 'stopPlan',
  showCollab: 'nothing',
  reviewCollab: 'terminal',
  startCollab: 'startCollab',
  resumeCollab: 'resumeCollab',
  openCollabReview: 'openCollabReview',
  pauseCollab: 'pauseCollab',
  skipCollab: 'skipCollab',
  cancelCollab: 'cancelCollab',
  completeCollab: 'completeCollab',
  renewBudget: 'renewBudget',
  checkGates: 'checkGates',
  showPolicy: 'showGatePolicy',
  confirmPolicy: 'showGatePolicy',
  letThrough: 'letPullRequestThrough',
  showMessages: 'showMessages',
  showMessage: 'showMessages',
  attach: 'attach',
  restartAgent: 'restartAgent',
  restartForced: 'restartAgent',
  restoreOne: 'restore',
  startDemo: 'startDemo',
  openDemo: 'openDemo',
  restore: 'restore',
  start: 'start',
  checkLog: 'terminal',
  anchorLog: 'terminal',
  showStatus: 'nothing',
  attachOne: 'attach',
  startAnother: 'terminal',
  createTeam: 'createTeam',
  showTeams: 'nothing',
  showTaskLog: 'nothing',
  doctor: 'doctor',
  repair: 'doctor',
  pullTasks: 'pullTasks',
};

export function editorWay({ act, key }: WayOut): EditorWay {
  const way = editorWays[act];
  // Without a certain finding, the user chooses it in the view.
  return (way === 'markFindingFixed' || way === 'rejectFinding') && key === undefined ? 'findingsView' : way;
}

/** The command that takes this way out; undefined when there is none. */
export function wayCommand(way: WayOut): CommandName | undefined {
  const found = editorWay(way);
  return found === 'findingsView' || found === 'terminal' || found === 'nothing' ? undefined : found;
}
