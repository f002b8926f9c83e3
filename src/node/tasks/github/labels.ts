// The labels are made when they are first needed, with their colours: GitHub would make them grey.

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
    // Who may not make labels may still make issues, and the label may be there.
    if (isGhFailed(error, 403, 404) && !error.limited) return;
    // It is there already, with the colour that somebody has given it.
    if (!isGhFailed(error, 422)) throw error;
  }
  tracker.state.labels.push(name);
  await writeGithubState(tracker.folder, tracker.state);
}
