// Finds the plan that is approved according to the project's log.

import { readApproved } from '../../core/project/approvedPlan.ts';
import { isDemoParty } from '../project/demoProject.ts';
import type { Paths } from '../project/paths.ts';
import { openProjectLog } from '../project/projectLog.ts';

/** The hash of the approved plan. Undefined when there is none for these agents, and when the log cannot be read. */
export async function recordedApproval(paths: Paths, top: string): Promise<string | undefined> {
  const state = await openProjectLog(paths, top)
    .state()
    .catch(() => undefined);
  if (state?.approvedPlan === undefined) return undefined;
  const { hash, demo } = readApproved(state.approvedPlan);
  return demo && !(await isDemoParty(paths, top)) ? undefined : hash;
}
