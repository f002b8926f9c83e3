// The budget in words, the same in tooltips, in `party status` and in refusals.

import type { AgentStatus } from '../agents/agent.ts';
import type { Remark } from '../base/remark.ts';
import { roleLabels } from '../base/role.ts';
import type { Translate } from '../base/translate.ts';
import type { Budget, BudgetLimits, BudgetStatus } from '../project/budget.ts';

/** Why Party does not ask Codex any more, and how to continue. */
export function usedUpReason({ exhausted, ...used }: Budget): Remark {
  const kind = exhausted ?? 'rounds';
  const amounts = `${shortNumber(used[kind])} of ${shortNumber(used.limits[kind])} ${kind}`;
  return {
    problem: `The budget for Codex is used up (${amounts} since the last approval or renewal), so Codex was not asked`,
    next: [{ act: 'renewBudget' }],
  };
}

/** True when Codex has spent something, so that there is something to show. */
export function hasBudget({ budget }: { readonly budget: BudgetStatus }): boolean {
  const { limits, rounds, minutes, tokens } = budget;
  return limits !== undefined && (rounds > 0 || minutes > 0 || tokens > 0);
}

export function isUsedUp({ budget }: { readonly budget: BudgetStatus }): boolean {
  return budget.exhausted !== undefined && budget.exhausted !== null;
}

/** What was spent. When the budget is used up, it also says how to continue. */
export function budgetText({ budget }: { readonly budget: BudgetStatus }, t: Translate): Remark {
  const { limits } = budget;
  const of = (kind: keyof BudgetLimits) => [shortNumber(budget[kind]), limitText(limits?.[kind])] as const;
  const used = [
    t('{0} of {1} rounds', ...of('rounds')),
    t('{0} of {1} minutes', ...of('minutes')),
    t('{0} of {1} tokens', ...of('tokens')),
  ].join(', ');
  return isUsedUp({ budget })
    ? { problem: t('used up: {0}', used), next: [{ act: 'renewBudget' }] }
    : { problem: used, next: [] };
}

/** `Claude 12k, Codex 340k`; undefined when no agent's record has them. */
export function tokensText(agents: readonly Pick<AgentStatus, 'role' | 'tokens'>[], t: Translate): string | undefined {
  const known = agents.flatMap(({ role, tokens }) =>
    typeof tokens === 'number' && tokens > 0 ? [t('{0} {1}', roleLabels[role], shortNumber(tokens))] : [],
  );
  return known.length === 0 ? undefined : known.join(', ');
}

function limitText(limit: number | undefined): string {
  return limit === undefined ? '?' : shortNumber(limit);
}

/** Rounds down, so that a budget never looks used up before it is. */
function shortNumber(value: number): string {
  if (value >= 1_000_000) return `${floored(value / 1_000_000)}M`;
  if (value >= 10_000) return `${Math.floor(value / 1000)}k`;
  return String(Math.floor(value));
}

function floored(value: number): string {
  return String(Math.floor(value * 10) / 10);
}
