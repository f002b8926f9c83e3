// Why the Tasks view is empty, or that it is not: each reason has its own words in package.json, but for `broken`, of which
// the view says itself why.

import type { Snapshot } from '../app/snapshot.ts';
import type { Boards } from './taskBoards.ts';
import type { TaskTree } from './tasksRows.ts';

export type TasksSituation = 'noFolder' | 'untrusted' | 'loading' | 'broken' | 'noTeam' | 'empty' | 'filtered' | 'some';

export function tasksSituation(
  { folders, trusted }: Pick<Snapshot, 'folders' | 'trusted'>,
  all: Boards | undefined,
  { top, all: count, shown }: Pick<TaskTree, 'top' | 'all' | 'shown'>,
): TasksSituation {
  if (folders.length === 0) return 'noFolder';
  if (!trusted) return 'untrusted';
  if (all === undefined) return 'loading';
  if (all.boards.length === 0) return all.problems.length > 0 ? 'broken' : 'noTeam';
  // Several teams have a row each, and a file that cannot be read has one, too.
  if (shown > 0 || top.length > 0) return 'some';
  return count > 0 ? 'filtered' : 'empty';
}
