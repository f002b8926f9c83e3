// Decides how a task is assigned: GitHub assigns a user who can be assigned there. Any other name, mostly an agent's,
// goes into the mark.

import { isLogin } from '../../../core/tasks/github/remote.ts';
import { isGhFailed } from './gh.ts';
import { pathOf, type Tracker } from './tracker.ts';

export async function userOf(tracker: Tracker, assignee: string | null | undefined): Promise<string | undefined> {
  if (!assignee || !isLogin(assignee)) return undefined;
  try {
    await tracker.gh.send('GET', pathOf(tracker, `assignees/${assignee}`));
    return assignee;
  } catch (error) {
    if (isGhFailed(error, 404)) return undefined;
    throw error;
  }
}
