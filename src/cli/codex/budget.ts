import { exits } from '../../core/base/exits.ts';
import { renewCommand } from '../../core/codex/budgetText.ts';
import type { Budget, BudgetLimits } from '../../core/project/budget.ts';
import { readBudget, renewBudget } from '../../node/codex/budget.ts';
import { type Actions, runAction } from '../party/actions.ts';
import type { Command } from '../party/command.ts';
import { headings } from '../party/headings.ts';
import type { Host } from '../party/host.ts';

export const budget: Command = {
  ...headings.budget,
  operandCount: [1, 1],
  options: { reason: { value: 'TEXT', help: 'renew: why, which is kept' } },
  details: [
    'show              rounds, minutes and tokens of all reviews of this project',
    'renew             start a new budget, with --reason TEXT; for humans only',
    '',
    'The limits are yours: {"budget": {"rounds": 30, "minutes": 240, "tokens": 20000000}} in ~/.tmux-team/config.json',
  ].join('\n'),
  run: (host, args) => runAction(budget, actions, host, args),
};

const actions: Actions = {
  show: { takes: [], run: (host) => show(host) },
  renew: { takes: [], options: ['reason'], run: (host, _, args) => renew(host, args.value('reason') ?? '') },
};

async function show(host: Host): Promise<number> {
  const found = await readBudget(host);
  const end = found.exhausted === null ? [] : [`Used up: ${found.exhausted}. Go on with: ${renewCommand}`];
  host.print({ json: shown(found), text: `${[...rows(found), ...end].join('\n')}\n` });
  return exits.success;
}

async function renew(host: Host, reason: string): Promise<number> {
  const { before, after } = await renewBudget(host, reason);
  const text = ['A new budget starts. Until now:', ...rows(before)].join('\n');
  host.print({ json: { renewed: true, before: shown(before), after: shown(after) }, text: `${text}\n` });
  return exits.success;
}

const kinds = ['rounds', 'minutes', 'tokens'] as const satisfies (keyof BudgetLimits)[];

function rows(found: Budget): string[] {
  return kinds.map((kind) => `${kind.padEnd(9)}${Math.floor(found[kind])} of ${found.limits[kind]}`);
}

function shown(found: Budget): Budget {
  return { ...found, minutes: Math.floor(found.minutes) };
}
