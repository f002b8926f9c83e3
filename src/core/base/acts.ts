// What a user or an agent can do next: for each act its command line, and what the command is for. Every command that
// Party suggests comes from this table, so that a terminal can print it and the editor can offer a button instead.

interface ActWords {
  /** Follows "To": what the command does. */
  readonly to: string;
  /** Words in capitals stand for values; `WayOut` has those that Party knows. */
  readonly command: string;
  /** The same for Claude, whose tool is tmux-codex.sh. */
  readonly script?: string;
  /** The program refuses agents. */
  readonly isForHuman?: true;
}

/** `nextActs.ts` decides when to offer each of these. */
const offered = {
  requestReview: {
    to: 'ask Codex for a review',
    command: 'party review request',
    script: 'tmux-codex.sh --review',
  },
  requestDeltaReview: {
    to: 'have the changes reviewed',
    command: 'party review request --delta',
    script: 'tmux-codex.sh --review --delta',
  },
  requestBeyond: {
    to: 'allow another round',
    command: 'party review request --beyond REASON',
    isForHuman: true,
  },
  requestDeltaBeyond: {
    to: 'allow another round about the changes',
    command: 'party review request --delta --beyond REASON',
    isForHuman: true,
  },
  requestAgainst: {
    to: 'name a base, a branch or a commit',
    command: 'party review request BASE',
    script: 'tmux-codex.sh --review BASE',
  },
  completeReview: {
    to: 'load the findings',
    command: 'party review complete FILE',
    script: 'tmux-codex.sh --review-complete FILE',
  },
  showFindings: { to: 'see the findings', command: 'party findings list' },
  approve: { to: 'approve it', command: 'party review approve', script: 'tmux-codex.sh --approve' },
  approveTargeted: {
    to: 'approve a small fix without another round',
    command: 'party review approve --targeted REASON',
    script: 'tmux-codex.sh --approve --targeted REASON',
  },
  requestReReview: {
    to: 'end the round with changes requested',
    command: 'party review re-review REASON',
    script: 'tmux-codex.sh --re-review REASON',
  },
  needsDiscussion: {
    to: 'ask the human for a decision',
    command: 'party review needs-discussion REASON',
    script: 'tmux-codex.sh --needs-discussion REASON',
  },
  nudgeCodex: { to: 'remind Codex', command: 'party review nudge' },
  continueRun: { to: 'let the stopped process continue', command: 'kill -CONT PID' },
  showTimeline: { to: 'see the rounds', command: 'party review timeline' },
  createPullRequest: {
    to: 'let Claude create the pull request',
    command: "party talk claude 'Create the pull request'",
    isForHuman: true,
  },
  copySummary: { to: 'see a summary of the review', command: 'party review summary' },
  openPlan: { to: 'see the plan', command: 'party plan status' },
  reviewPlan: { to: 'have the plan reviewed', command: 'party plan review' },
  cancelPlanReview: { to: 'cancel the review of the plan', command: 'party plan cancel' },
  showPlanVersions: { to: 'compare the versions of the plan', command: 'party plan diff' },
  approvePlan: { to: 'approve the plan', command: 'party plan approve --reason REASON', isForHuman: true },
  stopPlan: { to: 'turn the plan gate off', command: 'party plan stop', isForHuman: true },
  resumeCollab: { to: 'resume collab', command: 'party collab resume', isForHuman: true },
  openCollabReview: { to: 'see the reviews of collab', command: 'party collab reviews' },
  pauseCollab: { to: 'pause collab', command: 'party collab pause' },
  skipCollab: { to: 'skip the next review of collab', command: 'party collab skip' },
  cancelCollab: { to: 'cancel collab', command: 'party collab cancel' },
  renewBudget: { to: 'renew the budget', command: 'party budget renew --reason TEXT', isForHuman: true },
  checkGates: { to: 'check the gates', command: 'party gates check' },
  showMessages: { to: 'see the messages', command: 'party message list' },
  attach: { to: 'see the panes', command: 'party attach' },
  restartAgent: { to: 'restart it in its pane', command: 'party restart ROLE' },
  restore: { to: 'bring the last party back', command: 'party restore' },
  start: { to: 'start a party', command: 'party start' },
} as const satisfies Record<string, ActWords>;

