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
    summary: "Stop this project's party, or the one with ID: its agents, its shell and its tmux session",
    operands: '[ID]',
  },
  sessions: {
    name: 'sessions',
    summary: 'List the running parties of all projects',
    operands: '',
  },
  attach: {
    name: 'attach',
    summary: "Show this project's party, or the one with ID, in this terminal",
    operands: '[ID]',
  },
  restore: {
    name: 'restore',
    summary: "Bring back this project's last party, or the one with ID, with its conversations",
    operands: '[ID]',
  },
  restart: {
    name: 'restart',
    summary: 'Start an agent again in its pane, with its conversation',
    operands: 'ROLE',
  },
  layout: {
    name: 'layout',
    summary: "Arrange the party's panes: columns, rows, auto, or zoom one",
    operands: '[LAYOUT] [ROLE]',
  },
  worktree: {
    name: 'worktree',
    summary: 'Create a worktree with the plan gate on, and start a party in it',
    operands: 'NAME',
  },
  demo: {
    name: 'demo',
    summary: 'Make a copy of the demo project, to try Party with scripted agents',
    operands: '[DIR]',
  },
  talk: {
    name: 'talk',
    summary: 'Message one agent or all; --wait prints the answer',
    operands: 'AGENT|all TEXT',
  },
  message: {
    name: 'message',
    summary: 'List messages in transit; retry, re-send or cancel one',
    operands: '[ACTION] [ID]',
  },
  mcp: {
    name: 'mcp',
    summary: 'Serve tools to an agent by the Model Context Protocol: messages, reviews, tasks',
    operands: '',
  },
  plan: {
    name: 'plan',
    summary: 'Let Claude write code only after Codex or you have approved docs/plan.md',
    operands: '[ACTION ...]',
  },
  collab: {
    name: 'collab',
    summary: 'Let Codex review the design, then each task, whenever Claude stops',
    operands: '[ACTION ...]',
  },
  review: {
    name: 'review',
    summary: 'Request a review, load its findings, approve or send back (as tmux-codex.sh does)',
    operands: '[ACTION ...]',
  },
  findings: {
    name: 'findings',
    summary: "List the reviewer's findings; reply to them; mark them fixed, rejected or out of scope",
    operands: '[ACTION ...]',
  },
  evidence: {
    name: 'evidence',
    summary: 'List the checks that the current code has passed, and run the others',
    operands: '[ACTION]',
  },
  gates: {
    name: 'gates',
    summary: 'Verify that the hooks really block; ask them about a command; what a pull request needs',
    operands: '[ACTION] [-- CMD]',
  },
  budget: {
    name: 'budget',
    summary: 'Codex usage since the last approval, and its limits',
    operands: '[ACTION]',
  },
  log: {
    name: 'log',
    summary: "Check the log of this project's reviews, and go on after another program changed it",
    operands: '[ACTION]',
  },
  pm: {
    name: 'pm',
    summary: 'Tasks and milestones shared by people and agents, as files or as GitHub issues',
    operands: '[ACTION ...]',
  },
  status: {
    name: 'status',
    summary: 'Everything about this project at a glance',
    operands: '',
  },
  check: {
    name: 'check',
    summary: "Print what an agent's pane shows",
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
    summary: 'Remove an agent from the registry',
    operands: 'NAME',
  },
  list: {
    name: 'list',
    summary: 'List the registered agents and whether their panes exist',
    operands: '',
  },
  relay: {
    name: 'relay',
    summary: 'Deliver waiting messages until none is left',
    operands: '',
  },
  sweep: {
    name: 'sweep',
    summary: 'Remove what ended parties of this project left behind',
    operands: '',
  },
  doctor: {
    name: 'doctor',
    summary: 'Check what Party needs and name a fix for each problem; --fix does what is safe',
    operands: '',
  },
  install: {
    name: 'install',
    summary: 'Put party on the PATH, its scripts at their documented paths, and its plugin into Claude Code',
    operands: '',
  },
  uninstall: {
    name: 'uninstall',
    summary: 'Undo party install, and put back what was there before',
    operands: '',
  },
  completion: {
    name: 'completion',
    summary: 'Print the completion for your shell: bash, zsh or fish',
    operands: 'SHELL',
  },
  'tmux-codex': {
    name: 'tmux-codex',
    summary: 'Messages from Claude to Codex, and the verdicts of a review (tmux-codex.sh)',
    operands: 'MODE',
  },
  'tmux-claude': {
    name: 'tmux-claude',
    summary: 'Messages from Codex to Claude (tmux-claude.sh)',
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
  {
    title: 'Session',
    verbs: ['start', 'stop', 'sessions', 'attach', 'restore', 'restart', 'layout', 'worktree', 'demo'],
  },
  { title: 'Messages', verbs: ['talk', 'message', 'mcp'] },
  { title: 'Reviews', verbs: ['plan', 'collab', 'review', 'findings', 'evidence', 'gates', 'budget', 'log'] },
  { title: 'Tasks', verbs: ['pm'] },
  { title: 'Inspect', verbs: ['status', 'check', 'doctor'] },
  { title: 'Install', verbs: ['install', 'uninstall', 'completion'] },
  { title: 'Agents in other panes (tmux-team)', verbs: ['init', 'add', 'update', 'remove', 'list'] },
];
