// Whether the tasks made from blocking findings allow a pull request, for users who have turned that check on.

import { oneLine } from '../base/outsideText.ts';
import type { Review } from '../review/review.ts';
import type { TaskState } from '../tasks/task.ts';

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

export function denyOpenTasks(tasks: readonly LinkedTask[]): string | undefined {
  const open = tasks.filter(({ severity, status }) => severity === 'blocking' && status !== 'done');
  if (open.length === 0) return undefined;
  const lines = open.map(({ finding, task, status }) => {
    const id = oneLine(task, 40);
    if (status === null)
      return `- ${finding}: its task ${id} no longer exists; create it again: party findings task ${finding}`;
    return `- ${finding}: task ${id} is ${status}; when it is done: party pm task done ${id}`;
  });
  return `The tasks of blocking findings must be done first (${tasksSetting} in your config.json):\n${lines.join('\n')}`;
}

/** A gate that cannot decide denies. */
export function denyUnreadTasks(why: string): string {
  return `The tasks of blocking findings must be done first, and Party cannot read them: ${oneLine(why, 400)}\nSee them with: party findings tasks. Or ask the user to turn ${tasksSetting} off in ~/.tmux-team/config.json.`;
}
