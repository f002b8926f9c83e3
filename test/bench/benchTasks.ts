// What tasks cost, as ratios: to list many of them, and to change one among many.

import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openFsStorage } from '../../src/node/tasks/files/storage.ts';
import type { TaskStorage } from '../../src/node/tasks/storage.ts';
import { writeTasks } from '../support/manyTasks.ts';
import { by } from '../support/parts/tasks.ts';
import { newProject, type ProjectWith } from '../support/project.ts';
import { ratio, type Table } from './figures.ts';
import { median } from './measure.ts';

export async function benchTasks(rounds: number): Promise<Table[]> {
  const teams = await Promise.all([10, 1000, 10_000].map(teamWith));
  try {
    const [few, thousand, many] = teams.map(({ folder }) => ({ folder, storage: openFsStorage(folder) }));
    if (few === undefined || thousand === undefined || many === undefined) return [];
    const listed = await medianOf(rounds, () => many.storage.tasks());
    const read = await medianOf(rounds, () => readAtOnce(join(thousand.folder, 'tasks')));
    const updateFew = await medianOf(200, update(few.storage));
    const updateMany = await medianOf(200, update(many.storage));
    const add = await medianOf(50, () => many.storage.addTask({ title: 'new' }, by));
    return [
      {
        title: 'Tasks in files',
        about: 'In process, without a start of Node.',
        head: ['', 'beside', ''],
        rows: [
          ['10,000 tasks listed', '10 × 1,000 files read at once', ratio(listed, read * 10)],
          ['a task of 10,000 updated', 'one of 10 updated', ratio(updateMany, updateFew)],
          ['a task added to 10,000', 'one of 10 updated', ratio(add, updateFew)],
        ],
      },
    ];
  } finally {
    for (const team of teams) await team.dispose();
  }
}

async function teamWith(count: number): Promise<ProjectWith<{ tasks: true }>> {
  const team = newProject({ git: false, tasks: true });
  await team.makeTeam();
  writeTasks(team.folder, count);
  return team;
}

/** The lower limit: all at once, and nothing is checked but whether it is JSON. */
async function readAtOnce(directory: string): Promise<unknown[]> {
  return Promise.all(
    readdirSync(directory).map(async (name) => JSON.parse(await readFile(join(directory, name), 'utf8'))),
  );
}

function update(storage: TaskStorage): () => Promise<unknown> {
  let n = 0;
  return () => storage.updateTask(String((n++ % 10) + 1), { title: `title ${n}` }, by);
}

async function medianOf(rounds: number, act: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const began = performance.now();
    await act();
    times.push(performance.now() - began);
  }
  return median(times);
}
