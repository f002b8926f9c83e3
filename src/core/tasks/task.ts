// Tasks of a team: milestones and tasks as files that tmux-team knows, and an audit of who changed what.

import * as z from 'zod/mini';

export const taskStates = ['pending', 'in_progress', 'done'] as const;
export type TaskState = (typeof taskStates)[number];

/** Also of an agent that no pane is registered for: its name is what it calls itself. */
export type PmActor = string;

export const Team = z.looseObject({
  /** A UUID, which is also the name of its folder. */
  id: z.string(),
  name: z.string(),
  /** Of tmux, for `pm jump`; null when it was made outside. */
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

/** What a task was made of. */
const FindingLink = z.looseObject({
  /** The top of its project, and the key of the finding there: `r1-F2`. */
  project: z.string(),
  key: z.string(),
  /** The change under review: a key says which finding it is only within one. */
  cycle: z.optional(z.string()),
  severity: z.enum(['blocking', 'non-blocking']),
});
export type FindingLink = z.infer<typeof FindingLink>;

const Issue = z.looseObject({ number: z.int(), url: z.string() });

export const Task = z.looseObject({
  /** `1-2` is the second task of milestone 1; without a milestone the number; any other string is an id, too. */
  id: z.string(),
  /** In the order in which they were added, from 1; `pm task show 3` finds it by this, too. */
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
  /** On GitHub. */
  issue: z.optional(Issue),
});
export type Task = z.infer<typeof Task>;

/** `ts` grows with every line, so that a file tells by its `updatedAt` whether it has seen an event. */
const base = { actor: z.string(), ts: z.string() };

/** It takes the change on this line (from 0) of the file back. */
const undoes = z.optional(z.int());
/** Of a document's text, which is kept below `texts/` by this name. */
const textHash = z.string();

/** The other fields that the same command changed: it is one line, so that it happens, and is taken back, as a whole. */
const also = z.optional(z.array(z.looseObject({ field: z.string(), from: z.unknown(), to: z.unknown() })));

/** The audit, one a line, append-only: replayed, it is the state. */
export const PmEvent = z.discriminatedUnion('event', [
  z.looseObject({ ...base, event: z.literal('team_created'), id: z.string(), name: z.string() }),
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
  /** Taken back by `pm undo`: the only way in which something goes away. */
  z.looseObject({
    ...base,
    event: z.enum(['task_removed', 'milestone_removed']),
    id: z.string(),
    undoes,
  }),
  /** Only that it changed: the text is in its file. Null where there is none. */
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
export type PmEvent = z.infer<typeof PmEvent>;

/** Before it is written: without its time, and without the index signature, under which every misspelt field would do. */
export type NewPmEvent = WithoutTime<PmEvent>;
type WithoutTime<E> = E extends unknown
  ? { [K in keyof E as string extends K ? never : K extends 'ts' ? never : K]: E[K] }
  : never;

/** What has a file and a document of its own. */
export type Subject = 'task' | 'milestone';

export interface TaskFilter {
  readonly milestone?: string | undefined;
  readonly status?: TaskState | undefined;
  readonly assignee?: string | undefined;
}

export interface NewTask {
  readonly title: string;
  readonly milestone?: string | undefined;
  readonly assignee?: string | undefined;
  readonly body?: string | undefined;
  readonly finding?: FindingLink | undefined;
}

export type TaskChange = Partial<Pick<Task, 'title' | 'status' | 'milestone' | 'assignee' | 'finding'>>;
export type MilestoneChange = Partial<Pick<Milestone, 'name' | 'status' | 'description'>>;

export const longestTitle = 500;
