// Reads the current state of a project's plan. Changes nothing; withdrawPlan.ts removes a stale approval.

import { missingHeadings } from '../../core/plan/document.ts';
import { approvalFile, foreignApproval, type PlanApproval, type PlanState, planPath } from '../../core/plan/plan.ts';
import type { Paths } from '../project/paths.ts';
import { type PlanFile, readPlanFile } from './planFile.ts';
import {
  hasGateFile,
  isGated,
  isPlanReviewing,
  type ReadApproval,
  readApproval,
  readMostRevisions,
  readVersions,
  wasWithdrawn,
} from './planFolder.ts';
import { recordedApproval } from './recordedApproval.ts';

/** What approval.json is worth. */
export type ApprovalStanding =
  | 'none'
  /** For the current plan, and given on this machine. */
  | 'approved'
  /** For the current plan, but this machine's log does not know it: it may have come with the repository. */
  | 'foreign'
  /** It cannot be read, or the current plan is not the one that was approved. */
  | 'stale';

/** `top` is the top level of the project. A bad file is a `problem`, never an exception. */
export async function readPlan(paths: Paths, top: string): Promise<PlanState> {
  const [gated, file, found, versions, reviewing, withdrawn, mostRevisions, hasFile] = await Promise.all([
    isGated(paths, top),
    readPlanFile(top),
    readApproval(top),
    readVersions(top),
    isPlanReviewing(top),
    wasWithdrawn(top),
    readMostRevisions(paths, top),
    hasGateFile(top),
  ]);
  const hash = file.kind === 'plan' ? file.hash : undefined;
  const recorded = found.kind === 'none' ? undefined : await recordedApproval(paths, top);
  const fitting = approvalOf(found, file);
  const approval = recorded === hash ? fitting : undefined;
  // An invalid approval.json withdraws nothing if there was no approval before.
  const stale = approval === undefined && (withdrawn || recorded !== undefined);
  const refused = versions.filter(({ verdict }) => verdict?.is_optimal === false).length;
  return {
    gated,
    gateFileGone: gated && !hasFile,
    hash,
    versions,
    approval,
    reviewing,
    problem: file.kind === 'problem' ? file.problem : undefined,
    missingHeadings: file.kind === 'plan' ? missingHeadings(file.text) : [],
    withdrawn: stale,
    mostRevisions,
    approvalProblem: approval === undefined ? approvalProblem(found, fitting) : undefined,
    foreignApproval: fitting !== undefined && approval === undefined,
    // After a withdrawal, the next review starts a new cycle.
    needsHuman: approval === undefined && !stale && refused >= mostRevisions,
  };
}

/** All that the gate needs to know. Reads the log only for an approval that fits the plan. */
export async function approvalStanding(paths: Paths, top: string): Promise<ApprovalStanding> {
  const [file, found] = await Promise.all([readPlanFile(top), readApproval(top)]);
  if (found.kind === 'none') return 'none';
  const fitting = approvalOf(found, file);
  if (fitting === undefined) return 'stale';
  const recorded = await recordedApproval(paths, top);
  if (recorded === fitting.plan_hash) return 'approved';
  return recorded === undefined ? 'foreign' : 'stale';
}

function approvalOf(found: ReadApproval, file: PlanFile): PlanApproval | undefined {
  return found.kind === 'approval' && file.kind === 'plan' && found.approval.plan_hash === file.hash
    ? found.approval
    : undefined;
}

/** Why the file does not count. */
function approvalProblem(found: ReadApproval, fitting: PlanApproval | undefined): string | undefined {
  if (found.kind === 'none') return undefined;
  if (found.kind === 'corrupt') return `${approvalFile} cannot be read, so it does not count as an approval`;
  if (fitting === undefined)
    return `${approvalFile} is for another plan than the current ${planPath}, so it does not count as an approval`;
  return foreignApproval;
}
