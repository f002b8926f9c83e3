import { l10n, ThemeIcon, TreeItem, TreeItemCollapsibleState } from 'vscode';
import { type CommandName, commandId } from '../app/contributions.ts';
import type { Hidden } from './shownPart.ts';

/** The row for the rows of a group that are not shown. A click on it runs the command with its id. */
export function hiddenItem({ where, hidden }: Hidden, id: string, showMore: CommandName): TreeItem {
  const count = hidden.toLocaleString();
  const label = where === 'after' ? l10n.t('{0} more', count) : l10n.t('{0} earlier', count);
  const item = new TreeItem(label, TreeItemCollapsibleState.None);
  item.id = id;
  item.iconPath = new ThemeIcon('ellipsis');
  item.command = { command: commandId(showMore), title: l10n.t('Show More'), arguments: [id] };
  return item;
}
