// The rows of the Tasks view as data: milestones with their tasks, with or without the done ones.

import type { Milestone, Task, Team } from '../../core/tasks/task.ts';
import type { Unreadable } from '../../node/tasks/storage.ts';
import type { Folder } from '../app/snapshot.ts';
import type { PlacedFinding } from '../findings/findingsStore.ts';
import { type Hidden, hiddenId } from '../ui/shownPart.ts';
import type { TaskBoard } from './taskBoards.ts';

export type TaskRow =
  /** Used when the window has several teams. */
  | { readonly kind: 'team'; readonly board: TaskBoard }
  | MilestoneRow
  /** Tasks without a milestone, used when there are milestones. */
  | { readonly kind: 'loose'; readonly board: TaskBoard; readonly tasks: readonly Task[] }
  | { readonly kind: 'task'; readonly board: TaskBoard; readonly task: Task }
  /** A file that could not be read. */
  | { readonly kind: 'broken'; readonly board: TaskBoard; readonly unreadable: Unreadable }
  /** Stands for the tasks that are not shown. */
  | ({ readonly kind: 'more'; readonly board: TaskBoard; readonly group: string } & Hidden);

/** Where a new task goes. The team is made with the first one. */
export interface TaskPlace {
  readonly folder: Folder;
  readonly board: TaskBoard | undefined;
}

export interface MilestoneRow {
  readonly kind: 'milestone';
  readonly board: TaskBoard;
  readonly milestone: Milestone;
  /** The tasks that are shown. */
  readonly tasks: readonly Task[];
  /** Counted over all tasks, including hidden ones. */
  readonly done: number;
  readonly total: number;
}

/** A row keeps its id in the next tree. */
export function taskRowId(row: TaskRow): string {
  const team = row.board.team.id;
  switch (row.kind) {
    case 'team':
      return `team/${team}`;
    case 'milestone':
      return `milestone/${team}/${row.milestone.id}`;
    case 'loose':
      return `loose/${team}`;
    case 'task':
      return idOfTask(team, row.task.id);
    case 'broken':
      return `broken/${team}/${row.unreadable.file}`;
    case 'more':
      return hiddenId(row.group, row.where);
    default: {
      const unreachable: never = row;
      return unreachable;
    }
  }
}

export const idOfTask = (team: string, task: string) => `task/${team}/${task}`;

export interface TaskGroups {
  readonly groups: readonly MilestoneRow[];
  /** Tasks without a milestone. */
  readonly loose: readonly Task[];
}

/** A done milestone stays visible while a task in it is not done. */
export function groupTasks(board: TaskBoard, hideDone: boolean): TaskGroups {
  const known = new Set(board.milestones.map(({ id }) => id));
  const members = new Map<string, Task[]>();
  const loose: Task[] = [];
  for (const task of board.tasks) {
    if (task.milestone === null || !known.has(task.milestone)) loose.push(task);
    else (members.get(task.milestone) ?? put(members, task.milestone)).push(task);
  }
  const passes = ({ status }: { readonly status: string }) => !hideDone || status !== 'done';
  const groups = board.milestones.map((milestone): MilestoneRow => {
    const own = members.get(milestone.id) ?? [];
    const done = own.filter(({ status }) => status === 'done').length;
    return { kind: 'milestone', board, milestone, tasks: own.filter(passes), done, total: own.length };
  });
  return {
    groups: groups.filter((row) => passes(row.milestone) || row.tasks.length > 0),
    loose: loose.filter(passes),
  };
}

function put(members: Map<string, Task[]>, milestone: string): Task[] {
  const own: Task[] = [];
  members.set(milestone, own);
  return own;
}

/** The milestone of a row, or of the task that the row shows. Undefined when the milestone is gone. */
export function milestoneOf(row: TaskRow): string | undefined {
  if (row.kind === 'milestone') return row.milestone.id;
  return row.kind === 'task' ? row.board.milestones.find(({ id }) => id === row.task.milestone)?.id : undefined;
}

/**
 * Where tasks go when the user drops them onto a row, or onto the empty part of the view. Undefined where that is
 * unclear.
 */
export function dropTarget(onto: TaskRow | undefined): { readonly milestone: string | null } | undefined {
  if (onto?.kind === 'more' || onto?.kind === 'broken') return undefined;
  return { milestone: (onto && milestoneOf(onto)) ?? null };
}

/** The finding itself must name the task: in another change, the same key belongs to another finding. */
export function isMadeOf(team: Pick<Team, 'id'>, task: Task, { folder, finding }: PlacedFinding): boolean {
  const same = finding.task?.team === team.id && finding.task.id === task.id;
  return same && folder.top === task.finding?.project && finding.key === task.finding.key;
}

/** Five steps: full only when everything is done, and empty only when nothing is. */
export function progressBar(done: number, total: number): string {
  if (total === 0) return '';
  const steps = done === 0 ? 0 : done === total ? 5 : Math.min(4, Math.max(1, Math.round((done / total) * 5)));
  return `${'▰'.repeat(steps)}${'▱'.repeat(5 - steps)}`;
}
