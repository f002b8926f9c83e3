// The approved plan as the specification of a change, for the reviewer of the change.

import { planPath, snapshotFile } from '../../core/plan/plan.ts';
import type { ApprovedPlan } from '../../core/review/requestText.ts';
import type { Paths } from '../project/paths.ts';
import { readPlan } from './readPlan.ts';

/** Undefined without an approved plan. With the gate off, an approval may be of a plan from long ago. */
export async function readSpecification(paths: Paths, top: string): Promise<ApprovedPlan | undefined> {
  const { gated, approval, versions } = await readPlan(paths, top);
  if (!gated || approval === undefined) return undefined;
  // A snapshot that another program has changed is not what was approved.
  const copy = versions.findLast(({ hash }) => hash === approval.plan_hash);
  return { file: planPath, hash: approval.plan_hash, snapshot: copy && snapshotFile(copy.version) };
}
