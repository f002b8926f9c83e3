// A team in a home of its own, for tests about tasks.

import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type PmState, replay } from '../../src/core/tasks/replay.ts';
import { eventsPath } from '../../src/node/tasks/files/eventLog.ts';
import { openFsStorage } from '../../src/node/tasks/files/storage.ts';
import type { PmStorage } from '../../src/node/tasks/storage.ts';
import { makeTeam } from '../../src/node/tasks/team.ts';

export const by = { actor: 'human' };

export class TestTeam {
  readonly root = mkdtempSync(join(tmpdir(), 'party-team-'));
  readonly home = this.directory('home');
  readonly project = this.directory('project');
  readonly place = { env: { HOME: this.home } };
  folder = '';

  directory(name: string): string {
    const path = join(this.root, name);
    mkdirSync(path, { recursive: true });
    return path;
  }

  async make(): Promise<PmStorage> {
    ({ folder: this.folder } = await makeTeam(this.place, this.project, { name: 'Team', actor: 'human' }));
    return openFsStorage(this.folder);
  }

  lines(): string[] {
    return readFileSync(eventsPath(this.folder), 'utf8').split('\n').slice(0, -1);
  }

  dispose(): void {
    rmSync(this.root, { recursive: true, force: true });
  }
}

/** The files say what the events add up to. */
export async function assertReplayed(folder: string): Promise<PmState> {
  const storage = openFsStorage(folder);
  const { all } = await storage.events();
  const state = replay(all);
  const tasks = await storage.tasks();
  const milestones = await storage.milestones();
  assert.deepEqual([...tasks.unreadable, ...milestones.unreadable], []);
  const sorted = <T extends { id: string }>(some: Iterable<T>) => [...some].sort((a, b) => (a.id < b.id ? -1 : 1));
  assert.deepEqual(sorted(tasks.all), sorted(state.tasks.values()));
  assert.deepEqual(sorted(milestones.all), sorted(state.milestones.values()));
  for (const [of, records] of [
    ['task', state.tasks],
    ['milestone', state.milestones],
  ] as const) {
    for (const id of records.keys()) {
      const hash = state.docs.get(`${of} ${id}`);
      const { text } = await storage.doc(of, id);
      assert.equal(text, hash === undefined ? '' : readFileSync(join(folder, 'texts', `${hash}.md`), 'utf8'));
    }
  }
  return state;
}
