// What `party --help` shows of each verb. Kept apart from the verbs, so that the help loads none of their code.

import type { Heading } from './command.ts';

export const headings = {
  start: {
    name: 'start',
    summary: "Start this project's party, or attach to the one that is running",
    operands: '[TITLE]',
  },
  stop: {
    name: 'stop',
    summary: "End this project's party, or the one named: its agents, its shell, its tmux session",
    operands: '[ID]',
  },
  sessions: {
    name: 'sessions',
    summary: 'List the running parties of all projects',
    operands: '',
  },
  attach: {
    name: 'attach',
    summary: "Show this project's party, or the one named, in this terminal",
    operands: '[ID]',
  },
  restore: {
    name: 'restore',
    summary: "Bring this project's last party back, or the one named, with its conversations",
    operands: '[ID]',
  },
  worktree: {
    name: 'worktree',
    summary: 'Make a git worktree whose plan comes first, and start a party there',
    operands: 'NAME',
  },
  talk: {
    name: 'talk',
    summary: 'Say something to an agent, or to all of them, and wait for the answer if you like',
    operands: 'AGENT|all TEXT',
  },
  message: {
    name: 'message',
    summary: 'See the messages of the party on their way, and help one along',
    operands: 'ACTION [ID]',
  },
  plan: {
    name: 'plan',
    summary: 'Nothing is built before Codex, or you, have approved docs/plan.md',
    operands: 'ACTION [ARGUMENTS]',
  },
  collab: {
    name: 'collab',
    summary: 'Codex reviews the design, then each task, whenever Claude stops',
    operands: 'ACTION [ARGUMENTS]',
  },
  review: {
    name: 'review',
    summary: 'Ask Codex for a review, read its findings, approve or not; what tmux-codex.sh does',
    operands: 'ACTION [ARGUMENTS]',
  },
  findings: {
    name: 'findings',
    summary: "See the reviewer's findings, and say what becomes of them",
    operands: 'ACTION [ARGUMENTS]',
  },
  evidence: {
    name: 'evidence',
    summary: 'What is proven about the code as it is, and how to prove the rest',
    operands: 'ACTION',
  },
  gates: {
    name: 'gates',
    summary: 'Try the hooks that hold Claude back, and find what would switch them off',
    operands: 'check',
  },
  budget: {
    name: 'budget',
    summary: 'What Codex has cost since code was last approved, and what it may',
    operands: 'ACTION',
  },
  pm: {
    name: 'pm',
    summary: 'Tasks and milestones that people and agents share, as files or as GitHub issues',
    operands: 'ACTION [ARGUMENTS]',
  },
  status: {
    name: 'status',
    summary: 'Everything about this project at a glance',
    operands: '',
  },
  check: {
    name: 'check',
    summary: "Print what is on an agent's pane, or say why it cannot be found",
    operands: 'AGENT [LINES]',
  },
  init: {
    name: 'init',
    summary: 'Create tmux-team.json, the registry of agents, in this directory',
    operands: '',
  },
  add: {
    name: 'add',
    summary: 'Register an agent that runs in a pane',
    operands: 'NAME PANE [REMARK]',
  },
  update: {
    name: 'update',
    summary: "Change an agent's pane or remark",
    operands: 'NAME',
  },
  remove: {
    name: 'remove',
    summary: 'Take an agent out of the registry',
    operands: 'NAME',
  },
  list: {
    name: 'list',
    summary: 'List the registered agents and whether their panes are there',
    operands: '',
  },
  relay: {
    name: 'relay',
    summary: 'Deliver what is waiting, until nothing waits',
    operands: '',
  },
  sweep: {
    name: 'sweep',
    summary: 'Remove what parties of this project that run no more have left behind',
    operands: '',
  },
  'tmux-codex': {
    name: 'tmux-codex',
    summary: "Claude's messages to Codex, and the verdicts of a review (tmux-codex.sh)",
    operands: 'MODE',
  },
  'tmux-claude': {
    name: 'tmux-claude',
    summary: "Codex's messages to Claude (tmux-claude.sh)",
    operands: 'TEXT',
  },
} as const satisfies Readonly<Record<string, Heading>>;

export type Verb = keyof typeof headings;

export interface VerbGroup {
  readonly title: string;
  readonly verbs: readonly Verb[];
}

/** The verbs for people. Scripts call the others. */
export const verbGroups: readonly VerbGroup[] = [
  { title: 'Session', verbs: ['start', 'stop', 'sessions', 'attach', 'restore', 'worktree'] },
  { title: 'Messages', verbs: ['talk', 'message'] },
  { title: 'Reviews', verbs: ['plan', 'collab', 'review', 'findings', 'evidence', 'gates', 'budget'] },
  { title: 'Tasks', verbs: ['pm'] },
  { title: 'Looking', verbs: ['status', 'check'] },
  { title: 'Agents in other panes (tmux-team)', verbs: ['init', 'add', 'update', 'remove', 'list'] },
];