/** Only refusals and remarks name these. */
const others = {
  requestOtherBase: {
    to: 'review it against another branch or commit',
    command: 'party review request BASE',
    script: 'tmux-codex.sh --review BASE',
  },
  requestHeadless: { to: 'ask Codex without a party', command: 'party review request --headless' },
  nudgeOther: { to: 'remind the Codex of that party', command: 'PARTY_SESSION=ID party review nudge' },
  showMessage: { to: 'see the message', command: 'party message show ID' },
  showAllFindings: { to: 'see all findings', command: 'party findings list --all' },
  markFixed: { to: 'mark a finding as fixed, after the fix', command: 'party findings triage KEY fixed' },
  rejectFinding: { to: 'reject a finding', command: 'party findings triage KEY rejected --reason TEXT' },
  runTests: { to: 'record that the tests pass', command: 'party evidence run tests -- CMD' },
  runChecks: { to: 'record that the checks pass', command: 'party evidence run checks -- CMD' },
  acceptEvidence: {
    to: 'accept the command as evidence',
    command: 'party evidence accept',
    isForHuman: true,
  },
  showEvidence: { to: 'see how to get each', command: 'party evidence list' },
  verifyEvidence: { to: 'verify, when nothing else is missing', command: 'party evidence verify' },
  createTask: { to: 'create the task again', command: 'party findings task KEY' },
  finishTask: { to: 'mark the task as done, after the work', command: 'party pm task done ID' },
  showFindingTasks: { to: 'see the tasks of the findings', command: 'party findings tasks' },
  showCollab: { to: 'see its state', command: 'party collab status' },
  completeCollab: { to: 'complete collab', command: 'party collab complete' },
  reviewCollab: { to: 'have it reviewed now', command: 'party collab review' },
  startCollab: { to: 'start collab', command: 'party collab start' },
  showPolicy: { to: 'see what a pull request needs, and why', command: 'party gates policy' },
  confirmPolicy: { to: 'confirm that less is required', command: 'party gates policy --confirm', isForHuman: true },
  letThrough: {
    to: 'let one pull request through',
    command: 'party gates pass --reason TEXT',
    isForHuman: true,
  },
  startPlan: { to: 'turn the plan gate on', command: 'party plan start' },
  checkLog: { to: 'check the log', command: 'party log check' },
  anchorLog: { to: 'accept this and continue', command: 'party log anchor --reason TEXT', isForHuman: true },
  showStatus: { to: 'see the agents', command: 'party status' },
  attachOne: { to: 'attach to one', command: 'party attach ID' },
  restartForced: { to: 'restart it all the same', command: 'party restart ROLE --force' },
  restoreOne: { to: 'bring it back', command: 'party restore ID' },
  startDemo: { to: 'look around with scripted demo agents', command: 'party start --new --agents demo' },
  openDemo: { to: 'try it in the demo project', command: 'party demo' },
  startAnother: { to: 'start another one', command: 'party start --new' },
  createTeam: { to: 'create a team', command: 'party pm init --name NAME' },
  showTeams: { to: 'see the teams', command: 'party pm list' },
  showTaskLog: { to: 'see the changes', command: 'party pm log' },
  doctor: { to: 'see what is wrong with the installation', command: 'party doctor' },
  repair: { to: 'have Party correct what it safely can', command: 'party doctor --fix' },
  pullTasks: { to: 'use what is on GitHub', command: 'party pm sync --pull' },
} as const satisfies Record<string, ActWords>;

// Pure, so that a bundle which says no act does without all of them.
const acts = /* @__PURE__ */ (() => ({ ...offered, ...others }))();

export type OfferedAct = keyof typeof offered;
export type Act = keyof typeof acts;

export const actNames = /* @__PURE__ */ Object.keys(acts) as readonly Act[];

/** These also run without a party, when the command says so. */
export const requestActs: ReadonlySet<Act> = new Set([
  ...(['requestReview', 'requestDeltaReview', 'requestBeyond', 'requestDeltaBeyond', 'requestAgainst'] as const),
]);

export function wordsOf(act: Act): ActWords {
  return acts[act];
}
