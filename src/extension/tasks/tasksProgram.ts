// The verbs of the shipped program about tasks.

import * as z from '../../core/base/schema.ts';
import { TaskEvent, type TaskState } from '../../core/tasks/task.ts';
import { eventText } from '../../core/tasks/taskText.ts';
import { asInput, Nothing, option, textOption, verbs } from '../app/callVerb.ts';

export interface TeamWish {
  readonly name: string;
  /** The program itself finds the repository. */
  readonly github: boolean;
}

export interface TaskWish {
  readonly title?: string;
  readonly status?: TaskState;
  /** Null removes the task from its milestone. */
  readonly milestone?: string | null;
  /** Null removes the assignee. */
  readonly assignee?: string | null;
}

export interface MilestoneWish {
  readonly name?: string;
  readonly status?: TaskState;
}

export interface NewDoc {
  readonly of: 'task' | 'milestone';
  readonly id: string;
  readonly text: string;
}

/** Warnings, for example that gh is missing and the tasks are therefore kept in files. */
const Warnings = z.pipe(
  z.looseObject({ warnings: z.optional(z.array(z.string())) }),
  z.transform(({ warnings = [] }): readonly string[] => warnings),
);
const AddedId = z.pipe(
  z.looseObject({ task: z.looseObject({ id: z.string() }) }),
  z.transform(({ task }) => task.id),
);
/** What an undo did, in words. */
const UndoneText = z.pipe(
  z.looseObject({ undone: TaskEvent }),
  z.transform(({ undone }) => eventText(undone)),
);
const Made = z.looseObject({
  task: z.looseObject({ id: z.string() }),
  team: z.looseObject({ id: z.string() }),
  created: z.boolean(),
});

/** GitHub may be slow. */
const usual = { timeoutMs: 90_000, by: 'human' } as const;
const verb = verbs(['pm'], usual);

export const tasksProgram = {
  createTeam: verb(Warnings, ({ name, github }: TeamWish) => [
    'init',
    ...option('name', name),
    ...(github ? ['--backend=github'] : []),
  ]),
  // Texts go by stdin: every user of the machine can read the arguments of a program.
  addTask: verb(
    AddedId,
    (_title: string, milestone?: string) => ['task', 'add', ...option('milestone', milestone), '--', '-'],
    asInput,
  ),
  addMilestone: verb(Nothing, (_name: string) => ['milestone', 'add', '--', '-'], asInput),
  updateTask: verb(
    Nothing,
    (id: string, { title, ...wish }: TaskWish) => [
      ...['task', 'update', ...textOption('title', title), ...wishes(wish)],
      ...['--', id],
    ],
    (_id, { title }) => asInput(title),
  ),
  renameTeam: verb(Nothing, (_name: string) => ['rename', '--', '-'], asInput),
  deleteTask: verb(Nothing, (id: string) => ['task', 'delete', '--', id]),
  restoreTask: verb(Nothing, (id: string) => ['task', 'restore', '--', id]),
  finishTask: verb(Nothing, (id: string) => ['task', 'done', '--', id]),
  updateMilestone: verb(Nothing, (id: string, wish: MilestoneWish) => [
    'milestone',
    'update',
    ...wishes(wish),
    '--',
    id,
  ]),
  writeDoc: verb(
    Nothing,
    ({ of, id }: NewDoc) => [of, 'doc', '--body-file=-', '--', id],
    ({ text }) => ({ input: text }),
  ),
  /** Jumps to the team's window in tmux. */
  jump: verb(Nothing, () => ['jump']),
  undo: verb(UndoneText, () => ['undo']),
  /** Fetches what GitHub has. */
  pull: verb(Warnings, () => ['sync', '--pull']),
  makeFindingTask: verbs(['findings', 'task'], usual)(Made, (key: string, milestone?: string) => [
    ...option('milestone', milestone),
    '--',
    key,
  ]),
};

function wishes(wish: TaskWish | MilestoneWish): string[] {
  return Object.entries(wish).flatMap(([name, value]) => option(name, value ?? 'none'));
}
