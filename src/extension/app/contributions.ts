// Every id that package.json declares and the code uses. Ids are public: users bind keys to them, and settings store
// them.

import type { commandNames } from './manifest.ts';

export const prefix = 'party.';

/** A name is public as the id `party.<name>`. */
export type CommandName = (typeof commandNames)[number];

export const commandId = (name: CommandName) => `${prefix}${name}` as const;

export const viewContainerId = 'party';

/** The rooms of the extension. A room has at most one view, which has the room's name. */
export type Room =
  | 'session'
  | 'messages'
  | 'codex'
  | 'review'
  | 'findings'
  | 'plan'
  | 'collab'
  | 'gates'
  | 'tasks'
  | 'worktree';
export const viewId = (room: Room) => `${prefix}${room}` as const;

export const terminalProfile = 'party.session';
export const statusItemId = 'party.status';
/** The type of the panel that shows the rounds. VS Code restores the panel under this type after a reload. */
export const timelinePanel = 'party.timeline';
export const walkthroughId = 'party.firstSteps';

export const contextKeys = {
  /** Why the Session view is empty, or `live`: a value of `Situation`. */
  situation: 'party.situation',
  /** `yes` when the last party of a folder ended unexpectedly and can be brought back. */
  restorable: 'party.restorable',
  /** Chooses the install command that the view shows: a value of `PackageManager`. */
  packageManager: 'party.packageManager',
  /** A value of `Status['plan']['kind']`. */
  plan: 'party.planState',
  /** Values of `CollabMark`, one for each state that a folder is in. */
  collab: 'party.collabStates',
  /** Why the Findings view is empty, or `some`: a value of `FindingsSituation`. */
  findings: 'party.findingsSituation',
  /** A value of `Grouping`. */
  findingsGrouping: 'party.findingsGrouping',
  /** `on` while a filter hides something. */
  findingsFilter: 'party.findingsFilter',
  /** `all` or `blocking`. */
  findingsShown: 'party.findingsShown',
  /** Why the Tasks view is empty, or `some`: a value of `TasksSituation`. */
  tasks: 'party.tasksSituation',
  /** `shown` or `hidden`. */
  tasksDone: 'party.tasksDone',
  /** `github` when a team keeps its tasks there, else `fs`. */
  tasksStorage: 'party.tasksStorage',
} as const;

export const settings = {
  agents: 'party.agents',
  permissionMode: 'party.claude.permissionMode',
  terminalLocation: 'party.terminal.location',
  notifyWaiting: 'party.notifications.waiting',
  planGate: 'party.plan.gate',
} as const;

/** Keys of the window's own storage, which survives a reload. */
export const stateKeys = {
  attached: 'party.attached',
  findings: 'party.findings',
  gates: 'party.gates',
  timeline: 'party.timeline',
  tasks: 'party.tasks',
} as const;

/** The `contextValue` of rows, for menus. Those of messages name the message's state. */
export const rows = {
  party: 'party',
  role: 'role',
  /** The agent has ended, or its program or pane is missing. */
  roleEnded: 'roleEnded',
  written: 'messageWritten',
  typed: 'messageTyped',
  unsure: 'messageUnsure',
  submitted: 'messageSubmitted',
  answered: 'messageAnswered',
  failed: 'messageFailed',
  cancelled: 'messageCancelled',
  planSettled: 'planSettled',
  planReviewing: 'planReviewing',
  planVersion: 'planVersion',
  collabOff: 'collabOff',
  collabRunning: 'collabRunning',
  collabPaused: 'collabPaused',
  collabComplete: 'collabComplete',
  collabReview: 'collabReview',
  collabBudget: 'collabBudget',
  findingOpen: 'findingOpen',
  findingResolved: 'findingResolved',
  taskTeam: 'taskTeam',
  milestoneOpen: 'milestoneOpen',
  milestoneDone: 'milestoneDone',
  taskPlain: 'taskPlain',
  taskFinding: 'taskFinding',
  taskIssue: 'taskIssue',
  taskFindingIssue: 'taskFindingIssue',
} as const;

/** The source that diagnostics show; the collection has an id of its own. */
export const diagnosticSource = 'Party';
export const diagnosticsName = 'party';

/** The comments of a plan's reviewer: the id of their controller, and the `contextValue` of their threads. */
export const planComments = 'party.plan';
export const noteThread = 'planNote';

/** Read-only documents that show a version of a plan. */
export const planScheme = 'party-plan';

/** Read-only documents that show a review of collab. */
export const collabScheme = 'party-collab';

/** The documents of tasks. The shipped program saves them. */
export const taskScheme = 'party-task';

/** The read-only document with the report of the doctor. */
export const doctorScheme = 'party-doctor';

/** Read-only documents that show a message. */
export const messageScheme = 'party-message';
