// Reads the files on disk, including those of tmux-team itself, which has no numbers and fewer fields in its events.

import { isRecord } from '../base/json.ts';
import { plainNumber } from './ids.ts';
import { Milestone, Task, TaskEvent, Team } from './task.ts';

export type Read<T> = { readonly value: T } | { readonly problem: string };

export function readTeam(value: unknown): Read<Team> {
  return judge(Team.safeParse(value));
}

/** The file name is the id: otherwise a copy of the file would be a second task with the same id. */
export function readTask(value: unknown, id: string): Read<Task> {
  return named(
    judge(Task.safeParse(completed(value, { milestone: null, assignee: null, docPath: `tasks/${id}.md` }))),
    id,
  );
}

export function readMilestone(value: unknown, id: string): Read<Milestone> {
  return named(judge(Milestone.safeParse(value)), id);
}

/** Undefined for an unknown event: a newer version of Party may have written the log. */
export function readTaskEvent(value: unknown): TaskEvent | undefined {
  const created = isRecord(value) && value['event'] === 'task_created';
  const parsed = TaskEvent.safeParse(created ? completed(value, { milestone: null, assignee: null }) : value);
  return parsed.success ? parsed.data : undefined;
}

function completed(value: unknown, defaults: object): unknown {
  if (!isRecord(value)) return value;
  const number = typeof value['id'] === 'string' ? (plainNumber(value['id']) ?? 0) : 0;
  return { ...defaults, number, ...value };
}

function named<T extends { readonly id: string }>(read: Read<T>, id: string): Read<T> {
  return 'value' in read && read.value.id !== id
    ? { problem: `says that its id is ${JSON.stringify(read.value.id)}` }
    : read;
}

type Parsed<T> =
  | { success: true; data: T }
  | { success: false; error: { issues: readonly { readonly path: readonly PropertyKey[] }[] } };

function judge<T>(parsed: Parsed<T>): Read<T> {
  if (parsed.success) return { value: parsed.data };
  const where = parsed.error.issues[0]?.path.join('.');
  return { problem: where ? `${where} is missing or invalid` : 'is not a JSON object' };
}
