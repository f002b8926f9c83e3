// Many agents change the tasks of one team at once, and any of them may be killed at any moment.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import type { TaskEvent } from '../../src/core/tasks/task.ts';
import { openFsStorage } from '../../src/node/tasks/files/storage.ts';
import type { TaskStorage } from '../../src/node/tasks/storage.ts';
import { forkFixture } from '../support/forkFixture.ts';
import { assertReplayed, by } from '../support/parts/tasks.ts';
import { newProject, type ProjectWith } from '../support/project.ts';
import { replay } from '../support/replay.ts';
import { pmActs } from './fixtures/pmActs.ts';

const fixture = (name: string) => join(import.meta.dirname, 'fixtures', name);

describe('tasks of one team', function () {
  this.timeout(540_000);
  let team: ProjectWith<{ tasks: true }>;
  let storage: TaskStorage;
  beforeEach(async () => {
    team = newProject({ git: false, tasks: true });
    storage = await team.makeTeam();
    await storage.addMilestone({ name: 'm' }, by);
  });
  afterEach(() => team.dispose());

  it('lose nothing of what 16 processes change 500 times each', async () => {
    const [writers, each, tasks] = [16, 500, 4];
    for (let n = 0; n < tasks; n++) await storage.addTask({ title: 'none 0', milestone: '1' }, by);
    const before = team.taskLines().length;
    const ends = await Promise.all(
      Array.from({ length: writers }, (_, n) => {
        const args = [team.folder, `1-${(n % tasks) + 1}`, String(each), `w${n}`];
        return once(forkFixture(fixture('pmWriter.ts'), args), 'exit');
      }),
    );
    assert.deepEqual(ends, Array(writers).fill([0, null]));
    const { all, unreadable } = await storage.events();
    assert.deepEqual(unreadable, []);
    const written = all.slice(before);
    assert.equal(written.length, writers * each);
    for (let n = 0; n < writers; n++) {
      const own = written.filter(({ actor }) => actor === `w${n}`);
      assert.deepEqual(
        own.map((event) => 'to' in event && event.to),
        Array.from({ length: each }, (_, change) => `w${n} ${change + 1}`),
      );
    }
    assertChained(written);
    assert.ok(written.every(({ ts }, n) => n === 0 || ts > (written[n - 1]?.ts ?? '')));
    await assertReplayed(team.folder);
  });

  it('are the old or the new version when writers are killed with -9, and no other writer is blocked', async () => {
    for (let n = 0; n < 4; n++) await storage.addTask({ title: 'none 0', milestone: '1' }, by);
    const said = new Set<string>();
    const ends = await Promise.all(
      Array.from({ length: 16 }, (_, n) => {
        // One that is to be killed writes until it is: however late the kill comes, it comes in time.
        const changes = n % 2 === 0 ? 'Infinity' : '40';
        const child = forkFixture(fixture('pmWriter.ts'), [team.folder, `1-${(n % 4) + 1}`, changes, `w${n}`]);
        child.on('message', (title) => {
          said.add(String(title));
          // In the midst of the next one, or of waiting for it.
          if (n % 2 === 0 && title === `w${n} ${5 + n}`) setTimeout(() => child.kill('SIGKILL'), n);
        });
        return once(child, 'exit');
      }),
    );
    assert.equal(ends.filter(([, signal]) => signal === 'SIGKILL').length, 8);
    assert.equal(ends.filter(([code]) => code === 0).length, 8);
    await storage.updateTask('1-1', { title: 'the next writer' }, by);
    const { all } = await storage.events();
    const titles = new Set(all.map((event) => ('to' in event ? event.to : undefined)));
    assert.deepEqual(
      [...said].filter((title) => !titles.has(title)),
      [],
      'what was said to be done is done',
    );
    assertChained(all);
    await assertReplayed(team.folder);
  });

  for (const [name, act] of Object.entries(pmActs)) {
    it(`are the old or the new version wherever ${name} is cut off`, async () => {
      await storage.addTask({ title: 'first', milestone: '1', body: 'first\n' }, by);
      await storage.addTask({ title: 'second', body: 'second task\n' }, by);
      const old = await facts(storage);
      const done = join(team.root, 'done');
      cpSync(team.folder, done, { recursive: true });
      await act(openFsStorage(done));
      const changed = await facts(openFsStorage(done));
      assert.notEqual(old, changed);
      const seen = { old: 0, changed: 0 };
      for (let n = 1, killed = true; killed; n++) {
        const folder = join(team.root, `cut-${n}`);
        cpSync(team.folder, folder, { recursive: true });
        const [code, signal] = await once(forkFixture(fixture('pmCrash.ts'), [folder, name, String(n)]), 'exit');
        killed = signal === 'SIGKILL';
        assert.ok(killed || code === 0, `call ${n}: ${code} ${signal}`);
        const left = openFsStorage(folder);
        for (const { unreadable } of [await left.tasks(), await left.milestones()]) assert.deepEqual(unreadable, []);
        // The next process repairs, and finds an unused id.
        const { id } = await left.addTask({ title: 'next' }, by);
        await assertReplayed(folder);
        const now = await facts(left, id);
        assert.ok(now === old || now === changed, `cut off at call ${n}:\n${now}\nis neither\n${old}\nnor\n${changed}`);
        seen[now === old ? 'old' : 'changed']++;
        if (!killed) assert.equal(now, changed);
      }
      assert.ok(seen.old > 2 && seen.changed > 2, JSON.stringify(seen));
    });
  }
});

/** Each change of a field begins with what the one before made of it: none was made past another. */
function assertChained(events: readonly TaskEvent[]): void {
  const known = new Map<string, unknown>();
  for (const event of events) {
    if (event.event !== 'task_updated') continue;
    const key = `${event.id} ${event.field}`;
    if (known.has(key)) assert.equal(event.from, known.get(key));
    known.set(key, event.to);
  }
}

/** What people see, without times, and without a task that was added later. */
async function facts(storage: TaskStorage, without = ''): Promise<string> {
  const { tasks, milestones, docs } = replay((await storage.events()).all);
  const timeless = ({ createdAt: _, updatedAt: __, ...rest }: { createdAt: string; updatedAt: string; id: string }) =>
    rest;
  return JSON.stringify([
    [...tasks.values()].filter(({ id }) => id !== without).map(timeless),
    [...milestones.values()].map(timeless),
    [...docs].filter(([name]) => name !== `task ${without}`),
  ]);
}
