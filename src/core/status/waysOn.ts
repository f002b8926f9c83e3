// No state without a way out. For every state of a message, a review, a plan, collab, a task, a session or a lock: what
// moves it on by itself, and what Party offers the user when nothing does, in a terminal and in the editor.
//
// test/core/status/waysOn.test.ts compares this table with the acts that the code really offers. The tests in
// test/cli/waysOn bring about each state, with kills and interrupts where users meet it that way, and take the way out.

import type { CollabPhase } from '../collab/collab.ts';
import type { MessageState } from '../messages/messageEvent.ts';
import type { Standstill } from '../review/standstill.ts';
import type { TaskState } from '../tasks/task.ts';
import type { Status } from './status.ts';

export interface WayOn {
  /** What moves it on without the user. */
  readonly byItself?: string;
  /** What the user can do: a command line, and the id of the editor's command without `party.`. */
  readonly cli?: string;
  readonly editor?: string;
  /** A final state. */
  readonly isEnd?: true;
}

export const messageWays: Readonly<Record<MessageState | 'held', WayOn>> = {
  written: {
    byItself: 'the relay, every hook and every party command type it as soon as the pane can take it',
    cli: 'party message cancel ID',
    editor: 'cancelMessage',
  },
  held: {
    byItself: 'the relay waits for the end of the limit, also when no editor is open',
    cli: 'party message retry ID',
    editor: 'sendMessageAnyway',
  },
  typing: {
    byItself: "the next delivery looks for it in the agent's record and its composer, then presses Enter or types it",
    cli: 'party message retry ID',
    editor: 'retryMessage',
  },
  typed: {
    byItself: "the agent's own record; Enter once more after 2 s; unsure a minute after that",
    cli: 'party message retry ID',
    editor: 'retryMessage',
  },
  queueing: {
    byItself: "Codex's own record; unsure when Codex is idle for a minute and does not have it",
    cli: 'party message cancel ID',
    editor: 'cancelMessage',
  },
  queued: {
    byItself:
      'Codex takes it when it is not working, or when it is restarted; unsure when Codex is idle for a minute and has not taken it',
    cli: 'party message cancel ID',
    editor: 'cancelMessage',
  },
  unsure: { byItself: 'a late confirmation from the agent', cli: 'party message resend ID', editor: 'resendMessage' },
  submitted: {
    byItself: "the end of the agent's turn: answered, or failed with the reason in the agent's own record",
    cli: 'party message resend ID',
    editor: 'resendMessage',
  },
  answered: { isEnd: true },
  failed: { cli: 'party message resend ID', editor: 'resendMessage' },
  cancelled: { isEnd: true, cli: 'party message resend ID', editor: 'resendMessage' },
};

export const reviewWays: Readonly<Record<Status['review']['kind'], WayOn>> = {
  none: { cli: 'party review request', editor: 'requestReview' },
  requested: {
    byItself:
      'Codex writes its findings; a round that stands still is seen at once (the next table), else it is overdue',
    cli: 'party review nudge',
    editor: 'nudgeCodex',
  },
  findings: { cli: 'party review re-review REASON', editor: 'requestReReview' },
  'changes-requested': { cli: 'party review request --delta', editor: 'requestReview' },
  approved: { isEnd: true },
  stale: { cli: 'party review request --delta', editor: 'requestReview' },
  'needs-discussion': { cli: 'party review request', editor: 'requestReview' },
};

/** Why a requested review does not come. */
export const standstillWays: Readonly<Record<Standstill, WayOn>> = {
  'run-ended': { cli: 'party review request', editor: 'requestReview' },
  'party-ended': { cli: 'party restore', editor: 'restore' },
  'codex-ended': { cli: 'party restart ROLE', editor: 'restartAgent' },
  'no-codex': { cli: 'party restart ROLE', editor: 'restartAgent' },
  'unknown-request': { cli: 'party review request', editor: 'requestReview' },
  'not-taken': { cli: 'party review nudge', editor: 'nudgeCodex' },
  idle: { cli: 'party review nudge', editor: 'nudgeCodex' },
};

export const planWays: Readonly<Record<Status['plan']['kind'], WayOn>> = {
  off: { isEnd: true, cli: 'party plan start', editor: 'startPlan' },
  none: { byItself: 'Claude writes docs/plan.md', cli: 'party plan status', editor: 'openPlan' },
  reviewing: {
    byItself: 'Codex answers or runs out of time; a review that was killed is seen by its lock',
    cli: 'party plan cancel',
    editor: 'cancelPlanReview',
  },
  'changes-requested': {
    byItself: 'Claude edits the plan',
    cli: 'party plan approve --reason REASON',
    editor: 'approvePlan',
  },
  approved: { isEnd: true },
  stale: { byItself: 'Claude edits the plan', cli: 'party plan review', editor: 'reviewPlan' },
  'needs-human': { cli: 'party plan approve --reason REASON', editor: 'approvePlan' },
};

/** In any phase: `paused` by the user, and `held` until a human decides. */
export const collabWays: Readonly<Record<CollabPhase | 'paused' | 'held', WayOn>> = {
  idle: { isEnd: true, cli: 'party collab start', editor: 'startCollab' },
  // Not `skip`: it lets one Stop pass and changes nothing else.
  designing: {
    byItself: 'Claude stops, and the design is reviewed',
    cli: 'party collab cancel',
    editor: 'cancelCollab',
  },
  design_review: {
    byItself: 'Codex answers; a review that was killed is done again at the next Stop',
    cli: 'party collab cancel',
    editor: 'cancelCollab',
  },
  implementing: {
    byItself: 'Claude stops, and what it changed is reviewed; a change of documents alone moves on at once',
    cli: 'party collab complete',
    editor: 'completeCollab',
  },
  task_review: {
    byItself: 'Codex answers; a review that was killed is done again at the next Stop',
    cli: 'party collab cancel',
    editor: 'cancelCollab',
  },
  complete: { isEnd: true, byItself: 'the next Stop removes it' },
  paused: { cli: 'party collab resume', editor: 'resumeCollab' },
  held: { cli: 'party collab resume', editor: 'resumeCollab' },
};

export const taskWays: Readonly<Record<TaskState, WayOn>> = {
  pending: { cli: 'party pm task done ID', editor: 'finishTask' },
  in_progress: { cli: 'party pm task done ID', editor: 'finishTask' },
  done: { isEnd: true, cli: 'party pm undo', editor: 'undoTaskChange' },
};

/** `starting`: a start was killed on the way. `ended`: a reboot, or a killed tmux server. */
export type SessionState = 'none' | 'starting' | 'running' | 'agent-ended' | 'ended';

export const sessionWays: Readonly<Record<SessionState, WayOn>> = {
  none: { isEnd: true, cli: 'party start', editor: 'start' },
  starting: { byItself: 'the next start removes what a killed one left behind', cli: 'party start', editor: 'start' },
  running: { isEnd: true, cli: 'party stop', editor: 'stop' },
  'agent-ended': { cli: 'party restart ROLE', editor: 'restartAgent' },
  ended: { cli: 'party restore', editor: 'restore' },
};

export type LockState = 'held' | 'holder-killed' | 'holder-stopped';

export const lockWays: Readonly<Record<LockState, WayOn>> = {
  held: {
    byItself:
      'its holder releases it; the others wait for a while and then name the process, its program and since when it holds the lock',
  },
  'holder-killed': { byItself: 'the next one takes it over at once' },
  'holder-stopped': { byItself: 'its holder continues when a person resumes it', cli: 'kill -CONT PID' },
};
