import { type Actions, runAction } from '../party/actions.ts';
import type { Command } from '../party/command.ts';
import { headings } from '../party/headings.ts';
import { approveByHand, cancelReview, reviewNow, startGate, stopGate } from './planActs.ts';
import { showDiff, showHistory, showStatus } from './planShow.ts';

export const plan: Command = {
  ...headings.plan,
  operandCount: [1, 3],
  options: {
    local: { help: 'start: for every Claude in this project, by .claude/settings.local.json' },
    timeout: { value: 'TIME', help: 'review: how long Codex may take: 90s, 20m (default 10m)' },
    attached: { help: 'review: stop when standard input ends' },
    reason: { value: 'TEXT', help: 'approve: why, which is kept' },
    hash: { value: 'HASH', help: 'approve: only if the plan is still this one (see: party plan status --json)' },
  },
  details: [
    'start             switch the gate on: only docs/plan.md may be written until it is approved',
    'stop              switch the gate off',
    'status            where the plan stands, and why',
    'review            let Codex review the plan as it is; an edit by Claude does this by itself',
    'cancel            end the review that is going on; it costs no revision',
    'history           the versions of the plan, and what became of each',
    'diff [V1 V2]      what changed between two versions; "now" is the plan as it is',
    'approve           approve the plan as it is by hand, with --reason TEXT; for humans only',
  ].join('\n'),
  run: (cli, args) => runAction(plan, actions, cli, args),
};

const actions: Actions = {
  start: { takes: [], options: ['local'], run: (cli, _, args) => startGate(cli, { local: args.flag('local') }) },
  stop: { takes: [], run: (cli) => stopGate(cli) },
  status: { takes: [], run: (cli) => showStatus(cli) },
  review: {
    takes: [],
    options: ['timeout', 'attached'],
    run: (cli, _, args) => reviewNow(cli, { timeout: args.value('timeout'), attached: args.flag('attached') }),
  },
  cancel: { takes: [], run: (cli) => cancelReview(cli) },
  history: { takes: [], run: (cli) => showHistory(cli) },
  diff: { takes: ['[V1]', '[V2]'], run: (cli, operands) => showDiff(cli, operands) },
  approve: {
    takes: [],
    options: ['reason', 'hash'],
    run: (cli, _, args) => approveByHand(cli, { reason: args.value('reason') ?? '', hash: args.value('hash') }),
  },
};
