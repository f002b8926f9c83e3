// Chooses ids for new tasks and milestones: higher than all ids in the audit, and not used by any file, not even by one
// that another program has put there.

import { existsSync } from 'node:fs';
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
): { id: string; number: number } {
  const number = firstFree(folder, 'task', tasks + 1, String);
  if (milestone === null) return { id: String(number), number };
  const idAt = (place: number) => placeInMilestone(milestone, place);
  return { id: idAt(firstFree(folder, 'task', (inMilestone.get(milestone) ?? 0) + 1, idAt)), number };
}

function firstFree(folder: string, of: Subject, from: number, idAt: (n: number) => string): number {
  let n = from;
  while (existsSync(recordPath(folder, of, idAt(n)))) n++;
  return n;
}
