import { type Actions, runAction } from '../party/actions.ts';
import type { Command } from '../party/command.ts';
import { headings } from '../party/headings.ts';
import { approveByHand, cancelReview, reviewPlanNow, startGate, stopGate } from './planActs.ts';
import { showDiff, showHistory, showPlanStatus } from './planShow.ts';
import { exportTrail, importTrail } from './planTrail.ts';

export const plan: Command = {
  ...headings.plan,
  operandCount: [0, 3],
  alone: 'status',
  options: {
    local: { help: 'start: for every Claude in this project, through .claude/settings.local.json' },
    revisions: { value: 'N', help: 'start: how many revisions until you decide (default: plan.revisions, or 5)' },
    timeout: { value: 'TIME', help: 'review: maximum time for Codex (default: plan.timeoutSeconds, or 10m)' },
    attached: { help: 'review: stop when standard input ends' },
    reason: { value: 'TEXT', help: 'approve: the reason, kept in the log' },
    hash: { value: 'HASH', help: 'approve: only if the plan is still this one (see: party plan status --json)' },
  },
  details: [
    'start             turn the gate on: Claude can write only docs/plan.md until it is approved',
    'stop              turn the gate off',
    'status            the state of the plan, and why',
    'review            let Codex review the current plan; when Claude edits it, this happens automatically',
    'cancel            cancel the running review; it does not use up a revision',
    'history           the versions of the plan, each with its outcome',
    'diff [V1 V2]      the changes between two versions; "now" is the current plan',
    'export [FOLDER]   write versions, verdicts and annotated copies to docs/plan-reviews/ for a commit; no approval',
    'import [FOLDER]   read such a folder back as past reviews; nothing counts as approved',
    'approve           approve the current plan by hand, with --reason TEXT; only you can do this, not an agent',
  ].join('\n'),
  get actions() {
    return actions;
  },
  run: (cli, args) => runAction(plan, actions, cli, args),
};

const actions: Actions = {
  start: {
    takes: [],
    options: ['local', 'revisions'],
    run: (cli, _, args) => startGate(cli, { local: args.flag('local'), revisions: args.value('revisions') }),
  },
  stop: { takes: [], run: (cli) => stopGate(cli) },
  status: { takes: [], run: (cli) => showPlanStatus(cli) },
  review: {
    takes: [],
    options: ['timeout', 'attached'],
    run: (cli, _, args) => reviewPlanNow(cli, { timeout: args.value('timeout'), attached: args.flag('attached') }),
  },
  cancel: { takes: [], run: (cli) => cancelReview(cli) },
  history: { takes: [], run: (cli) => showHistory(cli) },
  diff: { takes: ['[V1]', '[V2]'], run: (cli, operands) => showDiff(cli, operands) },
  export: { takes: ['[FOLDER]'], run: (cli, [folder]) => exportTrail(cli, folder) },
  import: { takes: ['[FOLDER]'], run: (cli, [folder]) => importTrail(cli, folder) },
  approve: {
    takes: [],
    options: ['reason', 'hash'],
    run: (cli, _, args) => approveByHand(cli, { reason: args.value('reason') ?? '', hash: args.value('hash') }),
  },
};
