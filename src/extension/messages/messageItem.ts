// How the messages of a party look in the Session view.

import { l10n, ThemeColor, ThemeIcon, TreeItem, TreeItemCollapsibleState } from 'vscode';
import type { MessageStatus } from '../../core/messages/messageStatus.ts';
import {
  type MessageMood,
  messageLabel,
  messageMood,
  messageSentence,
  messageStateText,
  troubledText,
  whyWaiting,
} from '../../core/messages/messageText.ts';
import { isMessageOnItsWay, troubledMessages } from '../../core/messages/messageTrouble.ts';
import { commandId, rows } from '../app/contributions.ts';
import type { Party } from '../app/snapshot.ts';
import { type Row, waitingFacts } from '../session/sessionRows.ts';

export function messagesItem({ session, status: { messages } }: Party, now: number): TreeItem {
  const item = new TreeItem(l10n.t('Messages'), TreeItemCollapsibleState.Expanded);
  const troubled = troubledMessages(messages, now);
  const going = messages.filter(isMessageOnItsWay).length;
  item.id = `${session.name}/messages`;
  item.iconPath = new ThemeIcon('mail');
  item.description =
    troubled.length > 0 ? troubledText(troubled, l10n.t) : going > 0 ? l10n.t('{0} in transit', String(going)) : '';
  return item;
}

/** Without a tooltip, whose text is read only when VS Code asks for it. */
export function messageItem(row: Row & { kind: 'message' }, now: number): TreeItem {
  const { message, party } = row;
  const item = new TreeItem(messageLabel(message, l10n.t), TreeItemCollapsibleState.None);
  item.id = `${party.session.name}/message/${message.id}`;
  item.description = messageStateText(message, now, l10n.t);
  item.iconPath = icon(messageMood(message, now));
  item.contextValue = rows[message.state];
  item.command = { command: commandId('openMessage'), title: l10n.t('Open Message'), arguments: [row] };
  item.accessibilityInformation = { label: messageSentence(message, waits(party, message), l10n.t) };
  return item;
}

/** Enough to recognize a message. A click opens all of it. */
export const shownCharacters = 600;

/** Plain text: VS Code must not render the agents' messages as Markdown. */
export function messageTooltip(party: Party, message: MessageStatus, text: string | undefined, now: number): string {
  const reason = waits(party, message);
  const head = [
    l10n.t('{0}, {1}', messageLabel(message, l10n.t), messageStateText(message, now, l10n.t)),
    ...(reason === undefined ? [] : [l10n.t('Waiting: {0}', reason)]),
  ];
  const body = text === undefined ? l10n.t('The text was deleted') : shorten(text.trim());
  return [...head, '', body].join('\n');
}

export function waits(party: Party, message: MessageStatus): string | undefined {
  return whyWaiting(message, waitingFacts(party, message), l10n.t);
}

function shorten(text: string): string {
  const characters = [...text];
  return characters.length <= shownCharacters ? text : `${characters.slice(0, shownCharacters).join('')}…`;
}

function icon(mood: MessageMood): ThemeIcon {
  switch (mood) {
    case 'written':
      return new ThemeIcon('watch');
    case 'held':
      return new ThemeIcon('clock');
    case 'typed':
      return new ThemeIcon('keyboard');
    case 'queued':
      return new ThemeIcon('inbox');
    case 'stuck':
      return new ThemeIcon('warning', new ThemeColor('list.warningForeground'));
    case 'unsure':
      return new ThemeIcon('question', new ThemeColor('list.warningForeground'));
    case 'submitted':
      return new ThemeIcon('check');
    case 'answered':
      return new ThemeIcon('check-all');
    case 'failed':
      return new ThemeIcon('error', new ThemeColor('list.errorForeground'));
    case 'cancelled':
      return new ThemeIcon('circle-slash', new ThemeColor('disabledForeground'));
    default: {
      const unreachable: never = mood;
      return unreachable;
    }
  }
}
