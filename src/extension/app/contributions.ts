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
/** The provider of MCP servers for VS Code's own agents. */
export const mcpProvider = 'party.mcp';
export const walkthroughId = 'party.firstSteps';

export const contextKeys = {
  /** Why the Session view is empty, or `live`: a value of `Situation`. */
  situation: 'party.situation',
  /** `yes` when the last party of a folder ended unexpectedly and can be brought back. */
  restorable: 'party.restorable',
  /** `yes` in a copy of the demo project. */
  demo: 'party.demoProject',
  /** `yes` while Claude asks something that the user can answer in the editor. */
  asking: 'party.asking',
  /** `yes` while several parties are shown, those of other worktrees included. */
  several: 'party.several',
  /** `active` while the active terminal is that of a party. */
  terminal: 'party.terminal',
  /** For a moment the name of a step of the walkthrough that is done, else `none`. */
  step: 'party.step',
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
  layout: 'party.layout',
  notifyWaiting: 'party.notifications.waiting',
  planGate: 'party.plan.gate',
} as const;

/** Keys of the window's own storage, which survives a reload. */
export const stateKeys = {
  attached: 'party.attached',
  commandLine: 'party.commandLine',
  findings: 'party.findings',
  gates: 'party.gates',
  conflicts: 'party.conflicts',
  timeline: 'party.timeline',
  timelineShown: 'party.timelineShown',
  tasks: 'party.tasks',
  /** When a window saw a party end. */
  ends: 'party.ends',
  /** In the storage of all windows: the user knows that closing a terminal ends nothing. */
  goesOn: 'party.goesOn',
} as const;

/** The `contextValue` of rows, for menus. Those of messages name the message's state. */
export const rows = {
  party: 'party',
  /** A party of a worktree whose folder is not open in this window. */
  partyElsewhere: 'partyElsewhere',
  /** An open folder without a party, beside other rows. */
  folderIdle: 'folderIdle',
  /** The same, and its last party can be restored. */
  folderEnded: 'folderEnded',
  /** An agent that is idle, or that waits for the user. */
  role: 'role',
  roleBusy: 'roleBusy',
  roleShell: 'roleShell',
  /** The agent has ended, or its program or pane is missing. */
  roleEnded: 'roleEnded',
  /** What Claude asks; the user can answer it here. */
  question: 'question',
  /** The same, and only its terminal takes the answer. */
  questionShown: 'questionShown',
  written: 'messageWritten',
  held: 'messageHeld',
  typed: 'messageTyped',
  queued: 'messageQueued',
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
  changes: 'changes',
  changedFile: 'changedFile',
  deletedFile: 'deletedFile',
  readyOpen: 'readyOpen',
  readyApproved: 'readyApproved',
  readyQuiet: 'readyQuiet',
  readyDenied: 'readyDenied',
  /** The row of a proof names what the user can do about it, and whether it has a log. */
  proofPlain: 'proofPlain',
  proofPlainLog: 'proofPlainLog',
  proofTests: 'proofTests',
  proofTestsLog: 'proofTestsLog',
  proofChecks: 'proofChecks',
  proofChecksLog: 'proofChecksLog',
  proofAsk: 'proofAsk',
  proofAskLog: 'proofAskLog',
  proofAccept: 'proofAccept',
  proofAcceptLog: 'proofAcceptLog',
  proofRequest: 'proofRequest',
  proofApprove: 'proofApprove',
  proofVerify: 'proofVerify',
  findingOpen: 'findingOpen',
  /** Open, and its suggestion is a patch. */
  findingPatch: 'findingOpenPatch',
  findingResolved: 'findingResolved',
  /** Not read by Claude yet. */
  findingArrived: 'findingArrived',
  taskTeam: 'taskTeam',
  milestoneOpen: 'milestoneOpen',
  milestoneDone: 'milestoneDone',
  taskPlain: 'taskPlain',
  taskFinding: 'taskFinding',
  taskIssue: 'taskIssue',
  taskFindingIssue: 'taskFindingIssue',
  taskPlainDone: 'taskPlainDone',
  taskFindingDone: 'taskFindingDone',
  taskIssueDone: 'taskIssueDone',
  taskFindingIssueDone: 'taskFindingIssueDone',
} as const;

/** The source that diagnostics show; the collection has an id of its own. */
export const diagnosticSource = 'Party';
export const diagnosticsName = 'party';

/** The comments of a plan's reviewer: the id of their controller, and the `contextValue` of their threads. */
export const planComments = 'party.plan';
export const noteThread = 'planNote';

/** The same for the threads of findings. */
export const findingComments = 'party.findings';
export const findingThreads = { open: 'findingOpen', resolved: 'findingResolved', arrived: 'findingArrived' } as const;

/** Read-only documents that show a version of a plan. */
export const planScheme = 'party-plan';

/** Read-only documents that show a review of collab. */
export const collabScheme = 'party-collab';

/** Read-only documents that show the log of a proof, or why a gate has denied a call. */
export const proofScheme = 'party-proof';

/** The documents of tasks. The shipped program saves them. */
export const taskScheme = 'party-task';
/** Looks like Markdown, but has none of its links: the text may come from anywhere, and a link could run a command. */
export const taskLanguage = 'party-task';

/** The read-only document with the report of the doctor. */
export const doctorScheme = 'party-doctor';

/** Read-only documents that show an earlier version of a file. */
export const codeScheme = 'party-code';

/** Names changed files, for their icons and letters in the Session view. */
export const changeScheme = 'party-change';

/** Read-only documents that show a file as a reviewer's suggestion would make it. */
export const suggestionScheme = 'party-suggestion';

/** Read-only documents that show a message. */
export const messageScheme = 'party-message';
