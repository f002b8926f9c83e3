// The budget of a project, computed from its log. Party checks it before it asks Codex; only the user can renew it.

import { refused } from '../../core/base/errors.ts';
import type { Remark } from '../../core/base/remark.ts';
import { usedUpReason } from '../../core/codex/budgetText.ts';
import type { Budget } from '../../core/project/budget.ts';
import { topWithGate } from '../gates/gatedTop.ts';
import { loadUserConfig } from '../project/configFiles.ts';
import type { Machine } from '../project/machine.ts';
import { openProjectLog, type ProjectLog } from '../project/projectLog.ts';
import { mustBeHumanWithReason } from '../tmux/caller.ts';

/** Throws REFUSED when the budget is used up; the message tells the user what to do. */
export async function mayAskCodex(machine: Pick<Machine, 'env'>, log: Pick<ProjectLog, 'state'>): Promise<void> {
  const problem = await budgetProblem(machine, log);
  if (problem !== undefined) throw refused(problem);
}

/** The same as a remark, for callers that report the reason instead of throwing. Undefined when budget is left. */
export async function budgetProblem(
  { env }: Pick<Machine, 'env'>,
  log: Pick<ProjectLog, 'state'>,
): Promise<Remark | undefined> {
  const [state, { budget: limits }] = await Promise.all([log.state(), loadUserConfig(env)]);
  const budget = state.budget(limits, Date.now());
  return budget.exhausted === null ? undefined : usedUpReason(budget);
}

/** For callers that have already read the log: throws what `mayAskCodex` throws. */
export function mustBeLeft(budget: Budget): void {
  if (budget.exhausted !== null) throw refused(usedUpReason(budget));
}

export async function readBudget({ env, cwd, paths }: Machine): Promise<Budget> {
  const log = openProjectLog(paths, topWithGate(paths, cwd));
  const [state, config] = await Promise.all([log.state(), loadUserConfig(env)]);
  return state.budget(config.budget, Date.now());
}

/** Only the user may do this: an agent that could renew its budget would have no limit. */
export async function renewBudget(machine: Machine, reason: string): Promise<{ before: Budget; after: Budget }> {
  const refusal = 'Only the human renews the budget: ask for it, and wait';
  await mustBeHumanWithReason(machine, reason, { act: 'renewBudget', refusal });
  const { budget: limits } = await loadUserConfig(machine.env);
  const log = openProjectLog(machine.paths, topWithGate(machine.paths, machine.cwd));
  return log.transaction(async (state) => {
    const before = state.budget(limits, Date.now());
    await log.append({ event: 'budget-renewed', actor: 'human', reason });
    return { before, after: (await log.state()).budget(limits, Date.now()) };
  });
}
