// An approval is of one plan. For everybody who notices that the plan is another now: hooks, the editor, a review.

import { approvedHash } from '../../core/plan/approvedHash.ts';
import type { Machine } from '../project/machine.ts';
import type { Paths } from '../project/paths.ts';
import { openProjectLog } from '../project/projectLog.ts';
import { forgetDrift, rememberTree } from './drift.ts';
import { readApproval, rejectApproval, removeApproval, writeCounter } from './planFolder.ts';
import { readPlan } from './readPlan.ts';
import { recordPlan } from './recordPlan.ts';

/** Takes away an approval that is not of the plan as it is; true when there was one. */
export async function withdrawPlan(machine: Pick<Machine, 'env' | 'paths'>, top: string): Promise<boolean> {
  const { paths } = machine;
  if (!(await isStale(paths, top))) return false;
  const log = openProjectLog(paths, top);
  return log.transaction(async (events) => {
    if (!(await isStale(paths, top))) return false;
    const state = await readPlan(paths, top);
    const approved = approvedHash(events) !== undefined;
    // What never was an approval begins no new cycle: it would be a way around the limit.
    if (approved) await removeApproval(top);
    else await rejectApproval(top);
    if (approved) await writeCounter(top, 0);
    await recordPlan(machine, log, { what: 'withdrawn', state, reason: state.approvalProblem ?? '' });
    // What was built while it was approved is no drift; what comes now is.
    if (approved) await rememberTree(paths, top, longestLookMs).catch(() => forgetDrift(paths, top));
    return true;
  });
}

/** The gate does this, too, and one that its client does not wait for is open. */
const longestLookMs = 1000;

async function isStale(paths: Paths, top: string): Promise<boolean> {
  const found = await readApproval(top);
  return found.kind !== 'none' && (await readPlan(paths, top)).approval === undefined;
}
