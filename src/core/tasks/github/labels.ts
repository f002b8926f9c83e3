// A task's status on GitHub: open or closed, and one of three labels. An issue has exactly one of them at a time.

import { PartyError } from '../../base/errors.ts';
import { recordOf } from '../../base/json.ts';
import * as z from '../../base/schema.ts';
import { type TaskState, taskStates } from '../task.ts';

export interface Label {
  readonly name: string;
  /** Six hexadecimal digits. */
  readonly color: string;
}
export type Labels = Readonly<Record<TaskState, Label>>;

export const defaultLabels: Labels = {
  pending: { name: 'tmux-team:pending', color: 'FBCA04' },
  in_progress: { name: 'tmux-team:in_progress', color: '0052CC' },
  done: { name: 'tmux-team:done', color: '0E8A16' },
};

const Wanted = z.looseObject(
  {
    name: z.optional(z.string().check(z.minLength(1), z.maxLength(50), z.regex(/^[^,\p{C}]+$/u))),
    color: z.optional(z.string().check(z.regex(/^#?[0-9a-f]{6}$/i))),
  },
  { error: 'expected an object { … }' },
);

/** `pm.labels` of the configuration can change the name and colour of each label. */
export function readLabels(config: unknown): Labels {
  const given = recordOf(config);
  const labels = Object.fromEntries(taskStates.map((state) => [state, readLabel(state, given[state])])) as Labels;
  if (new Set(taskStates.map((state) => labels[state].name.toLowerCase())).size < taskStates.length) {
    throw new PartyError('CONFIG_INVALID', 'pm.labels: two states have the same label. Give each its own name');
  }
  return labels;
}

/** A closed issue is done, whatever its labels. Of several labels, the later state counts. */
export function statusOf(issue: { state: string; labels: readonly string[] }, labels: Labels): TaskState {
  if (issue.state.toLowerCase() === 'closed') return 'done';
  return issue.labels.some((name) => isSame(name, labels.in_progress.name)) ? 'in_progress' : 'pending';
}

/** The labels of an issue with this status; other labels stay. */
export function labelsWith(names: readonly string[], status: TaskState, labels: Labels): string[] {
  return [...names.filter((name) => !isStatusLabel(name, labels)), labels[status].name];
}

export function isStatusLabel(name: string, labels: Labels): boolean {
  return taskStates.some((state) => isSame(name, labels[state].name));
}

/** GitHub ignores case in label names. */
export function isSame(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}

function readLabel(state: TaskState, given: unknown): Label {
  if (given === undefined) return defaultLabels[state];
  const read = Wanted.safeParse(given);
  if (!read.success) {
    const form = '{ "name": "my label", "color": "FBCA04" }, without a comma in the name';
    throw new PartyError('CONFIG_INVALID', `pm.labels.${state}: expected ${form}`);
  }
  const { name, color } = read.data;
  return {
    name: name ?? defaultLabels[state].name,
    color: (color ?? defaultLabels[state].color).replace('#', '').toUpperCase(),
  };
}
