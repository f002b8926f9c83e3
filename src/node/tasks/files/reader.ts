// Reads a team's files. The editor bundles this file and none of the code that changes tasks.

import { byNumber, plainNumber } from '../../../core/tasks/ids.ts';
import type { Milestone, Task, TaskFilter } from '../../../core/tasks/task.ts';
import type { TaskStorage } from '../storage.ts';
import { readTeamFolder } from '../teamFolder.ts';
import { findRecord, findSubject, findTask } from './find.ts';
import { listRecords } from './records.ts';
import { readDoc } from './texts.ts';

export type TaskReader = Pick<TaskStorage, 'team' | 'milestones' | 'tasks' | 'task' | 'milestone' | 'doc'>;

export function openFsReader(folder: string): TaskReader {
  return {
    team: () => readTeamFolder(folder),
    async milestones() {
      const { all, unreadable } = await listRecords(folder, 'milestone');
      return { all: [...all].sort((a, b) => byNumber(numbered(a), numbered(b))), unreadable };
    },
    async tasks(filter = {}) {
      const { all, unreadable } = await listRecords(folder, 'task');
      return { all: all.filter((task) => matches(task, filter)).sort(byNumber), unreadable };
    },
    task: (id) => findTask(folder, id),
    milestone: async (id) => findRecord(folder, 'milestone', id),
    async doc(of, id) {
      const { path, text } = readDoc(folder, of, (await findSubject(folder, of, id)).id);
      return { path, text: text ?? '' };
    },
  };
}

function matches(task: Task, { milestone, status, assignee }: TaskFilter): boolean {
  return (
    (milestone === undefined || task.milestone === milestone) &&
    (status === undefined || task.status === status) &&
    (assignee === undefined || task.assignee === assignee)
  );
}

function numbered({ id }: Milestone): { id: string; number: number } {
  return { id, number: plainNumber(id) ?? 0 };
}
