// Whether the tasks made from blocking findings allow a pull request, for users who have turned that check on.

import { oneLine } from '../base/outsideText.ts';
import type { Review } from '../review/review.ts';
import type { TaskState } from '../tasks/task.ts';
import { type Denial, deny } from './denial.ts';

/** A finding that became a task, with the task's state; null when the task no longer exists. */
export interface LinkedTask {
  readonly finding: string;
  readonly severity: 'blocking' | 'non-blocking';
  readonly task: string;
  readonly status: TaskState | null;
}

/** The setting that turns the check on. */
const tasksSetting = 'review.requireTasksDone';

export function hasBlockingTasks({ findings }: Pick<Review, 'findings'>): boolean {
  return findings.some(({ severity, task }) => severity === 'blocking' && task !== undefined);
}

export function denyOpenTasks(tasks: readonly LinkedTask[]): Denial | undefined {
  const open = tasks.filter(({ severity, status }) => severity === 'blocking' && status !== 'done');
  if (open.length === 0) return undefined;
  const parts = open.map(({ finding, task, status }) => {
    const id = oneLine(task, 40);
    return status === null
      ? deny(`${finding}: its task ${id} no longer exists`, { act: 'createTask', key: finding })
      : deny(`${finding}: task ${id} is ${status}`, { act: 'finishTask', id });
  });
  const problem = `The tasks of blocking findings must be done first (${tasksSetting} in your config.json):`;
  return { problem, next: [], parts };
}

/** A gate that cannot decide denies. */
export function denyUnreadTasks(why: string): Denial {
  const problem = `The tasks of blocking findings must be done first, and Party cannot read them: ${oneLine(why, 400)}`;
  const setting = `Ask the user to make them readable, or to turn ${tasksSetting} off in ~/.tmux-team/config.json`;
  return deny(`${problem}. ${setting}`, { act: 'showFindingTasks' });
}
