// What a user can do next, as command lines. The editor has its own words for each (extension/status/reviewPick.ts).

import { renewCommand } from '../codex/budgetText.ts';
import { bringBackCommand } from '../session/bringBack.ts';

export type Act =
  | 'requestReview'
  | 'requestDeltaReview'
  | 'requestBeyond'
  | 'requestDeltaBeyond'
  | 'requestAgainst'
  | 'completeReview'
  | 'showFindings'
  | 'approve'
  | 'approveTargeted'
  | 'requestReReview'
  | 'needsDiscussion'
  | 'nudgeCodex'
  | 'continueRun'
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

/** The command line of each act. */
export const actCommands: Readonly<Record<Act, string>> = {
  requestReview: 'party review request',
  requestDeltaReview: 'party review request --delta',
  requestBeyond: 'party review request --beyond REASON',
  requestDeltaBeyond: 'party review request --delta --beyond REASON',
  requestAgainst: 'party review request BASE',
  completeReview: 'party review complete FILE',
  showFindings: 'party findings list',
  approve: 'party review approve',
  approveTargeted: 'party review approve --targeted REASON',
  requestReReview: 'party review re-review REASON',
  needsDiscussion: 'party review needs-discussion REASON',
  nudgeCodex: 'party review nudge',
  continueRun: 'kill -CONT PID',
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

/** Acts that only a human may do: the program refuses agents. */
export const humanActs: ReadonlySet<Act> = new Set([
  ...(['requestBeyond', 'requestDeltaBeyond', 'approvePlan', 'stopPlan', 'resumeCollab', 'renewBudget'] as const),
]);

/** These also run without a party, when the command says so. */
export const requestActs: ReadonlySet<Act> = new Set([
  ...(['requestReview', 'requestDeltaReview', 'requestBeyond', 'requestDeltaBeyond', 'requestAgainst'] as const),
]);
