// Writes a team with many tasks at once: making them one by one would take longer than what the test measures.

import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { taskAfter } from '../../src/core/tasks/applyEvent.ts';
import type { TaskEvent } from '../../src/core/tasks/task.ts';
import { eventsPath } from '../../src/node/tasks/files/eventLog.ts';

export function writeTasks(folder: string, count: number): void {
  mkdirSync(join(folder, 'tasks'), { recursive: true });
  const lines: string[] = [];
  for (let number = 1; number <= count; number++) {
    const id = String(number);
    const event: TaskEvent = {
      ...{ event: 'task_created', id, number, title: `Task ${id} of many, with a title of some length` },
      ...{ milestone: null, assignee: null, actor: 'human', ts: new Date(Date.UTC(2025, 0, 1) + number).toISOString() },
    };
    lines.push(`${JSON.stringify(event)}\n`);
    writeFileSync(join(folder, 'tasks', `${id}.json`), `${JSON.stringify(taskAfter(undefined, event), null, 2)}\n`);
  }
  appendFileSync(eventsPath(folder), lines.join(''));
}
