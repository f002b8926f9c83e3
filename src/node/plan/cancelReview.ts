// Ends a review of the plan that another process started, such as Claude's hook. A cancelled review gives no verdict
// and costs no revision.

import { setTimeout as sleep } from 'node:timers/promises';
import { PartyError, refused } from '../../core/base/errors.ts';
import type { Machine } from '../project/machine.ts';
import { isRunning } from '../system/processIdentity.ts';
import { isFsError } from '../system/store.ts';
import { planProject } from './planActs.ts';
import { reviewingProcess } from './planFolder.ts';

/** Gives Codex time to end by itself. */
const longestMs = 15_000;

export async function cancelPlanReview(machine: Machine): Promise<void> {
  const reviewer = await reviewingProcess(planProject(machine).top);
  if (reviewer === undefined) throw refused('Codex is not reviewing the plan, so there is nothing to cancel');
  const pid = Number.parseInt(reviewer, 10);
  try {
    process.kill(pid, 'SIGTERM');
  } catch (error) {
    if (!isFsError(error, 'ESRCH')) throw error;
  }
  const end = Date.now() + longestMs;
  while (isRunning(reviewer)) {
    if (Date.now() > end)
      throw new PartyError('TIMEOUT', `The review is still running. End its process by hand: kill ${pid}`);
    await sleep(50);
  }
}
