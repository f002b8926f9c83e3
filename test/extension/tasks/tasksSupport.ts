// Boards, milestones and tasks in a few words, for the tests of their surfaces.

import type { Milestone, Task } from '../../../src/core/tasks/task.ts';
import type { TaskBoard, TeamTasks } from '../../../src/extension/tasks/taskBoards.ts';
import { folder } from '../findings/findingsSupport.ts';

const at = '2026-01-01T00:00:00.000Z';

export function task(id: string, more: Partial<Task> = {}): Task {
  return {
    ...{ id, number: Number(id.split('-').at(-1)), title: `About ${id}`, milestone: null, status: 'pending' },
    ...{ assignee: null, docPath: `tasks/${id}.md`, createdAt: at, updatedAt: at },
    ...more,
  };
}

export function milestone(id: string, more: Partial<Milestone> = {}): Milestone {
  return { id, name: `Part ${id}`, status: 'pending', createdAt: at, updatedAt: at, ...more };
}

export function teamTasks(more: Partial<TeamTasks> = {}, id = 't'): TeamTasks {
  return {
    ...{ team: { id, name: 'Team', windowId: null, createdAt: at }, place: `/teams/${id}`, top: '/p', kind: 'fs' },
    ...{ milestones: [], tasks: [], unreadable: [] },
    ...more,
  };
}

export function board(more: Partial<TaskBoard> = {}, id = 't'): TaskBoard {
  return { ...teamTasks(more, id), folder, revision: 1, warnings: [], ...more };
}
