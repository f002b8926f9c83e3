// What an event does to a task or a milestone. Writing and repairing both use this file, so that the files and the audit
// always agree.

import { isRecord } from '../base/json.ts';
import { Milestone, type NewTaskEvent, type Subject, Task, type TaskEvent } from './task.ts';

/** The record that an event is about, if it has its own file. */
export function subjectOf(event: NewTaskEvent): { readonly of: Subject; readonly id: string } | undefined {
  if (event.event === 'team_created' || event.event === 'team_renamed') return undefined;
  if (event.event === 'doc_updated') return { of: event.of, id: event.id };
  return { of: event.event.startsWith('task_') ? 'task' : 'milestone', id: event.id };
}

export interface FieldChange {
  readonly field: string;
  readonly from: unknown;
  readonly to: unknown;
}

/** All fields that an event changes. */
export function fieldChanges(event: TaskEvent): readonly FieldChange[] {
  if (event.event !== 'task_updated' && event.event !== 'milestone_updated') return [];
  return [{ field: event.field, from: event.from, to: event.to }, ...(event.also ?? [])];
}

export function taskAfter(task: Task | undefined, event: TaskEvent): Task | undefined {
  if (event.event === 'task_removed') return undefined;
  if (event.event !== 'task_created') return touched(task, event, Task);
  const { id, number, title, milestone, assignee, finding, issue, ts, status = 'pending', createdAt = ts } = event;
  return (
    task ?? {
      id,
      number,
      title,
      milestone,
      status,
      assignee,
      docPath: docPath('task', id),
      createdAt,
      updatedAt: ts,
      ...(finding === undefined ? {} : { finding }),
      ...(issue === undefined ? {} : { issue }),
    }
  );
}

export function milestoneAfter(milestone: Milestone | undefined, event: TaskEvent): Milestone | undefined {
  if (event.event === 'milestone_removed') return undefined;
  if (event.event !== 'milestone_created') return touched(milestone, event, Milestone);
  const { id, name, description, ts } = event;
  return (
    milestone ?? {
      id,
      name,
      status: 'pending',
      createdAt: ts,
      updatedAt: ts,
      ...(description === undefined ? {} : { description }),
    }
  );
}

/**
 * The document's hash after the event: null when there is no document, undefined when the event does not concern it.
 */
export function docAfter(event: TaskEvent): string | null | undefined {
  if (event.event === 'doc_updated') return event.to;
  if (event.event === 'task_created') return event.doc;
  return event.event === 'task_removed' || event.event === 'milestone_removed' ? null : undefined;
}

/** Whether a file already contains the event; its writer may have been killed before it wrote the file. */
export function hasSeen(record: { readonly updatedAt: string } | undefined, event: TaskEvent): boolean {
  const newer = record !== undefined && Date.parse(record.updatedAt) >= Date.parse(event.ts);
  if (event.event === 'task_created' || event.event === 'milestone_created') return record !== undefined;
  // An update of a removed record has nothing left to do.
  return record === undefined || newer;
}

/** Later than every earlier time, even when the clock was set back. */
export function nextTime(now: number, ...before: readonly (string | undefined)[]): string {
  const known = before.map((time) => Date.parse(time ?? '')).filter((time) => !Number.isNaN(time));
  return new Date(Math.max(now, ...known.map((time) => time + 1))).toISOString();
}

/** A missing field equals null; the order of keys does not matter. */
export function sameValue(a: unknown, b: unknown): boolean {
  return canonical(a) === canonical(b);
}

export function docPath(of: Subject, id: string): string {
  return `${of}s/${id}.md`;
}

type Schema<T> = { safeParse(value: unknown): { success: true; data: T } | { success: false } };

/** An invalid value (written by hand or by a newer version) changes nothing. */
function touched<T extends object>(record: T | undefined, event: TaskEvent, schema: Schema<T>): T | undefined {
  if (record === undefined) return undefined;
  const changes = fieldChanges(event).map(({ field, to }) => [field, to] as const);
  const after: Record<string, unknown> = { ...record, ...Object.fromEntries(changes), updatedAt: event.ts };
  // Optional fields are omitted instead of null.
  for (const field of ['finding', 'issue', 'description']) if (after[field] === null) delete after[field];
  const parsed = schema.safeParse(after);
  return parsed.success ? parsed.data : record;
}

function canonical(value: unknown): string {
  return JSON.stringify(value ?? null, (_, part: unknown) =>
    isRecord(part) ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1))) : part,
  );
}
