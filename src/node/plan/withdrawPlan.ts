// Withdraws an approval when the plan has changed, because an approval is for one text. Hooks, the editor and reviews
// call this when they notice the change.

import type { Machine } from '../project/machine.ts';
import type { Paths } from '../project/paths.ts';
import { openProjectLog } from '../project/projectLog.ts';
import { forgetDrift, rememberTree } from './drift.ts';
import { rejectApproval, removeApproval, writeCounter } from './planFolder.ts';
import { approvalStanding, readPlan } from './readPlan.ts';
import { recordPlan } from './recordPlan.ts';

/**
 * Removes an approval that is not for the current plan; true when there was one. A foreign one stays, so that the user
 * sees it and can approve the plan.
 */
export async function withdrawPlan(machine: Pick<Machine, 'env' | 'paths'>, top: string): Promise<boolean> {
  const { paths } = machine;
  if (!(await isStale(paths, top))) return false;
  const log = openProjectLog(paths, top);
  return log.transaction(async (state) => {
    if (!(await isStale(paths, top))) return false;
    const plan = await readPlan(paths, top);
    const approved = state.approvedPlan !== undefined;
    // A file that was never an approval starts no new cycle: that would be a way around the limit of revisions.
    if (approved) await removeApproval(top);
    else await rejectApproval(top);
    if (approved) await writeCounter(top, 0);
    await recordPlan(machine, log, { what: 'withdrawn', state: plan, reason: plan.approvalProblem ?? '' });
    // Changes made while the plan was approved are not drift. Changes from now on are.
    if (approved) await rememberTree(paths, top, longestLookMs).catch(() => forgetDrift(paths, top));
    return true;
  });
}

/** The gate calls this too, and Claude treats a gate that takes too long as open. */
const longestLookMs = 1000;

async function isStale(paths: Paths, top: string): Promise<boolean> {
  return (await approvalStanding(paths, top)) === 'stale';
}
