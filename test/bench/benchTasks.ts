// What tasks cost, as ratios: to list many of them, and to change one among many.

import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openFsStorage } from '../../src/node/tasks/files/storage.ts';
import type { PmStorage } from '../../src/node/tasks/storage.ts';
import { writeTasks } from '../support/manyTasks.ts';
import { by } from '../support/parts/tasks.ts';
import { newProject, type ProjectWith } from '../support/project.ts';

export async function benchTasks(): Promise<string[]> {
  const teams = await Promise.all([10, 1000, 10_000].map(teamWith));
  try {
    const [few, thousand, many] = teams.map(({ folder }) => ({ folder, storage: openFsStorage(folder) }));
    if (few === undefined || thousand === undefined || many === undefined) return [];
    const listed = await median(11, () => many.storage.tasks());
    const read = await median(11, () => readAtOnce(join(thousand.folder, 'tasks')));
    const updateFew = await median(200, update(few.storage));
    const updateMany = await median(200, update(many.storage));
    const add = await median(50, () => many.storage.addTask({ title: 'new' }, by));
    return [
      row('10,000 tasks listed', listed, listed / (read * 10), '10 × 1,000 read at once'),
      row('a task of 10,000 updated', updateMany, updateMany / updateFew, 'of 10'),
      row('a task added to 10,000', add, add / updateFew, 'an update of 10'),
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

/** What nobody can do faster: all at once, and nothing is looked at but whether it is JSON. */
async function readAtOnce(directory: string): Promise<unknown[]> {
  return Promise.all(
    readdirSync(directory).map(async (name) => JSON.parse(await readFile(join(directory, name), 'utf8'))),
  );
}

function update(storage: PmStorage): () => Promise<unknown> {
  let n = 0;
  return () => storage.updateTask(String((n++ % 10) + 1), { title: `title ${n}` }, by);
}

async function median(rounds: number, act: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const began = performance.now();
    await act();
    times.push(performance.now() - began);
  }
  return times.sort((a, b) => a - b)[rounds >> 1] ?? 0;
}

function row(name: string, ms: number, ratio: number, against: string): string {
  return `${name.padEnd(34)}${ms.toFixed(1).padStart(8)} ms   ${ratio.toFixed(2).padStart(6)} × ${against}`;
}
