// The tasks of a team: milestones and tasks as files in tmux-team's format, and an audit of who changed what.

import * as z from '../base/schema.ts';

export const taskStates = ['pending', 'in_progress', 'done'] as const;
export type TaskState = (typeof taskStates)[number];

/** Also an agent without a registered pane: its name is what it calls itself. */
export type TaskActor = string;

export const Team = z.looseObject({
  /** A UUID, which is also the name of its folder. */
  id: z.string(),
  name: z.string(),
  /** The tmux window, for `pm jump`; null when the team was made outside tmux. */
  windowId: z.nullable(z.string()),
  createdAt: z.string(),
  storage: z.optional(z.enum(['fs', 'github'])),
  /** `owner/name`, or `host/owner/name`; only with github. */
  repo: z.optional(z.string()),
});
export type Team = z.infer<typeof Team>;

export const Milestone = z.looseObject({
  id: z.string(),
  name: z.string(),
  status: z.enum(taskStates),
  createdAt: z.string(),
  updatedAt: z.string(),
  description: z.optional(z.string()),
});
export type Milestone = z.infer<typeof Milestone>;

/** The finding that a task was made from. */
const FindingLink = z.looseObject({
  /** The project's top folder, and the finding's key there: `r1-F2`. */
  project: z.string(),
  key: z.string(),
  /** The change under review: a key is unique only within it. */
  cycle: z.optional(z.string()),
  severity: z.enum(['blocking', 'non-blocking']),
});
export type FindingLink = z.infer<typeof FindingLink>;

const Issue = z.looseObject({ number: z.int(), url: z.string() });

export const Task = z.looseObject({
  /** `1-2` is the second task of milestone 1; without a milestone it is the number. Any other string is valid too. */
  id: z.string(),
  /** In creation order, from 1; `pm task show 3` also finds the task by this number. */
  number: z.int(),
  title: z.string(),
  milestone: z.nullable(z.string()),
  status: z.enum(taskStates),
  assignee: z.nullable(z.string()),
  /** Relative to the team's folder. */
  docPath: z.string(),
  createdAt: z.string(),
  updatedAt: z.string(),
  finding: z.optional(FindingLink),
  /** The task's issue on GitHub. */
  issue: z.optional(Issue),
});
export type Task = z.infer<typeof Task>;

/** `ts` increases with every line, so that a file's `updatedAt` shows whether the file already contains an event. */
const base = { actor: z.string(), ts: z.string() };

/** The line (from 0) of the change that this event undoes. */
const undoes = z.optional(z.int());
/** The hash of a document's text, which is also its file name in `texts/`. */
const textHash = z.string();

/**
 * The other fields that the same command changed. They share one line, so that the command is written and undone as a
 * whole.
 */
const also = z.optional(z.array(z.looseObject({ field: z.string(), from: z.unknown(), to: z.unknown() })));

/** The audit, one event per line, append-only. Replaying it gives the state. */
export const TaskEvent = z.discriminatedUnion('event', [
  z.looseObject({ ...base, event: z.literal('team_created'), id: z.string(), name: z.string() }),
  z.looseObject({ ...base, event: z.literal('team_renamed'), id: z.string(), from: z.string(), name: z.string() }),
  z.looseObject({
    ...base,
    event: z.literal('milestone_created'),
    id: z.string(),
    name: z.string(),
    description: z.optional(z.string()),
  }),
  z.looseObject({
    ...base,
    event: z.literal('milestone_updated'),
    id: z.string(),
    field: z.enum(['name', 'status', 'description']),
    from: z.nullable(z.string()),
    to: z.nullable(z.string()),
    also,
    undoes,
  }),
  z.looseObject({
    ...base,
    event: z.literal('task_created'),
    id: z.string(),
    number: z.int(),
    title: z.string(),
    milestone: z.nullable(z.string()),
    assignee: z.nullable(z.string()),
    finding: z.optional(FindingLink),
    doc: z.optional(textHash),
    issue: z.optional(Issue),
    /** With `undoes`: the task was deleted, and comes back as it was. */
    status: z.optional(z.enum(taskStates)),
    createdAt: z.optional(z.string()),
    undoes,
  }),
  z.looseObject({
    ...base,
    event: z.literal('task_updated'),
    id: z.string(),
    field: z.enum(['title', 'status', 'milestone', 'assignee', 'finding', 'issue']),
    from: z.unknown(),
    to: z.unknown(),
    also,
    undoes,
  }),
  /** `task` and `doc` are there when a person or an agent has deleted the task, so that `pm undo` can restore it. */
  z.looseObject({
    ...base,
    event: z.enum(['task_removed', 'milestone_removed']),
    id: z.string(),
    task: z.optional(Task),
    doc: z.optional(z.nullable(textHash)),
    undoes,
  }),
  /** Records only that the text changed; the text is in its file. Null when there is none. */
  z.looseObject({
    ...base,
    event: z.literal('doc_updated'),
    of: z.enum(['task', 'milestone']),
    id: z.string(),
    from: z.optional(z.nullable(textHash)),
    to: z.optional(z.nullable(textHash)),
    undoes,
  }),
]);
export type TaskEvent = z.infer<typeof TaskEvent>;

/**
 * An event before it is written: without its time, and without the index signature, which would accept misspelt fields.
 */
export type NewTaskEvent = WithoutTime<TaskEvent>;
type WithoutTime<E> = E extends unknown
  ? { [K in keyof E as string extends K ? never : K extends 'ts' ? never : K]: E[K] }
  : never;

/** The records with their own file and document. */
export type Subject = 'task' | 'milestone';

export interface TaskFilter {
  readonly milestone?: string | undefined;
  readonly status?: TaskState | undefined;
  readonly assignee?: string | undefined;
}

export interface NewTask {
  readonly title: string;
  /** Chosen by the user instead of counted. */
  readonly id?: string | undefined;
  readonly milestone?: string | undefined;
  readonly assignee?: string | undefined;
  readonly body?: string | undefined;
  readonly finding?: FindingLink | undefined;
}

export type TaskChange = Partial<Pick<Task, 'title' | 'status' | 'milestone' | 'assignee' | 'finding'>>;
export type MilestoneChange = Partial<Pick<Milestone, 'name' | 'status' | 'description'>>;

export const longestTitle = 500;
