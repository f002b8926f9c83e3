// Party: Plan: Show Versions. Compares two versions of the plan in VS Code's own diff editor.

import { l10n, commands as registry, type Uri, window } from 'vscode';
import { type PlanVersion, planPath } from '../../core/plan/plan.ts';
import { versionText } from '../../core/plan/planText.ts';
import { type PlanSide, pairOf, versionPairs } from '../../core/plan/versionPairs.ts';
import { workspaceUri } from '../app/folders.ts';
import type { Model } from '../app/model.ts';
import type { Folder, FolderPlan } from '../app/snapshot.ts';
import { planAddress } from './planDocument.ts';

export function planOf({ model }: { readonly model: Model }, folder: Folder): FolderPlan | undefined {
  return model.snapshot?.plans.find((plan) => plan.folder.top === folder.top);
}

export function planUri(folder: Folder): Uri {
  return workspaceUri(folder, planPath);
}

export async function showPlanVersions(context: { readonly model: Model }, folder: Folder): Promise<void> {
  const plan = planOf(context, folder);
  const last = plan?.plan.versions.at(-1);
  if (plan === undefined || last === undefined) {
    void window.showInformationMessage(l10n.t('No version of the plan has been reviewed yet'));
    return;
  }
  // There is one version, and no current plan to compare it with.
  if (versionPairs(plan.plan).length === 0) return openPlanVersion(plan, last);
  const chosen = await choosePair(plan);
  if (chosen !== undefined) await showDiff(plan, chosen.before, chosen.after);
}

/** A version without anything to compare it with is opened instead. */
export async function comparePlanVersion(plan: FolderPlan, version: PlanVersion): Promise<void> {
  const pair = pairOf(plan.plan, version.version);
  if (pair === undefined) await openPlanVersion(plan, version);
  else await showDiff(plan, pair.before, pair.after);
}

/** Opens the copy with the notes, or the reviewed text when there are none. */
export async function openPlanVersion(plan: FolderPlan, version: PlanVersion): Promise<void> {
  const text = version.verdict === undefined ? 'snapshot' : 'annotated';
  await window.showTextDocument(planAddress(plan, version, text), { preview: true });
}

interface Pair {
  readonly before: PlanSide;
  readonly after: PlanSide;
}

async function choosePair(plan: FolderPlan): Promise<Pair | undefined> {
  const pairs = versionPairs(plan.plan);
  const items = pairs.map((pair) => ({
    label: `$(diff) ${pairText(pair)}`,
    description: pair.after === 'now' ? nowText(plan, pair.before) : sideText(plan, pair.after),
    pair,
  }));
  const any = { label: `$(ellipsis) ${l10n.t('Choose Two Versions…')}`, description: '', pair: undefined };
  const chosen = await window.showQuickPick(plan.plan.versions.length > 1 ? [...items, any] : items, {
    title: l10n.t('Versions of the Plan'),
    placeHolder: l10n.t('Choose what to compare'),
  });
  if (chosen === undefined) return undefined;
  return chosen.pair ?? chooseTwo(plan);
}

async function chooseTwo(plan: FolderPlan): Promise<Pair | undefined> {
  const versions = plan.plan.versions.map(({ version }) => version);
  const before = await chooseSide(plan, versions, l10n.t('Compare from version'));
  if (before === undefined) return undefined;
  const others: PlanSide[] = [...versions.filter((version) => version !== before).reverse()];
  const after = await chooseSide(
    plan,
    [...(plan.plan.hash ? (['now'] as const) : []), ...others],
    l10n.t('Compare to version'),
  );
  return after === undefined ? undefined : { before, after };
}

async function chooseSide(plan: FolderPlan, sides: readonly PlanSide[], placeHolder: string) {
  const items = sides.map((side) => ({ label: sideName(side), description: sideText(plan, side), side }));
  return (await window.showQuickPick(items, { placeHolder }))?.side;
}

async function showDiff(plan: FolderPlan, before: PlanSide, after: PlanSide): Promise<void> {
  const [left, right] = [before, after].map((side) => sideUri(plan, side));
  if (left === undefined || right === undefined) return;
  const title = l10n.t('Plan: {0}', pairText({ before, after }));
  await registry.executeCommand('vscode.diff', left, right, title, { preview: true });
}

function sideUri(plan: FolderPlan, side: PlanSide): Uri | undefined {
  if (side === 'now') return planUri(plan.folder);
  const version = plan.plan.versions.find((one) => one.version === side);
  return version && planAddress(plan, version, 'snapshot');
}

function pairText({ before, after }: Pair): string {
  return l10n.t('{0} ↔ {1}', sideName(before), sideName(after));
}

function sideName(side: PlanSide): string {
  return side === 'now' ? l10n.t('current') : l10n.t('v{0}', String(side));
}

function sideText(plan: FolderPlan, side: PlanSide): string {
  if (side === 'now') return l10n.t('current plan');
  const version = plan.plan.versions.find((one) => one.version === side);
  return version === undefined ? '' : versionText(plan.plan, version, l10n.t);
}

function nowText({ plan }: FolderPlan, before: PlanSide): string {
  const version = plan.versions.find((one) => one.version === before);
  return version?.hash === plan.hash ? l10n.t('no changes') : l10n.t('changes since then');
}
