// The Findings view: what the reviewer found, in groups, with what is still open first.

import { type Disposable, l10n, type Memento, type TreeView, window } from 'vscode';
import { isBlocking } from '../../core/findings/ledgerFinding.ts';
import { contextSetter } from '../app/contextKeys.ts';
import { contextKeys, stateKeys, views } from '../app/contributions.ts';
import type { Model } from '../app/model.ts';
import { paced } from '../ui/paced.ts';
import { rowTree } from '../ui/rowTree.ts';
import { findingsItem, findingTooltip } from './findingsItem.ts';
import { buildTree, type FindingRow, type Grouping, groupings, rowId, type Tree } from './findingsRows.ts';
import { findingsSituation } from './findingsSituation.ts';
import type { FindingsStore, Placed } from './findingsStore.ts';

export interface Preferences {
  readonly grouping: Grouping;
  /** Words that a finding must hold. */
  readonly text: string;
  readonly nonBlocking: boolean;
}

export interface FindingsView extends Disposable {
  /** Of the ids of its rows, so that a row stays the same one when it is drawn anew. */
  readonly view: TreeView<string>;
  readonly preferences: Preferences;
  /** What is shown, for tests and for whoever walks through it. */
  tree(): Tree;
  prefer(changes: Partial<Preferences>): Promise<void>;
  /** Of the group that the row stands for. */
  showMore(id: unknown): void;
  /** Selects a finding without taking the focus, if somebody could see it. */
  reveal(placed: Placed): Promise<void>;
}

/** Enough to fill any screen. VS Code makes a row of each, shown or not. */
const shownAtFirst = 200;
const shownMore = 1000;
const drawEveryMs = 300;

export function createFindingsView(store: FindingsStore, model: Model, memory: Memento): FindingsView {
  const setContext = contextSetter();
  const limits = new Map<string, number>();
  let preferences = remembered(memory.get(stateKeys.findings));
  let known: Tree | undefined;
  let drawnFor = '';

  function tree(): Tree {
    known ??= buildTree(store.all, {
      grouping: preferences.grouping,
      filter: preferences,
      pinOf: (placed) => store.pin(placed),
      limitOf: (group) => limits.get(group) ?? shownAtFirst,
    });
    return known;
  }

  const drawn = rowTree<FindingRow>(tree, {
    id: rowId,
    item: (row) => findingsItem(row, ({ placed }) => store.pin(placed)),
    more: tooltipFacts,
  });

  const view = window.createTreeView<string>(views.findings, {
    showCollapseAll: true,
    treeDataProvider: {
      ...drawn.provider,
      resolveTreeItem(item, id) {
        const row = tree().row(id);
        if (row?.kind === 'finding') item.tooltip = findingTooltip(row, store.pin(row.placed));
        return item;
      },
    },
  });

  function draw(): void {
    known = undefined;
    drawnFor = drawnBy(model);
    const { snapshot } = model;
    if (snapshot === undefined) return;
    const { reviewProblem } = snapshot;
    view.message = reviewProblem === undefined ? '' : l10n.t('This may be old. {0}', reviewProblem);
    view.description = filterText(preferences);
    const blocking = store.all.filter(({ finding }) => isBlocking(finding)).length;
    view.badge =
      blocking === 0
        ? undefined
        : {
            value: blocking,
            tooltip:
              blocking === 1
                ? l10n.t('1 open blocking finding')
                : l10n.t('{0} open blocking findings', String(blocking)),
          };
    setContext(contextKeys.findingsGrouping, preferences.grouping);
    setContext(contextKeys.findingsFilter, isFiltering(preferences) ? 'on' : 'off');
    setContext(contextKeys.findingsShown, preferences.nonBlocking ? 'all' : 'blocking');
    setContext(contextKeys.findings, findingsSituation(snapshot, { all: store.size, shown: tree().shown }));
    drawn.draw();
  }

  const drawing = paced(async () => draw(), drawEveryMs);
  const subscriptions = [
    // The badge and the welcome text are for those who do not see the tree, so a new list is always drawn.
    store.onDidChange(({ list }) => (list || view.visible) && drawing.nudge()),
    model.onDidChange(() => drawnFor !== drawnBy(model) && drawing.nudge()),
    view.onDidChangeVisibility(({ visible }) => visible && drawing.nudge()),
  ];
  draw();

  return {
    view,
    get preferences() {
      return preferences;
    },
    tree,
    async prefer(changes) {
      preferences = { ...preferences, ...changes };
      draw();
      await memory.update(stateKeys.findings, { ...preferences, text: '' });
    },
    showMore(id) {
      const row = typeof id === 'string' ? tree().row(id) : undefined;
      if (row?.kind !== 'more') return;
      limits.set(row.group.id, (limits.get(row.group.id) ?? shownAtFirst) + shownMore);
      draw();
    },
    async reveal({ id }) {
      const found = view.visible ? tree().find(id) : undefined;
      if (found === undefined) return;
      if (found.index >= (limits.get(found.group.id) ?? shownAtFirst)) {
        limits.set(found.group.id, found.index + shownAtFirst);
        draw();
      }
      await view.reveal(id, { select: true, focus: false });
    },
    dispose() {
      for (const subscription of subscriptions) subscription.dispose();
      drawing.dispose();
      drawn.dispose();
      view.dispose();
    },
  };
}

/** What the tooltip would say, which is only made when somebody asks for it. */
function tooltipFacts(row: FindingRow): unknown {
  const { raised, reason, since } = row.kind === 'finding' ? row.placed.finding : {};
  return [raised, reason, since];
}

/** What of the model shows here. It changes every second while agents talk, and a tree drawn anew loses its tooltip. */
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

/** Words are for the moment; how one likes to look at findings is for longer. */
function remembered(value: unknown): Preferences {
  const { grouping, nonBlocking } = (typeof value === 'object' && value !== null ? value : {}) as Partial<Preferences>;
  return {
    grouping: groupings.find((one) => one === grouping) ?? 'severity',
    nonBlocking: nonBlocking !== false,
    text: '',
  };
}
