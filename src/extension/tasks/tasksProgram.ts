// The verbs of the shipped program that are about tasks. What a person wrote stands behind `--` or `=`, so that a title
// such as "-1 is wrong" is no option; a document goes by stdin, where its size does not matter.

import * as z from 'zod/mini';
import { PmEvent, type TaskState } from '../../core/tasks/task.ts';
import { eventText } from '../../core/tasks/taskText.ts';
import { callParty, type Program, understood } from '../app/partyProgram.ts';
import { asHuman } from '../plan/planProgram.ts';

/** The folder of the project that is meant. */
type Place = string;

export interface NewTeam {
  readonly name: string;
  /** The repository is the one that the program finds. */
  readonly github: boolean;
}

/** Answers with what is odd, such as that there is no gh and the tasks are kept in files all the same. */
export async function createTeam(program: Program, folder: Place, { name, github }: NewTeam): Promise<Odd> {
  const kept = github ? ['--backend=github'] : [];
  return oddOf(await call(program, folder, ['init', `--name=${name}`, ...kept]));
}

const Added = z.looseObject({ task: z.looseObject({ id: z.string() }) });

/** Answers with its id. */
export async function addTask(program: Program, folder: Place, title: string, milestone?: string): Promise<string> {
  const into = milestone === undefined ? [] : [`--milestone=${milestone}`];
  return understood(Added, await call(program, folder, ['task', 'add', ...into, '--', title])).task.id;
}

export async function addMilestone(program: Program, folder: Place, name: string): Promise<void> {
  await call(program, folder, ['milestone', 'add', '--', name]);
}

export interface TaskWish {
  readonly title?: string;
  readonly status?: TaskState;
  /** Null takes it out of its milestone. */
  readonly milestone?: string | null;
  /** Null takes it from whoever has it. */
  readonly assignee?: string | null;
}

export async function updateTask(program: Program, folder: Place, id: string, wish: TaskWish): Promise<void> {
  const options = Object.entries(wish).map(([name, value]) => `--${name}=${value ?? 'none'}`);
  await call(program, folder, ['task', 'update', ...options, '--', id]);
}

export async function finishTask(program: Program, folder: Place, id: string): Promise<void> {
  await call(program, folder, ['task', 'done', '--', id]);
}

export async function updateMilestone(
  program: Program,
  folder: Place,
  id: string,
  wish: { readonly name?: string; readonly status?: TaskState },
): Promise<void> {
  const options = Object.entries(wish).map(([name, value]) => `--${name}=${value}`);
  await call(program, folder, ['milestone', 'update', ...options, '--', id]);
}

export async function writeDoc(
  program: Program,
  folder: Place,
  of: 'task' | 'milestone',
  id: string,
  text: string,
): Promise<void> {
  await call(program, folder, [of, 'doc', '--body-file=-', '--', id], text);
}

/** Goes to the team's window in tmux. */
export async function jump(program: Program, folder: Place): Promise<void> {
  await call(program, folder, ['jump']);
}

const Undone = z.looseObject({ undone: PmEvent });

/** Answers with what it did, in words. */
export async function undo(program: Program, folder: Place): Promise<string> {
  return eventText(understood(Undone, await call(program, folder, ['undo'])).undone);
}

/** GitHub → here. Answers with what is odd, such as that there is no gh. */
export async function pull(program: Program, folder: Place): Promise<Odd> {
  return oddOf(await call(program, folder, ['sync', '--pull']));
}

const Made = z.looseObject({
  task: z.looseObject({ id: z.string() }),
  team: z.looseObject({ id: z.string() }),
  created: z.boolean(),
});
export type Made = z.infer<typeof Made>;

export async function makeFindingTask(
  program: Program,
  folder: Place,
  key: string,
  milestone: string | undefined,
): Promise<Made> {
  const into = milestone === undefined ? [] : [`--milestone=${milestone}`];
  const args = ['findings', 'task', ...into, '--', key];
  return understood(Made, await callParty(asHuman(program), args, { timeoutMs, cwd: folder }));
}

type Odd = readonly string[];
const WithWarnings = z.looseObject({ warnings: z.optional(z.array(z.string())) });

function oddOf(called: Parameters<typeof understood>[1]): Odd {
  return understood(WithWarnings, called).warnings ?? [];
}

/** GitHub may take its time. */
const timeoutMs = 90_000;

function call(program: Program, folder: Place, args: readonly string[], input?: string) {
  const options = { timeoutMs, cwd: folder, ...(input === undefined ? {} : { input }) };
  return callParty(asHuman(program), ['pm', ...args], options);
}
