// Tasks, milestones and their events, one line each. Titles and texts come from outside.

import { oneLine } from '../base/outsideText.ts';
import { type FieldChange, fieldChanges } from './applyEvent.ts';
import type { Milestone, Task, TaskEvent } from './task.ts';

/** `1-2 (#44)`: Party's id, and GitHub's number. */
export function taskName({ id, issue }: Pick<Task, 'id' | 'issue'>): string {
  return `${oneLine(id, 100)}${issue === undefined ? '' : ` (#${issue.number})`}`;
}

/** The columns of a task in a list. */
export function taskColumns(task: Task): string[] {
  const { id, status, title, assignee, milestone } = task;
  // `1-2` already names its milestone, unless the task was moved.
  const elsewhere = milestone !== null && !id.startsWith(`${milestone}-`);
  return [
    taskName(task),
    status,
    [
      oneLine(title, 200),
      ...(assignee === null ? [] : [`@${oneLine(assignee, 100)}`]),
      ...(elsewhere ? [`(milestone ${oneLine(milestone, 100)})`] : []),
    ].join('  '),
  ];
}

export interface MilestoneProgress {
  readonly total: number;
  readonly done: number;
}

export function milestoneColumns(milestone: Milestone, { total, done }: MilestoneProgress): string[] {
  const { id, status, name, description } = milestone;
  const progress = total === 0 ? 'no tasks' : `${done} of ${total} done`;
  const more = description ? [`(${oneLine(description, 200)})`] : [];
  return [oneLine(id, 100), status, [oneLine(name, 200), progress, ...more].join('  ')];
}

export function progressOf(milestone: string, tasks: readonly Task[]): MilestoneProgress {
  const own = tasks.filter((task) => task.milestone === milestone);
  return { total: own.length, done: own.filter(({ status }) => status === 'done').length };
}

/** Aligns the columns; the last one keeps its length. */
export function table(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const line = (row: readonly string[]) =>
    row.map((cell, column) => (column === row.length - 1 ? cell : cell.padEnd(widths[column] ?? 0))).join('  ');
  return rows.map((row) => `${line(row).trimEnd()}\n`).join('');
}

export function eventRow(event: TaskEvent): string {
  return [oneLine(event.ts, 40), ...eventColumns(event)].join('  ');
}

/** Who did it, and what it was. */
export function eventColumns(event: TaskEvent): [actor: string, change: string] {
  const back = 'undoes' in event && event.undoes !== undefined ? ' (undo)' : '';
  return [oneLine(event.actor, 64), `${eventText(event)}${back}`];
}

/** The event without its time and actor. */
export function eventText(event: TaskEvent): string {
  const id = oneLine(event.id, 100);
  switch (event.event) {
    case 'team_created':
      return `team ${oneLine(event.name, 200)} created`;
    case 'milestone_created':
      return `milestone ${id} added: ${oneLine(event.name, 200)}`;
    case 'team_renamed':
      return `team ${oneLine(event.from, 200)} renamed: ${oneLine(event.name, 200)}`;
    case 'task_created':
      if (event.undoes !== undefined) return `task ${id} restored: ${oneLine(event.title, 200)}`;
      return `task ${id} added: ${oneLine(event.title, 200)}`;
    case 'milestone_updated':
      return `milestone ${id}: ${changesText(fieldChanges(event))}`;
    case 'task_updated':
      return `task ${id}: ${changesText(fieldChanges(event))}`;
    case 'task_removed':
      return event.task === undefined ? `task ${id} removed` : `task ${id} deleted: ${oneLine(event.task.title, 200)}`;
    case 'milestone_removed':
      return `milestone ${id} removed`;
    case 'doc_updated':
      return `document of ${event.of} ${id} written`;
    default: {
      const unreachable: never = event;
      return unreachable;
    }
  }
}

function changesText(changes: readonly FieldChange[]): string {
  return changes.map(({ field, from, to }) => `${field} ${valueText(from)} → ${valueText(to)}`).join(', ');
}

function valueText(value: unknown): string {
  if (value === null || value === undefined) return 'none';
  return oneLine(typeof value === 'string' ? value : JSON.stringify(value), 100);
}
