// The Findings view: the reviewer's findings in groups, open ones first.

import { type Disposable, l10n, type Memento, ThemeIcon, type TreeItem, type TreeView } from 'vscode';
import { arrivedReason } from '../../core/review/arrivals/arrivedText.ts';
import type { App } from '../app/app.ts';
import { contextSetter } from '../app/contextKeys.ts';
import { contextKeys, stateKeys } from '../app/contributions.ts';
import type { Model } from '../app/model.ts';
import type { Snapshot } from '../app/snapshot.ts';
import { together } from '../ui/disposables.ts';
import { LimitedTree } from '../ui/limitedTree.ts';
import { findingsItem, findingTooltip } from './findingsItem.ts';
import { countedBlocking, type FindingRow, type Grouping, groupings, rowId } from './findingsRows.ts';
import type { FindingsStore, PlacedFinding } from './findingsStore.ts';
import { FindingsTree, findingsSituation, type TreeOptions } from './findingsTree.ts';

export interface Preferences {
  readonly grouping: Grouping;
  /** Words that a finding must contain. */
  readonly text: string;
  readonly nonBlocking: boolean;
}

const drawEveryMs = 300;

export class FindingsView implements Disposable {
  readonly #store: FindingsStore;
  readonly #model: Model;
  readonly #memory: Memento;
  readonly #setContext = contextSetter();
  readonly #rows: LimitedTree<FindingRow, FindingsTree>;
  readonly #subscriptions: Disposable;
  /** What is being done to a finding, by its id: the user sees it before it is done. */
  readonly #doing = new Map<string, string>();
  #preferences: Preferences;

