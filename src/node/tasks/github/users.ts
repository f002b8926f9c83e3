// Who is assigned: a user whom GitHub lets be assigned is, everybody else (an agent, mostly) stands in the mark.

import { isLogin } from '../../../core/tasks/github/remote.ts';
import { type Desk, pathOf } from './desk.ts';
import { isGhFailed } from './gh.ts';

export async function userOf(desk: Desk, assignee: string | null | undefined): Promise<string | undefined> {
  if (!assignee || !isLogin(assignee)) return undefined;
  try {
    await desk.gh.send('GET', pathOf(desk, `assignees/${assignee}`));
    return assignee;
  } catch (error) {
    if (isGhFailed(error, 404)) return undefined;
    throw error;
  }
}
