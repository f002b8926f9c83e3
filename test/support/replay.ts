// The state that a log of task events leads to. Tests compare it with the files: both must agree after every change.

import { docAfter, milestoneAfter, subjectOf, taskAfter } from '../../src/core/tasks/applyEvent.ts';
import type { Milestone, Task, TaskEvent, Team } from '../../src/core/tasks/task.ts';

export interface ReplayedTasks {
  team: Pick<Team, 'id' | 'name'> | undefined;
  readonly tasks: ReadonlyMap<string, Task>;
  readonly milestones: ReadonlyMap<string, Milestone>;
  /** The hashes of the documents, by `task 1-2`. */
  readonly docs: ReadonlyMap<string, string>;
}

export function replay(events: Iterable<TaskEvent>): ReplayedTasks {
  const tasks = new Map<string, Task>();
  const milestones = new Map<string, Milestone>();
  const docs = new Map<string, string>();
  let team: ReplayedTasks['team'];
  for (const event of events) {
    if (event.event === 'team_created') team = { id: event.id, name: event.name };
    const subject = subjectOf(event);
    if (subject === undefined) continue;
    if (subject.of === 'task') put(tasks, subject.id, taskAfter(tasks.get(subject.id), event));
    else put(milestones, subject.id, milestoneAfter(milestones.get(subject.id), event));
    const doc = docAfter(event);
    if (doc !== undefined) put(docs, `${subject.of} ${subject.id}`, doc ?? undefined);
  }
  return { team, tasks, milestones, docs };
}

function put<T>(map: Map<string, T>, id: string, value: T | undefined): void {
  if (value === undefined) map.delete(id);
  else map.set(id, value);
}
