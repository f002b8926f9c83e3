// The labels are made when they are first needed, with their colours: GitHub would make them grey.

import type { TaskState } from '../../../core/tasks/task.ts';
import { type Desk, pathOf } from './desk.ts';
import { writeGithubState } from './files.ts';
import { isGhFailed } from './gh.ts';

export async function ensureLabel(desk: Desk, status: TaskState): Promise<void> {
  const { name, color } = desk.labels[status];
  if (desk.state.labels.includes(name)) return;
  const description = `A task of tmux-team that is ${status.replace('_', ' ')}`;
  try {
    await desk.gh.send('POST', pathOf(desk, 'labels'), { body: { name, color, description } });
  } catch (error) {
    // Who may not make labels may still make issues, and the label may be there.
    if (isGhFailed(error, 403, 404) && !error.limited) return;
    // It is there already, with the colour that somebody has given it.
    if (!isGhFailed(error, 422)) throw error;
  }
  desk.state.labels.push(name);
  await writeGithubState(desk.folder, desk.state);
}
