// Every id that package.json declares and code uses. Ids are public: users bind keys to them and settings keep them.

import type { commandNames } from './manifest.ts';

export const prefix = 'party.';

/** A name is public as the id `party.<name>`. */
export type CommandName = (typeof commandNames)[number];

export const commandId = (name: CommandName) => `${prefix}${name}` as const;

export const viewContainerId = 'party';
export const views = { session: 'party.session', findings: 'party.findings', tasks: 'party.tasks' } as const;
export const terminalProfile = 'party.session';
export const statusItemId = 'party.status';
/** The type of the panel that shows the rounds, under which it comes back after a reload. */
export const timelinePanel = 'party.timeline';
export const walkthroughId = 'party.firstSteps';

export const contextKeys = {
  /** Why the Session view is empty, or `live`: the words of `Situation`. */
  situation: 'party.situation',
  /** Chooses the install command that the view shows: the words of `PackageManager`. */
  packageManager: 'party.packageManager',
  /** The words of `Status['plan']['kind']`. */
  plan: 'party.planState',
  /** The words of `CollabMark`, one for each state that a folder is in. */
  collab: 'party.collabStates',
  /** Why the Findings view is empty, or `some`: the words of `FindingsSituation`. */
  findings: 'party.findingsSituation',
  /** The words of `Grouping`. */
  findingsGrouping: 'party.findingsGrouping',
  /** `on` while something is kept from view. */
  findingsFilter: 'party.findingsFilter',
  /** `all` or `blocking`. */
  findingsShown: 'party.findingsShown',
  /** Why the Tasks view is empty, or `some`: the words of `TasksSituation`. */
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

/** Keys of the window's own memory, which outlives a reload. */
export const stateKeys = {
  attached: 'party.attached',
  findings: 'party.findings',
  timeline: 'party.timeline',
  tasks: 'party.tasks',
} as const;

/** The `contextValue` of rows, for menus; those of messages say how far they have come. */
export const rows = {
  party: 'party',
  role: 'role',
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

/** What diagnostics say that they come from; the collection has an id of its own. */
export const diagnosticSource = 'Party';
export const diagnosticsName = 'party';

/** The notes of a plan's reviewer: who owns the comments, and the `contextValue` of their threads. */
export const planComments = 'party.plan';
export const noteThread = 'planNote';

/** Documents that show a version of a plan and cannot be changed. */
export const planScheme = 'party-plan';

/** Documents that show a review of collab and cannot be changed. */
export const collabScheme = 'party-collab';

/** The documents of tasks, which are saved through the program. */
export const taskScheme = 'party-task';

/** Documents that show a message and cannot be changed. */
export const messageScheme = 'party-message';
