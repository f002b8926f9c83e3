// The Tasks view: milestones with their progress, and tasks that can be ticked and dragged.

import {
  DataTransferItem,
  type Disposable,
  l10n,
  type Memento,
  TreeItemCheckboxState,
  type TreeView,
  window,
} from 'vscode';
import { oneLine } from '../../core/base/outsideText.ts';
import { contextSetter } from '../app/contextKeys.ts';
import { contextKeys, stateKeys, views } from '../app/contributions.ts';
import type { Model } from '../app/model.ts';
import { paced } from '../ui/paced.ts';
import { rowTree } from '../ui/rowTree.ts';
import type { TaskBoard, TaskBoards } from './taskBoards.ts';
import { tasksItem } from './tasksItem.ts';
import { buildTaskTree, type TaskRow, type TaskTree, taskRowId } from './tasksRows.ts';
import { tasksSituation } from './tasksSituation.ts';

/** What the rows themselves can be asked to do. */
export interface TaskActs {
  tick(rows: readonly { readonly row: TaskRow; readonly done: boolean }[]): Promise<void>;
  /** Onto a row of the tree, or beside all of them. */
  drop(dragged: readonly TaskRow[], onto: TaskRow | undefined): Promise<void>;
}

export interface TasksView extends Disposable {
  /** Of the ids of its rows, so that a row stays the same one when it is drawn anew. */
  readonly view: TreeView<string>;
  readonly hideDone: boolean;
  tree(): TaskTree;
  row(id: unknown): TaskRow | undefined;
  setHideDone(hideDone: boolean): Promise<void>;
  /** Of the group with this id. */
  showMore(group: unknown): void;
  /** Selects a task; shows the view when nobody could see it. */
  reveal(board: TaskBoard, task: string): Promise<void>;
  /** Later than the view is made: acts need everything else. */
  act(acts: TaskActs): void;
}

/** Enough to fill any screen. VS Code makes a row of each, shown or not. */
const shownAtFirst = 200;
const shownMore = 1000;
const drawEveryMs = 200;
const mime = `application/vnd.code.tree.${views.tasks}`;

export function createTasksView(boards: TaskBoards, model: Model, memory: Memento): TasksView {
  const setContext = contextSetter();
  const limits = new Map<string, number>();
  let hideDone = memory.get(stateKeys.tasks) === 'open';
  let known: TaskTree | undefined;
  let acts: TaskActs | undefined;
  let drawnFor = '';

  function tree(): TaskTree {
    known ??= buildTaskTree(boards.boards, { hideDone, limitOf: (group) => limits.get(group) ?? shownAtFirst });
    return known;
  }
  const drawn = rowTree<TaskRow>(tree, { id: taskRowId, item: tasksItem });
  const rowsOf = (all: readonly string[]) => all.flatMap((id) => tree().row(id) ?? []);

  const view = window.createTreeView<string>(views.tasks, {
    showCollapseAll: true,
    canSelectMany: true,
    manageCheckboxStateManually: true,
    treeDataProvider: drawn.provider,
    dragAndDropController: {
      dragMimeTypes: [mime],
      dropMimeTypes: [mime],
      handleDrag(dragged, data) {
        const tasks = rowsOf(dragged).filter(({ kind }) => kind === 'task');
        if (tasks.length > 0) data.set(mime, new DataTransferItem(tasks.map(taskRowId)));
      },
      async handleDrop(onto, data) {
        const dragged: unknown = data.get(mime)?.value;
        if (!Array.isArray(dragged)) return;
        const rows = rowsOf(dragged.filter((id) => typeof id === 'string'));
        const target = onto === undefined ? undefined : tree().row(onto);
        // Onto a row that is gone is not beside all of them.
        if (onto !== undefined && target === undefined) return;
        if (rows.length > 0) await acts?.drop(rows, target);
      },
    },
  });

  function draw(): void {
    known = undefined;
    drawnFor = drawnBy(model);
    const { snapshot } = model;
    if (snapshot === undefined) return;
    view.message = messageOf(boards);
    view.description = hideDone ? l10n.t('open only') : '';
    setContext(contextKeys.tasksDone, hideDone ? 'hidden' : 'shown');
    setContext(contextKeys.tasksStorage, boards.boards.some(({ kind }) => kind === 'github') ? 'github' : 'fs');
    setContext(contextKeys.tasks, tasksSituation(snapshot, boards.all, tree()));
    drawn.draw();
  }

  const drawing = paced(async () => draw(), drawEveryMs);
  const subscriptions = [
    boards.onDidChange(() => drawing.nudge()),
    model.onDidChange(() => drawnFor !== drawnBy(model) && drawing.nudge()),
    view.onDidChangeCheckboxState(async ({ items }) => {
      const clicked = items.flatMap(([id, state]) => {
        const row = tree().row(id);
        return row === undefined ? [] : [{ row, done: state === TreeItemCheckboxState.Checked }];
      });
      await acts?.tick(clicked);
      // What was clicked shows as ticked already, also where nothing came of it.
      drawn.drawAgain(items.map(([id]) => id).filter((id) => tree().row(id) !== undefined));
    }),
  ];
  draw();

  return {
    view,
    get hideDone() {
      return hideDone;
    },
    tree,
    row: (id) => (typeof id === 'string' ? tree().row(id) : undefined),
    async setHideDone(wanted) {
      hideDone = wanted;
      draw();
      await memory.update(stateKeys.tasks, wanted ? 'open' : 'all');
    },
    showMore(group) {
      if (typeof group !== 'string') return;
      limits.set(group, (limits.get(group) ?? shownAtFirst) + shownMore);
      draw();
    },
    async reveal(board, task) {
      const id = taskRowId({ kind: 'task', board, task: { ...emptyTask, id: task } });
      // It may have been made just now.
      draw();
      if (tree().row(id) === undefined && hideDone) await this.setHideDone(false);
      if (tree().row(id) === undefined) showAll(board);
      if (tree().row(id) !== undefined) await view.reveal(id, { select: true, focus: true, expand: true });
    },
    act(wanted) {
      acts = wanted;
    },
    dispose() {
      for (const subscription of subscriptions) subscription.dispose();
      drawing.dispose();
      drawn.dispose();
      view.dispose();
    },
  };

  /** It may stand behind the last row that is shown. */
  function showAll({ team, milestones, tasks }: TaskBoard): void {
    const groups = [`team/${team.id}`, `loose/${team.id}`, ...milestones.map(({ id }) => `milestone/${team.id}/${id}`)];
    for (const group of groups) limits.set(group, Math.max(shownAtFirst, tasks.length));
    draw();
  }
}

/** Only its id matters. */
const emptyTask = {
  ...{ number: 0, title: '', milestone: null, status: 'pending' as const, assignee: null },
  ...{ docPath: '', createdAt: '', updatedAt: '' },
};

/** What of the model shows here: it changes every second while agents talk. */
function drawnBy({ snapshot }: Model): string {
  return JSON.stringify([snapshot?.folders, snapshot?.trusted]);
}

function messageOf(boards: TaskBoards): string {
  const [problem] = boards.all?.problems ?? [];
  if (problem !== undefined) {
    const why = oneLine(problem.problem, 400);
    return boards.boards.length === 0 ? why : l10n.t('This may be old. {0}', why);
  }
  const [warning] = boards.boards.flatMap(({ warnings }) => warnings);
  return warning === undefined ? '' : oneLine(warning, 400);
}
