// The Session view: the agents of the party and what they are doing, the state of the messages between them, plan and
// collab.

import {
  type Disposable,
  l10n,
  ThemeIcon,
  type TreeDataProvider,
  TreeItem,
  TreeItemCollapsibleState,
  type TreeView,
  window,
} from 'vscode';
import { Emitter } from '../../core/base/event.ts';
import { troubledMessages } from '../../core/messages/messageTrouble.ts';
import { rows, viewId } from '../app/contributions.ts';
import type { Host } from '../app/host.ts';
import type { Model } from '../app/model.ts';
import type { Party } from '../app/snapshot.ts';
import { collabItem } from '../collab/collabItem.ts';
import { gatesItem } from '../gates/gatesItem.ts';
import { isGatesRow } from '../gates/gatesRows.ts';
import { readMessage } from '../messages/messageFile.ts';
import { messageItem, messagesItem, messageTooltip } from '../messages/messageItem.ts';
import { planItem } from '../plan/planItem.ts';
import { isPlanRow } from '../plan/planRows.ts';
import type { Ages } from '../ui/ages.ts';
import { together } from '../ui/disposables.ts';
import { roleItem } from './roleItem.ts';
import { childRows, isPartyRow, messageRows, parentRow, type Row, topRows } from './sessionRows.ts';

/** Redrawing the tree closes an open tooltip, so a user who opened one gets this long to read it. */
const readingMs = 10_000;

export class SessionView implements Disposable {
  readonly view: TreeView<Row>;
  readonly #host: Pick<Host, 'paths'>;
  readonly #model: Model;
  readonly #changed = new Emitter<Row | undefined>();
  readonly #subscriptions: Disposable;
  /** By session, the very objects that VS Code was given: it can redraw only those alone. */
  readonly #groups = new Map<string, Row>();
  #readingUntil = 0;

  constructor(host: Pick<Host, 'paths'>, model: Model, ages: Pick<Ages, 'onDidTick'>) {
    this.#host = host;
    this.#model = model;
    this.view = window.createTreeView<Row>(viewId('session'), { treeDataProvider: this.#provider() });
    this.#subscriptions = together([model.onDidChange(() => this.#draw()), ages.onDidTick(() => this.#drawAges())]);
  }

  /** Shows the messages of a party, and selects the one with this id, else the first one in trouble. */
  async revealMessages(session: string, id?: string): Promise<void> {
    const party = this.#model.snapshot?.parties.find((candidate) => candidate.session.name === session);
    const row = party && (messageRow(party, id) ?? topRow(this.#model, party));
    if (row !== undefined) await this.view.reveal(row, { select: true, focus: true, expand: true });
  }

  dispose(): void {
    together([this.#subscriptions, this.#changed, this.view]).dispose();
  }

  #provider(): TreeDataProvider<Row> {
    return {
      onDidChangeTreeData: this.#changed.event,
      getChildren: (row) => this.#childrenOf(row),
      getParent: (row) => (this.#model.snapshot ? parentRow(this.#model.snapshot, row) : undefined),
      getTreeItem: (row) => toItem(row, Date.now()),
      resolveTreeItem: (item, row) => (row.kind === 'message' ? this.#withText(item, row) : item),
    };
  }

  #childrenOf(row: Row | undefined): Row[] {
    const { snapshot } = this.#model;
    const children = row ? childRows(row) : snapshot ? topRows(snapshot) : [];
    for (const child of children) if (child.kind === 'messages') this.#groups.set(child.party.session.name, child);
    return children;
  }

  async #withText(item: TreeItem, { party, message }: Row & { kind: 'message' }): Promise<TreeItem> {
    this.#readingUntil = Date.now() + readingMs;
    // A character has at most four bytes.
    const text = await readMessage(this.#host.paths, party, message, 2001 * 4);
    item.tooltip = messageTooltip(party, message, text, Date.now());
    return item;
  }

  #draw(): void {
    const { snapshot } = this.#model;
    const problem = snapshot?.problem ?? snapshot?.planProblem ?? snapshot?.collabProblem;
    this.view.message = problem === undefined ? '' : l10n.t('This may be outdated. {0}', problem);
    this.#groups.clear();
    this.#changed.fire(undefined);
  }

  #drawAges(): void {
    if (!this.view.visible || Date.now() < this.#readingUntil) return;
    for (const group of this.#groups.values()) this.#changed.fire(group);
  }
}

function messageRow(party: Party, id: string | undefined): Row | undefined {
  const [troubled] = troubledMessages(party.status.messages, Date.now());
  const messages = messageRows(party);
  return messages.find(({ message }) => message.id === (id ?? troubled?.id)) ?? messages[0];
}

/** The row to reveal when the party has no messages. */
function topRow({ snapshot }: Model, party: Party): Row | undefined {
  return snapshot && topRows(snapshot).find((row) => isPartyRow(row) && row.party.session.name === party.session.name);
}

function toItem(row: Row, now: number): TreeItem {
  if (isGatesRow(row)) return gatesItem(row);
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
