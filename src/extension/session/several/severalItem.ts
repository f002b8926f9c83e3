// How one of several parties looks in the Session view.

import { l10n, ThemeColor, ThemeIcon, TreeItem, TreeItemCollapsibleState } from 'vscode';
import { oneLine } from '../../../core/base/outsideText.ts';
import { partySummary } from '../../../core/status/partySummary.ts';
import { commandId, rows } from '../../app/contributions.ts';
import type { FolderAct, FolderRow, FolderRowOf, OneOfSeveral } from './severalRows.ts';

/** A click switches to it. */
export function partyItem(row: OneOfSeveral): TreeItem {
  const { party, branch, review, elsewhere } = row;
  const { folder, session, status } = party;
  const { text, icon, attention } = partySummary(
    { branch: branch && oneLine(branch, 60), agents: status.agents, review },
    l10n.t,
  );
  // Ten open parties would be a long list.
  const item = new TreeItem(
    folder.name,
    elsewhere ? TreeItemCollapsibleState.Collapsed : TreeItemCollapsibleState.Expanded,
  );
  item.id = session.name;
  item.description = text;
  item.tooltip = [
    session.name,
    session.cwd,
    ...(elsewhere ? [l10n.t('This folder is not open in this window')] : []),
  ].join('\n');
  item.iconPath = new ThemeIcon(icon, attention ? new ThemeColor('list.warningForeground') : undefined);
  item.contextValue = elsewhere ? rows.partyElsewhere : rows.party;
  item.accessibilityInformation = { label: l10n.t('Party in {0}: {1}', folder.name, text) };
  item.command = { command: commandId('attach'), title: l10n.t('Show Terminal'), arguments: [row] };
  return item;
}

export function folderItem(row: FolderRow): TreeItem {
  return row.kind === 'folder' ? idleItem(row) : actItem(row);
}

/** A click starts nothing: agents may cost money. The rows below it do, and say so. */
function idleItem({ folder, restorable }: FolderRowOf<'folder'>): TreeItem {
  const item = new TreeItem(folder.name, TreeItemCollapsibleState.Expanded);
  const state = restorable ? l10n.t('the party ended unexpectedly') : l10n.t('no party is running');
  item.id = `folder ${folder.top}`;
  item.description = state;
  item.tooltip = folder.path;
  item.iconPath = restorable
    ? new ThemeIcon('warning', new ThemeColor('list.warningForeground'))
    : new ThemeIcon('circle-outline');
  item.contextValue = restorable ? rows.folderEnded : rows.folderIdle;
  item.accessibilityInformation = { label: l10n.t('{0}: {1}', folder.name, state) };
  return item;
}

function actItem({ folder, partyFolder, act }: FolderRowOf<'folderAct'>): TreeItem {
  const { icon, label, detail } = folderActs[act];
  const item = new TreeItem(label(), TreeItemCollapsibleState.None);
  item.id = `folder ${folder.top}/${act}`;
  item.tooltip = detail();
  item.iconPath = new ThemeIcon(icon);
  item.command = { command: commandId(act), title: label(), arguments: [{ partyFolder }] };
  item.accessibilityInformation = { label: l10n.t('{0}: {1}', label(), detail()), role: 'button' };
  return item;
}

const folderActs: Readonly<Record<FolderAct, { icon: string; label(): string; detail(): string }>> = {
  restore: {
    icon: 'debug-restart',
    label: () => l10n.t('Restore'),
    detail: () => l10n.t('Bring back the panes, the conversations of both agents and the messages on their way'),
  },
  startNew: {
    icon: 'play',
    label: () => l10n.t('Start New'),
    detail: () => l10n.t('With new conversations; you can still restore the last party'),
  },
  start: {
    icon: 'play',
    label: () => l10n.t('Start'),
    detail: () => l10n.t('Start Claude Code and Codex side by side in this folder'),
  },
};