  constructor(store: FindingsStore, { model, memory, views }: Pick<App, 'model' | 'memory' | 'views'>) {
    this.#store = store;
    this.#model = model;
    this.#memory = memory;
    this.#preferences = remembered(memory.get(stateKeys.findings));
    this.#rows = new LimitedTree(views.findings, {
      drawEveryMs,
      build: (partOf) => this.#build(partOf),
      facts: () => drawnBy(model),
      update: (view, tree) => this.#update(view, tree),
      looks: {
        id: rowId,
        item: (row) => this.#item(row),
        tooltip: (row) => (row.kind === 'finding' ? findingTooltip(row, store.shownAt(row.placed)) : undefined),
        more: tooltipFacts,
      },
    });
    this.#subscriptions = together([
      // The badge and the welcome text are visible without the tree, so a new list is always drawn.
      store.onDidChange(({ list }) => (list || this.view.visible) && this.#rows.drawSoon()),
      model.onDidChange(() => this.#rows.drawIfChanged()),
      this.view.onDidChangeVisibility(({ visible }) => visible && this.#rows.drawSoon()),
    ]);
    this.#rows.draw();
  }

  get view(): TreeView<string> {
    return this.#rows.view;
  }

  get preferences(): Preferences {
    return this.#preferences;
  }

  tree(): FindingsTree {
    return this.#rows.tree();
  }

  async prefer(changes: Partial<Preferences>): Promise<void> {
    this.#preferences = { ...this.#preferences, ...changes };
    this.#rows.draw();
    await this.#memory.update(stateKeys.findings, { ...this.#preferences, text: '' });
  }

  /** Shows more of the group that the row stands for. */
  showMore(id: unknown): void {
    const row = this.#rows.row(id);
    if (row?.kind === 'more') this.#rows.showMore(row.group.id, row.where);
  }

  /** Selects a finding without taking the focus, if the view is visible. */
  async reveal({ id }: PlacedFinding): Promise<void> {
    const found = this.view.visible ? this.tree().find(id) : undefined;
    if (found === undefined) return;
    this.#rows.showAround(found.group.id, found.index);
    await this.view.reveal(id, { select: true, focus: false });
  }

  /** Shows on the row of the finding what is being done to it. */
  async during<T>({ id }: PlacedFinding, doing: string, work: () => Promise<T>): Promise<T> {
    this.#doing.set(id, doing);
    this.#rows.drawAgain([id]);
    try {
      return await work();
    } finally {
      this.#doing.delete(id);
      this.#rows.drawAgain([id]);
    }
  }

  dispose(): void {
    together([this.#subscriptions, this.#rows]).dispose();
  }

  #build(partOf: TreeOptions['partOf']): FindingsTree {
    const { grouping } = this.#preferences;
    const shownAtOf = (placed: PlacedFinding) => this.#store.shownAt(placed);
    return new FindingsTree(this.#store.all, { grouping, filter: this.#preferences, shownAtOf, partOf });
  }

  #item(row: FindingRow): TreeItem {
    const item = findingsItem(row, ({ placed }) => this.#store.shownAt(placed));
    const doing = row.kind === 'finding' ? this.#doing.get(row.placed.id) : undefined;
    if (doing !== undefined) Object.assign(item, { description: doing, iconPath: new ThemeIcon('loading~spin') });
    return item;
  }

  #update(view: TreeView<string>, { shown }: FindingsTree): boolean {
    const { snapshot } = this.#model;
    if (snapshot === undefined) return false;
    const { reviewProblem } = snapshot;
    const { grouping, nonBlocking } = this.#preferences;
    view.message =
      reviewProblem === undefined ? arrivedMessage(snapshot) : l10n.t('This may be outdated. {0}', reviewProblem);
    view.description = filterText(this.#preferences);
    view.badge = badgeOf(countedBlocking(this.#store.all));
    this.#setContext(contextKeys.findingsGrouping, grouping);
    this.#setContext(contextKeys.findingsFilter, isFiltering(this.#preferences) ? 'on' : 'off');
    this.#setContext(contextKeys.findingsShown, nonBlocking ? 'all' : 'blocking');
    this.#setContext(contextKeys.findings, findingsSituation(snapshot, { all: this.#store.size, shown }));
    return true;
  }
}

/**
 * An answer that cannot be read, or an unproven one without findings, has no rows. For a proven one without findings,
 * there is a welcome text, which a message would hide.
 */
function arrivedMessage({ reviews }: Pick<Snapshot, 'reviews'>): string {
  return reviews
    .flatMap(({ review }) => review.arrived ?? [])
    .filter(({ findings, state }) => findings.length === 0 && state !== 'proven')
    .map(({ round, state, reason }) => {
      const text = arrivedReason({ state, reason, findings: 0, blocking: 0 }, l10n.t);
      return l10n.t('Round {0}: {1}', String(round), text);
    })
    .join('\n');
}

function badgeOf(blocking: number): TreeView<string>['badge'] {
  if (blocking === 0) return undefined;
  const tooltip =
    blocking === 1 ? l10n.t('1 open blocking finding') : l10n.t('{0} open blocking findings', String(blocking));
  return { value: blocking, tooltip };
}

/** The facts behind the tooltip, which is built only when VS Code asks for it. */
function tooltipFacts(row: FindingRow): unknown {
  const { raised, reason, since } = row.kind === 'finding' ? row.placed.finding : {};
  return [raised, reason, since];
}

/**
 * The part of the model that shows here. The model changes every second while agents talk, and redrawing the tree
 * closes an open tooltip.
 */
function drawnBy({ snapshot }: Model): string {
  const { folders, trusted, reviews, reviewProblem } = snapshot ?? { reviews: [] };
  return JSON.stringify([folders, trusted, reviewProblem, reviews.map(({ revision }) => revision)]);
}

function isFiltering({ text, nonBlocking }: Preferences): boolean {
  return text.trim() !== '' || !nonBlocking;
}

function filterText({ text, nonBlocking }: Preferences): string {
  return [text.trim() === '' ? '' : `“${text.trim()}”`, nonBlocking ? '' : l10n.t('blocking only')]
    .filter((part) => part !== '')
    .join(' · ');
}

/** Keeps the user's choice of grouping, but not the words of the filter, which are for the moment. */
function remembered(value: unknown): Preferences {
  const { grouping, nonBlocking } = (typeof value === 'object' && value !== null ? value : {}) as Partial<Preferences>;
  return {
    grouping: groupings.find((one) => one === grouping) ?? 'severity',
    nonBlocking: nonBlocking !== false,
    text: '',
  };
}
