// Creates each label with its color when it is first needed. GitHub by itself would make it gray.

import type { TaskState } from '../../../core/tasks/task.ts';
import { writeGithubState } from './files.ts';
import { isGhFailed } from './gh.ts';
import { pathOf, type Tracker } from './tracker.ts';

export async function ensureLabel(tracker: Tracker, status: TaskState): Promise<void> {
  const { name, color } = tracker.labels[status];
  if (tracker.state.labels.includes(name)) return;
  const description = `A task of tmux-team that is ${status.replace('_', ' ')}`;
  try {
    await tracker.gh.send('POST', pathOf(tracker, 'labels'), { body: { name, color, description } });
  } catch (error) {
    // A user who may not create labels may still create issues, and the label may already exist.
    if (isGhFailed(error, 403, 404) && !error.limited) return;
    // The label exists, with a color that another user chose.
    if (!isGhFailed(error, 422)) throw error;
  }
  tracker.state.labels.push(name);
  await writeGithubState(tracker.folder, tracker.state);
}
