// Issues and milestones from GitHub, reduced to what Party's tasks and milestones need.

import * as z from '../../base/schema.ts';
import type { Milestone, Task, TaskState } from '../task.ts';
import { taskStates } from '../task.ts';
import { isSame, type Labels, statusOf } from './labels.ts';
import { MilestoneMark, readMarked, TaskMark } from './marker.ts';

const Named = z.union([
  z.string(),
  z.pipe(
    z.looseObject({ name: z.nullable(z.string()) }),
    z.transform(({ name }) => name ?? ''),
  ),
]);

export const RemoteIssue = z.object({
  number: z.int(),
  node_id: z.string(),
  html_url: z.string(),
  title: z.string(),
  body: z.nullable(z.string()),
  state: z.string(),
  labels: z.array(Named),
  milestone: z.nullable(z.object({ number: z.int() })),
  assignees: z.nullable(z.array(z.object({ login: z.string() }))),
  created_at: z.string(),
  updated_at: z.string(),
});
export type RemoteIssue = z.infer<typeof RemoteIssue>;

export const RemoteMilestone = z.object({
  number: z.int(),
  title: z.string(),
  description: z.nullable(z.string()),
  state: z.string(),
  created_at: z.string(),
  updated_at: z.string(),
});
export type RemoteMilestone = z.infer<typeof RemoteMilestone>;

export const RemoteComment = z.object({
  body: z.nullable(z.string()),
  created_at: z.string(),
  issue_url: z.string(),
  author_association: z.optional(z.string()),
});
export type RemoteComment = z.infer<typeof RemoteComment>;

/** GitHub's list of issues also contains pull requests. */
export function isPullRequest(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'pull_request' in value && Boolean(value.pull_request);
}

/** What a task can show of an issue. */
export interface IssueFacts extends Pick<Task, 'title' | 'status' | 'milestone' | 'assignee'> {
  readonly doc: string;
}

/** A milestone that Party did not make has no id here. */
export function issueFacts(
  issue: RemoteIssue,
  labels: Labels,
  milestoneId: (number: number) => string | undefined,
): IssueFacts {
  const { text, mark } = readMarked(issue.body, TaskMark);
  const [person] = issue.assignees ?? [];
  return {
    title: issue.title,
    status: statusOf(issue, labels),
    milestone: issue.milestone === null ? null : (milestoneId(issue.milestone.number) ?? null),
    assignee: person?.login ?? mark?.assignee ?? null,
    doc: text,
  };
}

export interface MilestoneFacts extends Pick<Milestone, 'name' | 'status'> {
  readonly description: string;
}

export function milestoneFacts(milestone: RemoteMilestone): MilestoneFacts {
  const { text, mark } = readMarked(milestone.description, MilestoneMark);
  return { name: milestone.title, status: milestoneStatus(milestone.state, mark), description: text };
}

/** The names of the fields that differ. */
export function differences<T extends object>(a: T, b: T): (keyof T & string)[] {
  return (Object.keys(a) as (keyof T & string)[]).filter((key) => a[key] !== b[key]);
}

/** Users write `@mona`; the name has no `@`. */
export function assigneeName(assignee: string): string {
  return assignee.replace(/^@(?=.)/, '');
}

export function isLogin(name: string): boolean {
  return /^[a-z\d](?:[a-z\d_-]{0,98}[a-z\d])?$/i.test(name);
}

export function sameTitle(a: string, b: string): boolean {
  return isSame(a.trim(), b.trim());
}

function milestoneStatus(state: string, mark: MilestoneMark | undefined): TaskState {
  if (state.toLowerCase() === 'closed') return 'done';
  const status = taskStates.find((known) => known === mark?.status);
  return status === undefined || status === 'done' ? 'pending' : status;
}
