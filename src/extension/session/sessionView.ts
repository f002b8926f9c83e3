// The Session view: the agents of the party and what they are doing, the state of the messages between them, plan,
// collab, and the files of the change.

import { type Disposable, l10n, type TreeItem, type TreeView } from 'vscode';
import { Emitter } from '../../core/base/event.ts';
import { troubledMessages } from '../../core/messages/messageTrouble.ts';
import { isDemoProject } from '../../node/project/demoProject.ts';
import type { App } from '../app/app.ts';
import type { Host } from '../app/host.ts';
import type { Model } from '../app/model.ts';
import type { ViewRows } from '../app/quiet/lateViews.ts';
import { allPartiesOf, type Party } from '../app/snapshot.ts';
import { collabItem } from '../collab/collabItem.ts';
import { gatesItem } from '../gates/gatesItem.ts';
import { isGatesRow } from '../gates/gatesRows.ts';
import { readMessage } from '../messages/messageFile.ts';
import { messageItem, messagesItem, messageTooltip, shownCharacters } from '../messages/messageItem.ts';
import { planItem } from '../plan/planItem.ts';
import { isPlanRow } from '../plan/planRows.ts';
import type { ChangedFiles } from '../review/changes/changedFiles.ts';
import { changesItem } from '../review/changes/changesItem.ts';
import { type ChangesRow, isChangesRow } from '../review/changes/changesRows.ts';
import { readyItem } from '../review/ready/readyItem.ts';
import { isReadyRow } from '../review/ready/readyRows.ts';
import { isBeforeFirstScene } from '../status/projectStatus.ts';
import { together } from '../ui/disposables.ts';
import type { Endings } from './endings/endings.ts';
import { questionItem, roleItem, roleTooltip } from './roleItem.ts';
import { childRows, isPartyRow, messageRows, parentRow, type Row, topRows } from './sessionRows.ts';
import { folderItem, partyItem } from './several/severalItem.ts';
import { isFolderRow } from './several/severalRows.ts';

/** Redrawing the tree closes an open tooltip, so a user who opened one gets this long to read it. */
const readingMs = 10_000;

interface SessionFacts extends Pick<App, 'host' | 'model' | 'ages' | 'views'> {
  readonly endings: Pick<Endings, 'mark' | 'onDidChange'>;
}

export class SessionView implements Disposable {
  readonly view: TreeView<Row>;
  readonly #host: Pick<Host, 'paths'>;
  readonly #model: Model;
  readonly #changes: Pick<ChangedFiles, 'children' | 'known'>;
  readonly #endings: SessionFacts['endings'];
  readonly #changed = new Emitter<Row | undefined>();
  readonly #subscriptions: Disposable;
  /** The rows that show an age, the very objects that VS Code was given: it can redraw only those alone. */
  readonly #aging = new Map<string, Row>();
  #readingUntil = 0;

  constructor(
    { host, model, ages, endings, views }: SessionFacts,
    changes: Pick<ChangedFiles, 'children' | 'known' | 'onDidChange'>,
  ) {
    this.#host = host;
    this.#model = model;
    this.#changes = changes;
    this.#endings = endings;
    this.view = views.session.fill(this.#provider());
    this.#subscriptions = together([
      model.onDidChange(() => this.#draw()),
      changes.onDidChange(() => this.#draw()),
      endings.onDidChange(() => this.#draw()),
      ages.onDidTick(() => this.#drawAges()),
    ]);
  }

  /** Shows the messages of a party, and selects the one with this id, else the first one in trouble. */
  async revealMessages(session: string, id?: string): Promise<void> {
    const { snapshot } = this.#model;
    const all = snapshot ? allPartiesOf(snapshot) : [];
    const party = all.find((candidate) => candidate.session.name === session);
    const row = party && (messageRow(party, id) ?? topRow(this.#model, party));
    if (row !== undefined) await this.view.reveal(row, { select: true, focus: true, expand: true });
  }

  dispose(): void {
    together([this.#subscriptions, this.#changed]).dispose();
  }

  #provider(): ViewRows<Row> {
    return {
      onDidChangeTreeData: this.#changed.event,
      getChildren: (row) => (isChangesRow(row) ? this.#changes.children(row) : this.#childrenOf(row)),
      getParent: (row) => (this.#model.snapshot ? parentRow(this.#model.snapshot, row) : undefined),
      getTreeItem: (row) =>
        isChangesRow(row) ? changesItem(row, (changed) => this.#changes.known(changed)) : toItem(row, Date.now()),
      resolveTreeItem: (item, row) => this.#resolve(item, row),
    };
  }

  #childrenOf(row: Row | undefined): Row[] {
    const { snapshot } = this.#model;
    const children = row ? childRows(row) : snapshot ? topRows(snapshot) : [];
    for (const child of children) {
      if (child.kind === 'messages') this.#aging.set(child.party.session.name, child);
      if (child.kind === 'role' && child.agent.state === 'busy') {
        this.#aging.set(`${child.party.session.name} ${child.agent.role}`, child);
      }
    }
    return children;
  }

  #resolve(item: TreeItem, row: Row): TreeItem | Promise<TreeItem> {
    if (row.kind !== 'message' && row.kind !== 'role') return item;
    this.#readingUntil = Date.now() + readingMs;
    if (row.kind === 'message') return this.#withText(item, row);
    item.tooltip = roleTooltip(row);
    return item;
  }

  async #withText(item: TreeItem, { party, message }: Row & { kind: 'message' }): Promise<TreeItem> {
    // A character has at most four bytes.
    const text = await readMessage(this.#host.paths, party, message, (shownCharacters + 1) * 4);
    item.tooltip = messageTooltip(party, message, text, Date.now());
    return item;
  }

  /** What to type in the demo, until something happens there. */
  #hint(): string {
    const { snapshot } = this.#model;
    const isNew = snapshot && isBeforeFirstScene(snapshot, (top) => isDemoProject(this.#host.paths, top));
    return isNew ? l10n.t("Demo: click in Claude's pane, type go and press Enter.") : '';
  }

  #draw(): void {
    const { snapshot } = this.#model;
    const problem = snapshot?.problem ?? snapshot?.planProblem ?? snapshot?.collabProblem;
    this.view.message = problem === undefined ? this.#hint() : l10n.t('This may be outdated. {0}', problem);
    // Not as a message: VS Code would hide the welcome text, which has the way back.
    this.view.description = this.#endings.mark(Date.now());
    this.#aging.clear();
    this.#changed.fire(undefined);
  }

  #drawAges(): void {
    if (!this.view.visible || Date.now() < this.#readingUntil) return;
    for (const row of this.#aging.values()) this.#changed.fire(row);
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

function toItem(row: Exclude<Row, ChangesRow>, now: number): TreeItem {
  if (isGatesRow(row)) return gatesItem(row);
  if (isFolderRow(row)) return folderItem(row);
  if (isReadyRow(row)) return readyItem(row);
  if (!isPartyRow(row)) return isPlanRow(row) ? planItem(row) : collabItem(row);
  switch (row.kind) {
    case 'party':
      return partyItem(row);
    case 'role':
      return roleItem(row, now);
    case 'question':
      return questionItem(row);
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
