// The Tasks view: milestones with their progress, and tasks that the user can check off and drag.

import {
  commands,
  DataTransferItem,
  type Disposable,
  l10n,
  type Memento,
  TreeItemCheckboxState,
  type TreeView,
} from 'vscode';
import { oneLine } from '../../core/base/outsideText.ts';
import type { App } from '../app/app.ts';
import { contextSetter } from '../app/contextKeys.ts';
import { contextKeys, stateKeys } from '../app/contributions.ts';
import type { Model } from '../app/model.ts';
import { type Dragging, rowMime } from '../app/quiet/lateViews.ts';
import { together } from '../ui/disposables.ts';
import { LimitedTree } from '../ui/limitedTree.ts';
import type { TaskBoard, TaskBoards } from './taskBoards.ts';
import { tasksItem, tasksTooltip } from './tasksItem.ts';
import { idOfTask, type TaskRow, taskRowId } from './tasksRows.ts';
import { TaskTree, tasksSituation } from './tasksTree.ts';

/** What the user can do with the rows themselves. */
export interface TaskActs {
  tick(rows: readonly { readonly row: TaskRow; readonly done: boolean }[]): Promise<void>;
  /** Onto a row of the tree, or onto the empty part of the view. */
  drop(dragged: readonly TaskRow[], onto: TaskRow | undefined): Promise<void>;
}

const drawEveryMs = 200;
const mime = rowMime('tasks');

export class TasksView implements Disposable {
  readonly #boards: TaskBoards;
  readonly #model: Model;
  readonly #memory: Memento;
  readonly #setContext = contextSetter();
  readonly #rows: LimitedTree<TaskRow, TaskTree>;
  readonly #subscriptions: Disposable;
  #hideDone: boolean;
  #acts: TaskActs | undefined;
  /** While a key selects the focused row. */
  #selecting = false;
  /** The row whose opening came, and was left out, while the key selected it. */
  #swallowed: string | undefined;
  /** The row whose opening is still to come. */
  #unasked: string | undefined;

