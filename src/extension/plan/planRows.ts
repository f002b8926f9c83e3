// The branch of the plan in the Session view, as data. It is there while the gate is on, with or without a party.

import type { PlanVersion } from '../../core/plan/plan.ts';
import type { FolderPlan, Snapshot } from '../app/snapshot.ts';

export type PlanRow =
  | { readonly kind: 'plan'; readonly plan: FolderPlan; readonly named: boolean }
  /** Why Codex cannot review the plan as it is. */
  | { readonly kind: 'planProblem'; readonly plan: FolderPlan; readonly problem: PlanProblem }
  | { readonly kind: 'planFile'; readonly plan: FolderPlan }
  | { readonly kind: 'planVersion'; readonly plan: FolderPlan; readonly version: PlanVersion };

/** The file cannot be a plan, headings are missing, a Claude runs without the gate's hooks, or an approval is foreign. */
export type PlanProblem = 'unfit' | 'headings' | 'gateless' | 'foreign';

export function planRows({ plans, folders }: Pick<Snapshot, 'plans' | 'folders'>): (PlanRow & { kind: 'plan' })[] {
  const named = folders.length > 1;
  return plans.filter(({ status }) => status.kind !== 'off').map((plan) => ({ kind: 'plan', plan, named }));
}

/** First what is wrong, then the file, then the versions with the newest on top. */
export function planChildren(row: PlanRow): PlanRow[] {
  if (row.kind !== 'plan') return [];
  const { plan } = row;
  const { problem, missingHeadings, versions, foreignApproval = false, gateless = [] } = plan.plan;
  return [
    ...(gateless.length > 0 ? [problemRow(plan, 'gateless')] : []),
    ...(problem === undefined ? [] : [problemRow(plan, 'unfit')]),
    ...(missingHeadings.length > 0 ? [problemRow(plan, 'headings')] : []),
    ...(foreignApproval ? [problemRow(plan, 'foreign')] : []),
    { kind: 'planFile', plan },
    ...[...versions].reverse().map((version): PlanRow => ({ kind: 'planVersion', plan, version })),
  ];
}

export function planParent({ plans, folders }: Snapshot, row: PlanRow): PlanRow | undefined {
  if (row.kind === 'plan') return undefined;
  return planRows({ plans, folders }).find(({ plan }) => plan.folder.top === row.plan.folder.top);
}

export function isPlanRow(value: unknown): value is PlanRow {
  return typeof value === 'object' && value !== null && 'kind' in value && 'plan' in value;
}

function problemRow(plan: FolderPlan, problem: PlanProblem): PlanRow {
  return { kind: 'planProblem', plan, problem };
}
