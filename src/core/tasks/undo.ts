// `pm undo`: finds the last change and the event that undoes it. An undo is an event too and names the line that it
// undoes. It is never undone itself, so that repeated undos go further into the past.

import { type FieldChange, fieldChanges, sameValue, subjectOf } from './applyEvent.ts';
import type { Milestone, NewTaskEvent, Task, TaskActor, TaskEvent } from './task.ts';

/** With its line number, from 0. */
export interface LoggedEvent {
  readonly line: number;
  readonly event: TaskEvent;
}

export function lastChange(events: readonly LoggedEvent[]): LoggedEvent | undefined {
  const takenBack = new Set(events.map(({ event }) => undoneBy(event)));
  return events.findLast(({ line, event }) => isChange(event) && undoneBy(event) === undefined && !takenBack.has(line));
}

/** The deletion of a task that has not been undone. */
export function lastDeletion(events: readonly LoggedEvent[], id: string): LoggedEvent | undefined {
  const takenBack = new Set(events.map(({ event }) => undoneBy(event)));
  return events.findLast(({ line, event }) => event.id === id && isDeletion(event) && !takenBack.has(line));
}

/** The current state of the record that the change is about. */
export interface CurrentRecord {
  readonly record: Task | Milestone | undefined;
  /** The hash of its document; null when there is none. */
  readonly doc: string | null;
  /** The tasks in a milestone. */
  readonly tasks: readonly string[];
}

/** Why undoing the change would lose later work, or edits made without Party. */
export function laterWork({ event }: LoggedEvent, { record, doc, tasks }: CurrentRecord): string | undefined {
  const subject = subjectOf(event);
  if (subject === undefined) return undefined;
  const name = `${subject.of} ${subject.id}`;
  if (isDeletion(event)) return record === undefined ? undefined : `there is a ${name} again`;
  if (record === undefined) return `there is no ${name} any more`;
  if (event.event === 'doc_updated') {
    if (event.to === undefined || event.from === undefined)
      return `what the document of ${name} said before was not kept`;
    return doc === event.to ? undefined : `the document of ${name} has been edited since`;
  }
  const differs = expected(event).find(({ field, to }) => !sameValue(fieldOf(record, field), to));
  if (differs !== undefined) return `the ${differs.field} of ${name} has been changed since`;
  if (event.event === 'task_created' && doc !== (event.doc ?? null))
    return `the document of ${name} has been edited since`;
  if (event.event === 'milestone_created') {
    if (doc !== null) return `the document of ${name} has been edited since`;
    if (tasks.length > 0)
      return `there are tasks in ${name}: ${tasks.slice(0, 3).join(', ')}${tasks.length > 3 ? ', …' : ''}`;
  }
  return undefined;
}

/** The event that undoes it. */
export function inverse({ line, event }: LoggedEvent, actor: TaskActor): NewTaskEvent | undefined {
  const { id } = event;
  const undoes = line;
  switch (event.event) {
    case 'task_created':
      return { event: 'task_removed', id, actor, undoes };
    case 'milestone_created':
      return { event: 'milestone_removed', id, actor, undoes };
    case 'doc_updated':
      return { event: 'doc_updated', of: event.of, id, actor, from: event.to, to: event.from, undoes };
    case 'task_updated':
      return { event: 'task_updated', id, actor, field: event.field, ...turned(event), undoes };
    case 'milestone_updated':
      return { event: 'milestone_updated', id, actor, field: event.field, ...turned(event), undoes };
    case 'task_removed':
      return isDeletion(event) ? restored(event, { actor, undoes }) : undefined;
    case 'team_created':
    case 'team_renamed':
    case 'milestone_removed':
      return undefined;
  }
}

type Deletion = Extract<TaskEvent, { event: 'task_removed' | 'milestone_removed' }> & { readonly task: Task };

/** A task that was deleted, and not one whose creation was undone. */
function isDeletion(event: TaskEvent): event is Deletion {
  return event.event === 'task_removed' && event.task !== undefined;
}

function restored({ task, doc }: Deletion, by: { readonly actor: TaskActor; readonly undoes: number }): NewTaskEvent {
  const { id, number, title, milestone, assignee, finding, issue, status, createdAt } = task;
  return {
    event: 'task_created',
    ...{ id, number, title, milestone, assignee, status, createdAt },
    ...(finding === undefined ? {} : { finding }),
    ...(issue === undefined ? {} : { issue }),
    ...(doc ? { doc } : {}),
    ...by,
  };
}

function undoneBy(event: TaskEvent): number | undefined {
  return 'undoes' in event && typeof event.undoes === 'number' ? event.undoes : undefined;
}

/** The link to a GitHub issue is a fact that an undo does not touch. */
function isChange(event: TaskEvent): boolean {
  if (event.event.startsWith('team_')) return false;
  if (event.event.endsWith('_removed')) return isDeletion(event);
  return !(event.event === 'task_updated' && event.field === 'issue');
}

function turned<T>(event: { from: T; to: T; also?: readonly FieldChange[] | undefined }): {
  from: T;
  to: T;
  also?: { field: string; from: unknown; to: unknown }[];
} {
  const also = event.also?.map(({ field, from, to }) => ({ field, from: to, to: from }));
  return { from: event.to, to: event.from, ...(also === undefined ? {} : { also }) };
}

/** The values of the fields while no other program has changed them. */
function expected(event: TaskEvent): readonly { readonly field: string; readonly to: unknown }[] {
  switch (event.event) {
    case 'task_created':
      return [
        { field: 'title', to: event.title },
        { field: 'status', to: 'pending' },
        { field: 'milestone', to: event.milestone },
        { field: 'assignee', to: event.assignee },
        { field: 'finding', to: event.finding },
        { field: 'issue', to: event.issue },
      ];
    case 'milestone_created':
      return [
        { field: 'name', to: event.name },
        { field: 'status', to: 'pending' },
        { field: 'description', to: event.description },
      ];
    default:
      return fieldChanges(event);
  }
}

function fieldOf(record: Task | Milestone, field: string): unknown {
  return Object.entries(record).find(([name]) => name === field)?.[1];
}
