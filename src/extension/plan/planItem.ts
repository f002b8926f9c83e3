// How the plan and its versions look in the Session view.

import { l10n, ThemeColor, ThemeIcon, TreeItem, TreeItemCollapsibleState } from 'vscode';
import { oneLine } from '../../core/base/outsideText.ts';
import { type PlanVersion, planPath } from '../../core/plan/plan.ts';
import { gatelessText, planIcon, planReasons, planText, versionText } from '../../core/plan/planText.ts';
import { commandId, rows } from '../app/contributions.ts';
import type { FolderPlan } from '../app/snapshot.ts';
import type { PlanRow } from './planRows.ts';

export function planItem(row: PlanRow): TreeItem {
  switch (row.kind) {
    case 'plan':
      return branchItem(row);
    case 'planProblem':
      return problemItem(row);
    case 'planFile':
      return fileItem(row);
    case 'planVersion':
      return versionItem(row);
    default: {
      const unreachable: never = row;
      return unreachable;
    }
  }
}

function branchItem({ plan, named }: PlanRow & { kind: 'plan' }): TreeItem {
  const label = named ? l10n.t('Plan of {0}', plan.folder.name) : l10n.t('Plan');
  const item = new TreeItem(label, TreeItemCollapsibleState.Expanded);
  const state = planText(plan.status, l10n.t);
  item.id = `plan/${plan.folder.top}`;
  item.description = state;
  item.iconPath = stateIcon(plan);
  item.tooltip = [
    l10n.t('{0}: {1}', label, state),
    l10n.t('Claude can write only the plan until Codex approves it.'),
    ...planReasons(plan.plan, l10n.t).map(({ name, value }) => l10n.t('{0}: {1}', name, value)),
  ].join('\n');
  item.contextValue = plan.status.kind === 'reviewing' ? rows.planReviewing : rows.planSettled;
  item.accessibilityInformation = { label: l10n.t('{0}: {1}', label, state) };
  return item;
}

function stateIcon({ status }: FolderPlan): ThemeIcon {
  const urgent = status.kind === 'needs-human' ? new ThemeColor('list.warningForeground') : undefined;
  return new ThemeIcon(planIcon(status), urgent);
}

function problemItem(row: PlanRow & { kind: 'planProblem' }): TreeItem {
  if (row.problem === 'gateless') return gatelessItem(row);
  if (row.problem === 'foreign') return foreignItem(row);
  const { problem, missingHeadings } = row.plan.plan;
  const isUnfit = row.problem === 'unfit';
  const said = isUnfit ? oneLine(problem ?? '', 200) : missingHeadings.join(', ');
  const item = new TreeItem(isUnfit ? said : l10n.t('Headings missing'), TreeItemCollapsibleState.None);
  item.id = `plan/${row.plan.folder.top}/${row.problem}`;
  if (!isUnfit) item.description = said;
  item.tooltip = isUnfit ? said : l10n.t('Headings missing: {0}', said);
  item.iconPath = new ThemeIcon('warning', new ThemeColor('list.warningForeground'));
  item.command = openCommand(row);
  return item;
}

function gatelessItem({ plan }: PlanRow & { kind: 'planProblem' }): TreeItem {
  const said = (plan.plan.gateless ?? []).map((one) => gatelessText(one, l10n.t));
  const item = new TreeItem(l10n.t('Gate on, this Claude has no hooks'), TreeItemCollapsibleState.None);
  item.id = `plan/${plan.folder.top}/gateless`;
  item.description = said.join('; ');
  item.tooltip = [l10n.t('Gate on, this Claude has no hooks'), ...said].join('\n');
  item.iconPath = new ThemeIcon('unlock', new ThemeColor('list.errorForeground'));
  return item;
}

/** A click asks for the approval by hand, which is the way to accept it. */
function foreignItem(row: PlanRow & { kind: 'planProblem' }): TreeItem {
  const item = new TreeItem(l10n.t('Approval not given on this machine'), TreeItemCollapsibleState.None);
  item.id = `plan/${row.plan.folder.top}/foreign`;
  item.description = l10n.t('does not count');
  item.tooltip = oneLine(row.plan.plan.approvalProblem ?? '', 200);
  item.iconPath = new ThemeIcon('warning', new ThemeColor('list.warningForeground'));
  item.command = { command: commandId('approvePlan'), title: l10n.t('Approve by Hand'), arguments: [row] };
  return item;
}

function fileItem(row: PlanRow & { kind: 'planFile' }): TreeItem {
  const item = new TreeItem(planPath, TreeItemCollapsibleState.None);
  item.id = `plan/${row.plan.folder.top}/file`;
  item.tooltip = l10n.t('Open the plan');
  item.iconPath = new ThemeIcon('markdown');
  item.command = openCommand(row);
  return item;
}

function versionItem(row: PlanRow & { kind: 'planVersion' }): TreeItem {
  const { plan, version } = row;
  const item = new TreeItem(l10n.t('v{0}', String(version.version)), TreeItemCollapsibleState.None);
  const said = versionText(plan.plan, version, l10n.t);
  item.id = `plan/${plan.folder.top}/v${version.version}`;
  item.description = version.hash === plan.plan.hash ? l10n.t('{0} · current', said) : said;
  item.tooltip = versionTooltip(version, said);
  item.iconPath = new ThemeIcon(versionIcon(plan, version));
  item.contextValue = rows.planVersion;
  item.accessibilityInformation = { label: l10n.t('Version {0} of the plan: {1}', String(version.version), said) };
  item.command = { command: commandId('openPlanVersion'), title: l10n.t('Open Version'), arguments: [row] };
  return item;
}

const notesShown = 8;

/** Plain text: VS Code must not render Codex's text as Markdown. */
function versionTooltip({ version, verdict }: PlanVersion, said: string): string {
  const head = l10n.t('v{0}: {1}', String(version), said);
  if (verdict === undefined) return head;
  const notes = verdict.notes.slice(0, notesShown).map(({ line, severity, text }) => {
    const place = line === null ? '' : l10n.t('line {0}, ', String(line));
    return `– ${place}${severity === 'blocking' ? l10n.t('blocking') : l10n.t('non-blocking')}: ${oneLine(text, 120)}`;
  });
  const others = verdict.notes.length - notesShown;
  const more = others > 0 ? [l10n.t('and {0} more', String(others))] : [];
  return [head, oneLine(verdict.summary, 400), ...notes, ...more].filter((line) => line !== '').join('\n');
}

function versionIcon({ plan }: FolderPlan, { hash, verdict, version }: PlanVersion): string {
  if (plan.approval?.plan_hash === hash) return 'pass';
  if (verdict === undefined) {
    return plan.reviewing && plan.versions.at(-1)?.version === version ? 'loading~spin' : 'circle-slash';
  }
  return verdict.is_optimal ? 'pass' : 'request-changes';
}

function openCommand(row: PlanRow) {
  return { command: commandId('openPlan'), title: l10n.t('Open Plan'), arguments: [row] };
}
