// How the gates look in the Session view.

import { l10n, ThemeColor, ThemeIcon, TreeItem, TreeItemCollapsibleState } from 'vscode';
import { passText, policyLines, policyText } from '../../core/review/policyText.ts';
import { commandId } from '../app/contributions.ts';
import type { GatesRow } from './gatesRows.ts';

export function gatesItem({ gated: { folder, review }, named }: GatesRow): TreeItem {
  const { policy, passes } = review;
  const label = named ? l10n.t('Gate of {0}', folder.name) : l10n.t('Gate');
  const item = new TreeItem(label, TreeItemCollapsibleState.None);
  const text = policyText(policy, l10n.t);
  const state = policy.waiting === null ? text : l10n.t('{0}, a change waits for you', text);
  item.id = `gates/${folder.top}`;
  item.description = state;
  item.iconPath = new ThemeIcon(policy.name === 'off' ? 'unlock' : 'law', urgent(policy.waiting !== null));
  const lines = [...policyLines(policy, l10n.t), ...passes.slice(-3).map((pass) => passText(pass, l10n.t))];
  item.tooltip = lines.join('\n');
  item.command = { command: commandId('showGatePolicy'), title: l10n.t('Show Gate Policy') };
  item.accessibilityInformation = { label: l10n.t('{0}: {1}', label, state) };
  return item;
}

function urgent(isUrgent: boolean): ThemeColor | undefined {
  return isUrgent ? new ThemeColor('list.warningForeground') : undefined;
}
