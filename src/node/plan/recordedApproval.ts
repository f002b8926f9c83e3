// Finds the plan that is approved according to the project's log.

import type { Paths } from '../project/paths.ts';
import { openProjectLog } from '../project/projectLog.ts';

/** The hash of the approved plan. Undefined when there is none, and when the log cannot be read. */
export async function recordedApproval(paths: Paths, top: string): Promise<string | undefined> {
  const state = await openProjectLog(paths, top)
    .state()
    .catch(() => undefined);
  return state?.approvedPlan;
}
