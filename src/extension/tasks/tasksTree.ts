// The tree of the Tasks view: which rows it shows, and how to find them again.

import type { Task } from '../../core/tasks/task.ts';
import type { Snapshot } from '../app/snapshot.ts';
import type { Rows } from '../ui/rowTree.ts';
import { partRows, type ShownPart } from '../ui/shownPart.ts';
import type { Boards, TaskBoard } from './taskBoards.ts';
import { groupTasks, type TaskGroups, type TaskRow, taskRowId } from './tasksRows.ts';

export interface TaskTreeOptions {
  readonly hideDone: boolean;
  /** Which tasks of a group are shown, by the id of the group. */
  partOf(group: string): ShownPart;
}

export class TaskTree implements Rows<TaskRow> {
  readonly top: readonly TaskRow[];
  /** The number of milestones and tasks before any are hidden. */
  readonly all: number;
  /** The number after that. */
  readonly shown: number;
  readonly #partOf: TaskTreeOptions['partOf'];
  readonly #rows = new Map<string, TaskRow>();
  readonly #parents = new Map<string, TaskRow>();
  readonly #below = new Map<string, readonly TaskRow[]>();
  /** All tasks of each group, by its id. */
  readonly #members = new Map<string, { readonly board: TaskBoard; readonly tasks: readonly Task[] }>();

  constructor(boards: readonly TaskBoard[], { hideDone, partOf }: TaskTreeOptions) {
    this.#partOf = partOf;
    const contents = boards.map((board) => ({ board, groups: groupTasks(board, hideDone) }));
    this.all = sum(boards.map(({ milestones, tasks }) => milestones.length + tasks.length));
    this.shown = sum(contents.map(({ groups }) => countOf(groups)));
    this.top = this.#topOf(contents);
  }

  children(row: TaskRow): readonly TaskRow[] {
    return this.#below.get(taskRowId(row)) ?? [];
  }

  parent(row: TaskRow): TaskRow | undefined {
    return this.#parents.get(taskRowId(row));
  }

  /** By the id from `taskRowId`; undefined when the row is gone. */
  row(id: string): TaskRow | undefined {
    return this.#rows.get(id);
  }

  /** The group of a task and its position there, even if its row is not shown. */
  find(team: string, task: string): { readonly group: string; readonly index: number } | undefined {
    for (const [group, { board, tasks }] of this.#members) {
      const index = board.team.id === team ? tasks.findIndex(({ id }) => id === task) : -1;
      if (index >= 0) return { group, index };
    }
    return undefined;
  }

  /** A single team needs no heading. */
  #topOf(contents: readonly { board: TaskBoard; groups: TaskGroups }[]): readonly TaskRow[] {
    const [only, ...others] = contents;
    if (only !== undefined && others.length === 0) return this.#keep(undefined, this.#inside(only.board, only.groups));
    return contents.map(({ board, groups }) => {
      const row: TaskRow = { kind: 'team', board };
      this.#keep(undefined, [row]);
      this.#below.set(taskRowId(row), this.#keep(row, this.#inside(board, groups)));
      return row;
    });
  }

  #inside(board: TaskBoard, { groups, loose }: TaskGroups): readonly TaskRow[] {
    const direct = board.milestones.length === 0;
    const rest = direct ? this.#part(board, `team/${board.team.id}`, loose) : [];
    const without: TaskRow[] = direct || loose.length === 0 ? [] : [{ kind: 'loose', board, tasks: loose }];
    const broken = board.unreadable.map((unreadable): TaskRow => ({ kind: 'broken', board, unreadable }));
    return [...groups, ...without, ...rest, ...broken];
  }

  #keep(parent: TaskRow | undefined, children: readonly TaskRow[]): readonly TaskRow[] {
    for (const child of children) {
      const id = taskRowId(child);
      this.#rows.set(id, child);
      if (parent !== undefined) this.#parents.set(id, parent);
      if (child.kind === 'milestone' || child.kind === 'loose') {
        this.#below.set(id, this.#keep(child, this.#part(child.board, id, child.tasks)));
      }
    }
    return children;
  }

  #part(board: TaskBoard, group: string, tasks: readonly Task[]): TaskRow[] {
    this.#members.set(group, { board, tasks });
    return partRows<Task, TaskRow>(tasks, this.#partOf(group), {
      row: (task) => ({ kind: 'task', board, task }),
      hidden: (hidden) => ({ kind: 'more', board, group, ...hidden }),
    });
  }
}

function countOf({ groups, loose }: TaskGroups): number {
  return loose.length + sum(groups.map(({ tasks }) => 1 + tasks.length));
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
}

/**
 * Why the Tasks view is empty, or `some`. package.json has a text for each reason except `broken`, for which the view
 * itself gives the reason.
 */
export type TasksSituation = 'noFolder' | 'untrusted' | 'loading' | 'broken' | 'noTeam' | 'empty' | 'filtered' | 'some';

export function tasksSituation(
  { folders, trusted }: Pick<Snapshot, 'folders' | 'trusted'>,
  all: Boards | undefined,
  { top, all: count, shown }: Pick<TaskTree, 'top' | 'all' | 'shown'>,
): TasksSituation {
  if (folders.length === 0) return 'noFolder';
  if (!trusted) return 'untrusted';
  if (all === undefined) return 'loading';
  if (all.boards.length === 0) return all.problems.length > 0 ? 'broken' : 'noTeam';
  // Several teams have a row each, and so does a file that cannot be read.
  if (shown > 0 || top.length > 0) return 'some';
  return count > 0 ? 'filtered' : 'empty';
}
