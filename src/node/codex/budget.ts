// The budget of a project as its log has it: looked at before Codex is asked, and begun anew by a human.

import { mustBeHuman } from '../../core/base/actor.ts';
import { PartyError, refused } from '../../core/base/errors.ts';
import { usedUpReason } from '../../core/codex/budgetText.ts';
import { reduceBudget } from '../../core/codex/reduceBudget.ts';
import type { Budget } from '../../core/project/budget.ts';
import type { ProjectEvent } from '../../core/project/event.ts';
import { gatedTop } from '../gates/gatedTop.ts';
import { loadUserConfig } from '../project/configFiles.ts';
import type { Machine } from '../project/machine.ts';
import { projectTop } from '../project/paths.ts';
import { openProjectLog, type ProjectLog } from '../project/projectLog.ts';

/** Throws REFUSED, with the way out, when the budget is used up. */
export async function mayAskCodex(machine: Pick<Machine, 'env'>, log: Pick<ProjectLog, 'events'>): Promise<void> {
  const problem = await budgetProblem(machine, log);
  if (problem !== undefined) throw refused(problem);
}

/** The same for those who answer with it: why Codex is not asked. */
export async function budgetProblem(
  { env }: Pick<Machine, 'env'>,
  log: Pick<ProjectLog, 'events'>,
): Promise<string | undefined> {
  const [events, { budget: limits }] = await Promise.all([log.events(), loadUserConfig(env)]);
  const budget = reduceBudget(events, limits, Date.now());
  return budget.exhausted === null ? undefined : usedUpReason(budget);
}

/** For those who have read the log: throws what `mayAskCodex` throws. */
export function mustBeLeft(budget: Budget): void {
  if (budget.exhausted !== null) throw refused(usedUpReason(budget));
}

export async function readBudget({ env, cwd, paths }: Machine): Promise<Budget> {
  const log = openProjectLog(paths, topOf(cwd));
  const [events, config] = await Promise.all([log.events(), loadUserConfig(env)]);
  return reduceBudget(events, config.budget, Date.now());
}

/** Nobody's own: an agent that could renew it would never have to ask. */
export async function renewBudget(machine: Machine, reason: string): Promise<{ before: Budget; after: Budget }> {
  if (reason.trim() === '') throw new PartyError('USAGE', 'Say why: party budget renew --reason TEXT');
  mustBeHuman(machine.env, 'Only the human renews the budget: ask for it, and wait');
  const { budget: limits } = await loadUserConfig(machine.env);
  const reduced = (events: readonly ProjectEvent[]) => reduceBudget(events, limits, Date.now());
  const log = openProjectLog(machine.paths, topOf(machine.cwd));
  return log.transaction(async (events) => {
    const before = reduced(events);
    await log.append({ event: 'budget-renewed', actor: 'human', reason });
    return { before, after: reduced(await log.events()) };
  });
}

/** Outside a repository it is the gate that says where the project begins. */
function topOf(cwd: string): string {
  return gatedTop(cwd) ?? projectTop(cwd);
}
