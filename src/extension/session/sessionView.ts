// The Session view: who is in the party, what each is doing, how far the messages between them have come, plan and collab.

import { type Disposable, l10n, ThemeIcon, TreeItem, TreeItemCollapsibleState, type TreeView, window } from 'vscode';
import { Emitter } from '../../core/base/event.ts';
import { troubledMessages } from '../../core/messages/messageTrouble.ts';
import { rows, views } from '../app/contributions.ts';
import type { Host } from '../app/host.ts';
import type { Model } from '../app/model.ts';
import type { Party } from '../app/snapshot.ts';
import { collabItem } from '../collab/collabItem.ts';
import { readMessage } from '../messages/messageFile.ts';
import { messageItem, messagesItem, messageTooltip } from '../messages/messageItem.ts';
import { planItem } from '../plan/planItem.ts';
import { isPlanRow } from '../plan/planRows.ts';
import type { Ages } from '../ui/ages.ts';
import { roleItem } from './roleItem.ts';
import { childRows, isPartyRow, messageRows, parentRow, type Row, topRows } from './sessionRows.ts';

export interface SessionView extends Disposable {
  readonly view: TreeView<Row>;
  /** Shows the messages of a party, and selects the one with this id, or else the first that needs somebody. */
  revealMessages(session: string, id?: string): Promise<void>;
}

/** A tree that is drawn anew takes the open tooltip away, so whoever asked for one gets the time to read it. */
const readingMs = 10_000;

export function createSessionView(host: Pick<Host, 'paths'>, model: Model, ages: Ages): SessionView {
  const changed = new Emitter<Row | undefined>();
  /** By session, as VS Code knows them: only what it was given can be drawn anew alone. */
  const groups = new Map<string, Row>();
  let readingUntil = 0;

  function remember(children: Row[]): Row[] {
    for (const row of children) if (row.kind === 'messages') groups.set(row.party.session.name, row);
    return children;
  }

  const view = window.createTreeView<Row>(views.session, {
    treeDataProvider: {
      onDidChangeTreeData: changed.event,
      getChildren: (row) => remember(row ? childRows(row) : model.snapshot ? topRows(model.snapshot) : []),
      getParent: (row) => (model.snapshot ? parentRow(model.snapshot, row) : undefined),
      getTreeItem: (row) => toItem(row, Date.now()),
      async resolveTreeItem(item, row) {
        if (row.kind !== 'message') return item;
        readingUntil = Date.now() + readingMs;
        // A character has at most four bytes.
        const text = await readMessage(host.paths, row.party, row.message, 2001 * 4);
        item.tooltip = messageTooltip(row.party, row.message, text, Date.now());
        return item;
      },
    },
  });

  const subscriptions = [
    model.onDidChange(() => {
      const { snapshot } = model;
      const problem = snapshot?.problem ?? snapshot?.planProblem ?? snapshot?.collabProblem;
      view.message = problem === undefined ? '' : l10n.t('This may be old. {0}', problem);
      groups.clear();
      changed.fire(undefined);
    }),
    ages.onDidTick(() => {
      if (!view.visible || Date.now() < readingUntil) return;
      for (const group of groups.values()) changed.fire(group);
    }),
  ];

  return {
    view,
    async revealMessages(session, id) {
      const party = model.snapshot?.parties.find((candidate) => candidate.session.name === session);
      const row = party && (messageRow(party, id) ?? topRow(model, party));
      if (row !== undefined) await view.reveal(row, { select: true, focus: true, expand: true });
    },
    dispose() {
      for (const subscription of subscriptions) subscription.dispose();
      changed.dispose();
      view.dispose();
    },
  };
}

function messageRow(party: Party, id: string | undefined): Row | undefined {
  const [troubled] = troubledMessages(party.status.messages, Date.now());
  const messages = messageRows(party);
  return messages.find(({ message }) => message.id === (id ?? troubled?.id)) ?? messages[0];
}

/** Without a message the view itself has to do. */
function topRow({ snapshot }: Model, party: Party): Row | undefined {
  return snapshot && topRows(snapshot).find((row) => isPartyRow(row) && row.party.session.name === party.session.name);
}

function toItem(row: Row, now: number): TreeItem {
  if (!isPartyRow(row)) return isPlanRow(row) ? planItem(row) : collabItem(row);
  switch (row.kind) {
    case 'party':
      return partyItem(row.party);
    case 'role':
      return roleItem(row);
    case 'messages':
      return messagesItem(row.party, now);
    case 'message':
      return messageItem(row, now);
    default: {
      const unreachable: never = row;
      return unreachable;
    }
  }
}

function partyItem({ folder, session }: Party): TreeItem {
  const item = new TreeItem(folder.name, TreeItemCollapsibleState.Expanded);
  item.id = session.name;
  item.description = session.id;
  item.tooltip = `${session.name}\n${session.cwd}`;
  item.iconPath = new ThemeIcon('comment-discussion');
  item.contextValue = rows.party;
  return item;
}