  constructor(boards: TaskBoards, { model, memory, views }: Pick<App, 'model' | 'memory' | 'views'>) {
    this.#boards = boards;
    this.#model = model;
    this.#memory = memory;
    this.#hideDone = memory.get(stateKeys.tasks) === 'open';
    this.#rows = new LimitedTree(
      views.tasks,
      {
        drawEveryMs,
        build: (partOf) => new TaskTree(boards.boards, { hideDone: this.#hideDone, partOf }),
        facts: () => drawnBy(model),
        update: (view, tree) => this.#update(view, tree),
        looks: { id: taskRowId, item: tasksItem, tooltip: tasksTooltip },
      },
      this.#dragging(),
    );
    this.#subscriptions = together([
      boards.onDidChange(() => this.#rows.drawSoon()),
      model.onDidChange(() => this.#rows.drawIfChanged()),
      this.view.onDidChangeCheckboxState(({ items }) => this.#tick(items)),
    ]);
    this.#rows.draw();
  }

  get view(): TreeView<string> {
    return this.#rows.view;
  }

  row(id: unknown): TaskRow | undefined {
    return this.#rows.row(id);
  }

  /** The ids of the selected rows. Without several of them, the row that has the focus is selected first. */
  async chosen(): Promise<readonly string[]> {
    if (this.view.selection.length > 1) return this.view.selection;
    this.#selecting = true;
    try {
      await commands.executeCommand('list.selectAndPreserveFocus');
    } finally {
      this.#selecting = false;
    }
    const [id] = this.view.selection;
    if (this.#swallowed !== id) this.#unasked = id;
    this.#swallowed = undefined;
    return id === undefined ? [] : [id];
  }

  /** True, once, when a row was selected only because of a key: VS Code then opens it as if it had been clicked. */
  isUnasked(id: unknown): boolean {
    if (typeof id !== 'string') return false;
    if (this.#selecting) {
      this.#swallowed = id;
      return true;
    }
    const unasked = this.#unasked === id;
    this.#unasked = undefined;
    return unasked;
  }

  async setHideDone(wanted: boolean): Promise<void> {
    this.#hideDone = wanted;
    this.#rows.draw();
    await this.#memory.update(stateKeys.tasks, wanted ? 'open' : 'all');
  }

  /** Shows more of the group that the row stands for. */
  showMore(id: unknown): void {
    const row = this.row(id);
    if (row?.kind === 'more') this.#rows.showMore(row.group, row.where);
  }

  /** Selects a task; opens the view if it is not visible. */
  async reveal(board: TaskBoard, task: string): Promise<void> {
    const id = idOfTask(board.team.id, task);
    // The task may have just been created.
    this.#rows.draw();
    if (this.row(id) === undefined && this.#hideDone) await this.setHideDone(false);
    if (this.row(id) === undefined) this.#showAround(board.team.id, task);
    if (this.row(id) !== undefined) await this.view.reveal(id, { select: true, focus: true, expand: true });
  }

  /** Set after the view is created, because the acts need all the other parts. */
  act(acts: TaskActs): void {
    this.#acts = acts;
  }

  dispose(): void {
    together([this.#subscriptions, this.#rows]).dispose();
  }

  #update(view: TreeView<string>, tree: TaskTree): boolean {
    const { snapshot } = this.#model;
    if (snapshot === undefined) return false;
    const { all, boards } = this.#boards;
    view.message = messageOf(this.#boards);
    view.description = this.#hideDone ? l10n.t('open only') : '';
    this.#setContext(contextKeys.tasksDone, this.#hideDone ? 'hidden' : 'shown');
    this.#setContext(contextKeys.tasksStorage, boards.some(({ kind }) => kind === 'github') ? 'github' : 'fs');
    this.#setContext(contextKeys.tasks, tasksSituation(snapshot, all, tree));
    return true;
  }

  /** The task may be outside the rows that are shown. */
  #showAround(team: string, task: string): void {
    const found = this.#rows.tree().find(team, task);
    if (found !== undefined) this.#rows.showAround(found.group, found.index);
  }

  async #tick(items: readonly (readonly [string, TreeItemCheckboxState])[]): Promise<void> {
    const clicked = items.flatMap(([id, state]) => {
      const row = this.row(id);
      return row === undefined ? [] : [{ row, done: state === TreeItemCheckboxState.Checked }];
    });
    await this.#acts?.tick(clicked);
    // VS Code already shows the clicked box as checked, even if the act failed.
    this.#rows.drawAgain(items.map(([id]) => id));
  }

  #dragging(): Dragging<string> {
    const rowsOf = (ids: readonly unknown[]) => ids.flatMap((id) => this.row(id) ?? []);
    return {
      handleDrag(dragged, data) {
        const tasks = rowsOf(dragged).filter(({ kind }) => kind === 'task');
        if (tasks.length > 0) data.set(mime, new DataTransferItem(tasks.map(taskRowId)));
      },
      handleDrop: async (onto, data) => {
        const dragged: unknown = data.get(mime)?.value;
        const rows = Array.isArray(dragged) ? rowsOf(dragged) : [];
        const target = this.row(onto);
        // A drop onto a row that is gone is not a drop onto the empty part of the view.
        const isGone = onto !== undefined && target === undefined;
        if (rows.length > 0 && !isGone) await this.#acts?.drop(rows, target);
      },
    };
  }
}

/** The part of the model that shows here: the model changes every second while agents talk. */
function drawnBy({ snapshot }: Model): string {
  return JSON.stringify([snapshot?.folders, snapshot?.trusted]);
}

function messageOf(boards: TaskBoards): string {
  const [problem] = boards.all?.problems ?? [];
  if (problem !== undefined) {
    const why = oneLine(problem.problem, 400);
    return boards.boards.length === 0 ? why : l10n.t('This may be outdated. {0}', why);
  }
  const [warning] = boards.boards.flatMap(({ warnings }) => warnings);
  return warning === undefined ? '' : oneLine(warning, 400);
}
