import { l10n, MarkdownString, StatusBarAlignment, type StatusBarItem, window } from 'vscode';
import { quietIcon } from '../../../core/status/quietIcon.ts';
import { commandId, statusItemId } from '../contributions.ts';

/** Looks as the item of the rooms (status/statusItem.ts) does while no party runs and there is nothing to say. */
export function createQuietItem(): StatusBarItem {
  const item = window.createStatusBarItem(statusItemId, StatusBarAlignment.Left, 20);
  item.name = l10n.t('Party');
  item.text = `$(${quietIcon}) ${l10n.t('Party')}`;
  item.accessibilityInformation = { label: l10n.t('Party') };
  item.command = commandId('showReview');
  item.tooltip = tooltip();
  return item;
}

function tooltip(): MarkdownString {
  const links = [
    [commandId('start'), l10n.t('Start')],
    [commandId('startDemo'), l10n.t('Start with demo agents')],
    [commandId('showLog'), l10n.t('Show log')],
  ] as const;
  const markdown = new MarkdownString('', true);
  markdown.isTrusted = { enabledCommands: links.map(([command]) => command) };
  markdown.appendMarkdown(`**${l10n.t('Party')}**\n\n${l10n.t('No party is running for this folder')}\n\n`);
  const linked = links.map(([command, words]) => `[${words}](command:${command})`);
  return markdown.appendMarkdown(`\n---\n\n${linked.join(' &nbsp;·&nbsp; ')}`);
}
