// Reads the current state of a project's plan. Changes nothing; withdrawPlan.ts removes a stale approval.

import { missingHeadings } from '../../core/plan/document.ts';
import { approvalFile, type PlanApproval, type PlanState, planPath } from '../../core/plan/plan.ts';
import type { Paths } from '../project/paths.ts';
import { type PlanFile, readPlanFile } from './planFile.ts';
import {
  isGated,
  isPlanReviewing,
  type ReadApproval,
  readApproval,
  readMostRevisions,
  readVersions,
  wasWithdrawn,
} from './planFolder.ts';
import { recordedApproval } from './recordedApproval.ts';

/** `top` is the top level of the project. A bad file is a `problem`, never an exception. */
export async function readPlan(paths: Paths, top: string): Promise<PlanState> {
  const [gated, file, found, versions, reviewing, withdrawn, mostRevisions] = await Promise.all([
    isGated(top),
    readPlanFile(top),
    readApproval(top),
    readVersions(top),
    isPlanReviewing(top),
    wasWithdrawn(top),
    readMostRevisions(top),
  ]);
  const hash = file.kind === 'plan' ? file.hash : undefined;
  const recorded = found.kind === 'none' ? undefined : await recordedApproval(paths, top);
  const approval = approvalOf(found, file);
  // An invalid approval.json withdraws nothing if there was no approval before.
  const stale = approval === undefined && (withdrawn || recorded !== undefined);
  const refused = versions.filter(({ verdict }) => verdict?.is_optimal === false).length;
  return {
    gated,
    hash,
    versions,
    approval,
    reviewing,
    problem: file.kind === 'problem' ? file.problem : undefined,
    missingHeadings: file.kind === 'plan' ? missingHeadings(file.text) : [],
    withdrawn: stale,
    mostRevisions,
    approvalProblem: approvalProblem(found, approval, recorded === hash),
    // After a withdrawal, the next review starts a new cycle.
    needsHuman: approval === undefined && !stale && refused >= mostRevisions,
  };
}

/** All that the gate needs to know. */
export async function isApproved(top: string): Promise<boolean> {
  const [file, found] = await Promise.all([readPlanFile(top), readApproval(top)]);
  return approvalOf(found, file) !== undefined;
}

function approvalOf(found: ReadApproval, file: PlanFile): PlanApproval | undefined {
  return found.kind === 'approval' && file.kind === 'plan' && found.approval.plan_hash === file.hash
    ? found.approval
    : undefined;
}

function approvalProblem(
  found: ReadApproval,
  approval: PlanApproval | undefined,
  isRecorded: boolean,
): string | undefined {
  if (found.kind === 'none') return undefined;
  if (found.kind === 'corrupt') return `${approvalFile} cannot be read, so it does not count as an approval`;
  if (approval === undefined)
    return `${approvalFile} is for another plan than the current ${planPath}, so it does not count as an approval`;
  // The approval counts, because the gate keeps agents from writing the file. But the user should know.
  return isRecorded
    ? undefined
    : `Party’s log does not say who gave it. If it was not you, remove ${approvalFile} and have the plan reviewed: party plan review`;
}
