// Chooses ids for new tasks and milestones: higher than all ids in the audit, and not used by any file, not even by one
// that another program has put there.

import { existsSync } from 'node:fs';
import { PartyError } from '../../../core/base/errors.ts';
import { checkChosenId } from '../../../core/tasks/check.ts';
import { type Counters, placeInMilestone } from '../../../core/tasks/ids.ts';
import type { Subject } from '../../../core/tasks/task.ts';
import { recordPath } from './records.ts';

export function nextMilestone(folder: string, { milestones }: Counters): string {
  return String(firstFree(folder, 'milestone', milestones + 1, String));
}

export function nextTask(
  folder: string,
  { tasks, inMilestone }: Counters,
  milestone: string | null,
  /** The user's own choice instead of a counted id. */
  chosen?: string,
): { id: string; number: number } {
  const number = firstFree(folder, 'task', tasks + 1, String);
  if (chosen !== undefined) {
    const id = checkChosenId(chosen);
    if (existsSync(recordPath(folder, 'task', id))) throw new PartyError('REFUSED', `There is already a task ${id}`);
    return { id, number };
  }
  if (milestone === null) return { id: String(number), number };
  const idAt = (place: number) => placeInMilestone(milestone, place);
  return { id: idAt(firstFree(folder, 'task', (inMilestone.get(milestone) ?? 0) + 1, idAt)), number };
}

function firstFree(folder: string, of: Subject, from: number, idAt: (n: number) => string): number {
  let n = from;
  while (existsSync(recordPath(folder, of, idAt(n)))) n++;
  return n;
}
