import { exits } from '../../core/base/exits.ts';
import { wayText } from '../../core/base/remark.ts';
import type { Budget, BudgetLimits } from '../../core/project/budget.ts';
import { readBudget, renewBudget } from '../../node/codex/budget.ts';
import { type Actions, runAction } from '../party/actions.ts';
import type { Cli } from '../party/cli.ts';
import type { Command } from '../party/command.ts';
import { headings } from '../party/headings.ts';

export const budget: Command = {
  ...headings.budget,
  operandCount: [0, 1],
  alone: 'show',
  options: { reason: { value: 'TEXT', help: 'renew: the reason, kept in the log' } },
  details: [
    'show              rounds, minutes and tokens that all reviews of this project have used',
    'renew             start a new budget, with --reason TEXT; only you can do this, not an agent',
    '',
    'Set your own limits: {"budget": {"rounds": 30, "minutes": 240, "tokens": 20000000}} in ~/.tmux-team/config.json',
  ].join('\n'),
  get actions() {
    return actions;
  },
  run: (cli, args) => runAction(budget, actions, cli, args),
};

const actions: Actions = {
  show: { takes: [], run: (cli) => show(cli) },
  renew: { takes: [], options: ['reason'], run: (cli, _, args) => renew(cli, args.value('reason') ?? '') },
};

async function show(cli: Cli): Promise<number> {
  const found = await readBudget(cli);
  const end =
    found.exhausted === null ? [] : [`Used up: ${found.exhausted}. ${wayText({ act: 'renewBudget' }, cli.reader)}`];
  cli.print({ json: shown(found), text: cli.named(`${[...rows(found), ...end].join('\n')}\n`) });
  return exits.success;
}

async function renew(cli: Cli, reason: string): Promise<number> {
  const { before, after } = await renewBudget(cli, reason);
  const text = ['A new budget starts. Used so far:', ...rows(before)].join('\n');
  cli.print({ json: { renewed: true, before: shown(before), after: shown(after) }, text: `${text}\n` });
  return exits.success;
}

const kinds = ['rounds', 'minutes', 'tokens'] as const satisfies (keyof BudgetLimits)[];

function rows(found: Budget): string[] {
  return kinds.map((kind) => `${kind.padEnd(9)}${Math.floor(found[kind])} of ${found.limits[kind]}`);
}

function shown(found: Budget): Budget {
  return { ...found, minutes: Math.floor(found.minutes) };
}
