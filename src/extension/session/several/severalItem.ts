// How one of several parties looks in the Session view.

import { l10n, ThemeColor, ThemeIcon, TreeItem, TreeItemCollapsibleState } from 'vscode';
import { oneLine } from '../../../core/base/outsideText.ts';
import { partySummary } from '../../../core/status/partySummary.ts';
import { commandId, rows } from '../../app/contributions.ts';
import type { FolderRow, OneOfSeveral } from './severalRows.ts';

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

/** A click starts nothing: agents may cost money. */
export function folderItem({ folder }: FolderRow): TreeItem {
  const item = new TreeItem(folder.name, TreeItemCollapsibleState.None);
  item.id = `folder ${folder.top}`;
  item.description = l10n.t('no party is running');
  item.tooltip = folder.path;
  item.iconPath = new ThemeIcon('circle-outline');
  item.contextValue = rows.folderIdle;
  item.accessibilityInformation = { label: l10n.t('{0}: no party is running', folder.name) };
  return item;
}
