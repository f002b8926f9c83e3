// Tasks as files.

import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isPartyError } from '../../../src/core/base/errors.ts';
import type { TaskEvent } from '../../../src/core/tasks/task.ts';
import { openFsStorage } from '../../../src/node/tasks/files/storage.ts';
import { hashOf } from '../../../src/node/tasks/files/texts.ts';
import { transaction } from '../../../src/node/tasks/files/transaction.ts';
import type { TaskStorage } from '../../../src/node/tasks/storage.ts';
import { writeTasks } from '../../support/manyTasks.ts';
import { assertReplayed, by } from '../../support/parts/tasks.ts';
import { newProject, type ProjectWith } from '../../support/project.ts';

describe('tasks as files', () => {
  let team: ProjectWith<{ tasks: true }>;
  let storage: TaskStorage;
  beforeEach(async () => {
    team = newProject({ git: false, tasks: true });
    storage = await team.makeTeam();
  });
  afterEach(() => team.dispose());

  const file = (...parts: string[]) => join(team.folder, ...parts);
  const json = (...parts: string[]) => JSON.parse(readFileSync(file(...parts), 'utf8'));
  const append = (event: object) => appendFileSync(file('events.jsonl'), `${JSON.stringify(event)}\n`);
  const refused = (
    act: Promise<unknown>,
    code: 'USAGE' | 'CONFIG_INVALID' | 'CONFIG_MISSING' | 'REFUSED',
    words: RegExp,
  ) =>
    assert.rejects(act, (error) => {
      assert.ok(isPartyError(error, code), String(error));
      assert.match(error.message, words);
      return true;
    });

  it('have the documented file forms', async () => {
    await storage.addMilestone({ name: 'MVP Release' }, by);
    await storage.updateMilestone('1', { status: 'in_progress' }, by);
    await storage.addTask({ title: 'Implement login flow', body: '# Login\n' }, by);
    await storage.updateTask('1', { status: 'in_progress' }, { actor: 'codex' });
    const { createdAt, id, ...named } = json('team.json');
    assert.deepEqual(named, { name: 'Team', windowId: null });
    assert.ok(team.folder.endsWith(`/.tmux-team/teams/${id}`) && !Number.isNaN(Date.parse(createdAt)));
    const { createdAt: _, updatedAt: __, ...milestone } = json('milestones', '1.json');
    assert.deepEqual(milestone, { id: '1', name: 'MVP Release', status: 'in_progress' });
    const { createdAt: made, updatedAt: changed, ...task } = json('tasks', '1.json');
    assert.deepEqual(task, {
      ...{ id: '1', number: 1, title: 'Implement login flow', milestone: null, status: 'in_progress' },
      ...{ assignee: null, docPath: 'tasks/1.md' },
    });
    assert.ok(made < changed);
    assert.equal(readFileSync(file('tasks', '1.md'), 'utf8'), '# Login\n');
    const { ts, ...last } = JSON.parse(team.taskLines().at(-1) ?? '');
    assert.equal(ts, changed);
    assert.deepEqual(last, {
      ...{ event: 'task_updated', id: '1', field: 'status', from: 'pending', to: 'in_progress', actor: 'codex' },
    });
    await assertReplayed(team.folder);
  });

  it('count within their milestone, and are found by id and by number', async () => {
    await storage.addMilestone({ name: 'one' }, by);
    await storage.addMilestone({ name: 'two' }, by);
    const ids: string[] = [];
    for (const milestone of ['1', '2', undefined, '1', '2', undefined])
      ids.push((await storage.addTask({ title: 't', milestone }, by)).id);
    assert.deepEqual(ids, ['1-1', '2-1', '3', '1-2', '2-2', '6']);
    assert.equal((await storage.task('4')).id, '1-2');
    assert.equal((await storage.task('1-2')).number, 4);
    assert.equal((await storage.updateTask('1', { status: 'done' }, by)).id, '1-1');
    assert.equal((await storage.updateTask('1-1', { milestone: '2' }, by)).id, '1-1', 'moved, it keeps its id');
    assert.equal((await storage.addTask({ title: 't', milestone: '1' }, by)).id, '1-3');
    const listed = async (filter: Parameters<TaskStorage['tasks']>[0]) =>
      (await storage.tasks(filter)).all.map(({ id }) => id);
    assert.deepEqual(await listed({}), ['1-1', '2-1', '3', '1-2', '2-2', '6', '1-3']);
    assert.deepEqual(await listed({ milestone: '2' }), ['1-1', '2-1', '2-2']);
    assert.deepEqual(await listed({ milestone: '2', status: 'done' }), ['1-1']);
    rmSync(file('numbers'), { recursive: true });
    assert.equal((await storage.task('4')).id, '1-2', 'also when nothing says which one it is');
    await assertReplayed(team.folder);
  });

  it('write nothing when nothing changes', async () => {
    await storage.addTask({ title: 't' }, by);
    await storage.updateTask('1', { title: 't', status: 'pending' }, by);
    await storage.writeDoc('task', '1', '# t\n', by);
    assert.equal(team.taskLines().length, 2);
  });

  it('change several fields in one event', async () => {
    await storage.addTask({ title: 't' }, by);
    await storage.updateTask('1', { title: 'u', status: 'done', assignee: '@x' }, by);
    assert.equal(team.taskLines().length, 3);
    const { title, status, assignee } = await storage.task('1');
    assert.deepEqual([title, status, assignee], ['u', 'done', '@x']);
    await storage.undo(by);
    assert.equal((await storage.task('1')).status, 'pending');
    await assertReplayed(team.folder);
  });

  it('keep fields and ids that other programs wrote', async () => {
    const at = '2025-12-19T10:00:00Z';
    const foreign = { id: '1', title: 'of tmux-team', milestone: null, status: 'pending', assignee: null, own: [1] };
    await storage.addMilestone({ name: 'm' }, by);
    await storage.addTask({ title: 't', milestone: '1' }, by);
    writeFileSync(file('tasks', '2.json'), JSON.stringify({ ...foreign, id: '2', createdAt: at, updatedAt: at }));
    const login = { ...foreign, id: 'login', createdAt: at, updatedAt: at };
    writeFileSync(file('tasks', 'login.json'), JSON.stringify(login));
    assert.equal((await storage.addTask({ title: 'new' }, by)).id, '3');
    await storage.updateTask('login', { status: 'done' }, by);
    assert.deepEqual(json('tasks', 'login.json').own, [1]);
    assert.deepEqual(
      (await storage.tasks()).all.map(({ id }) => id),
      ['1-1', '2', '3', 'login'],
    );
  });

  describe('bad input changes nothing:', () => {
    beforeEach(() => storage.addTask({ title: 't' }, by));
    afterEach(() => assert.equal(team.taskLines().length, 2));

    it('an unknown id', async () => {
      await refused(storage.task('9'), 'USAGE', /There is no task 9\. See: party pm task list/);
      await refused(storage.updateTask('9', { status: 'done' }, by), 'USAGE', /no task 9/);
      await refused(storage.updateTask('../../x', { status: 'done' }, by), 'USAGE', /no task \.\.\/\.\.\/x/);
      await refused(storage.addTask({ title: 'x', milestone: '7' }, by), 'USAGE', /no milestone 7/);
      await refused(storage.updateTask('1', { milestone: '7' }, by), 'USAGE', /no milestone 7/);
      await refused(storage.writeDoc('milestone', '1', 'x', by), 'USAGE', /no milestone 1/);
      await refused(storage.task('a\nb'), 'USAGE', /no task a b/);
    });

    it('an invalid title', async () => {
      await refused(storage.addTask({ title: 'a\nb' }, by), 'USAGE', /one line/);
      await refused(storage.addTask({ title: 'x'.repeat(10_240) }, by), 'USAGE', /10240 characters/);
      await refused(storage.updateTask('1', { title: '' }, by), 'USAGE', /empty/);
      await refused(storage.addMilestone({ name: 'a\nb' }, by), 'USAGE', /one line/);
    });

    it('an unknown status', () =>
      refused(storage.updateTask('1', { status: 'finished' as 'done' }, by), 'USAGE', /finished is not a status/));
  });

  it('are listed although one file is broken', async () => {
    for (const title of ['a', 'b', 'c']) await storage.addTask({ title }, by);
    writeFileSync(file('tasks', '2.json'), '{"id": "2"');
    writeFileSync(file('tasks', '3.json'), JSON.stringify({ ...json('tasks', '3.json'), status: 'perhaps' }));
    const { all, unreadable } = await storage.tasks();
    assert.deepEqual(
      all.map(({ id }) => id),
      ['1'],
    );
    assert.deepEqual(unreadable.map(({ file: path, problem }) => `${path.slice(-6)} ${problem}`).sort(), [
      '2.json is not JSON',
      '3.json status is missing or invalid',
    ]);
    await refused(storage.task('2'), 'CONFIG_INVALID', /2\.json: is not JSON/);
    await refused(storage.updateTask('2', { status: 'done' }, by), 'CONFIG_INVALID', /nothing was changed/);
    assert.equal(readFileSync(file('tasks', '2.json'), 'utf8'), '{"id": "2"', 'what was in it is not lost');
    await storage.updateTask('1', { status: 'done' }, by);
    assert.equal((await storage.addTask({ title: 'd' }, by)).id, '4');
  });

  it('skip lines of the audit that are not events, and say so', async () => {
    await storage.addTask({ title: 'a' }, by);
    appendFileSync(file('events.jsonl'), 'nonsense\n{"event":"task_removed"}\n\n');
    await storage.updateTask('1', { status: 'done' }, by);
    const { all, unreadable } = await storage.events();
    assert.deepEqual(
      all.map(({ event }) => event),
      ['team_created', 'task_created', 'task_updated'],
    );
    assert.deepEqual(
      unreadable,
      [3, 4].map((line) => ({ file: `${file('events.jsonl')}:${line}`, problem: 'is not an event' })),
    );
    assert.deepEqual(
      (await storage.events({ limit: 1 })).all.map(({ event }) => event),
      ['task_updated'],
    );
    assert.deepEqual((await storage.events({ limit: 0 })).all, []);
    await storage.undo(by);
    assert.equal((await storage.task('1')).status, 'pending');
    assert.equal(JSON.parse(team.taskLines().at(-1) ?? '').undoes, 5, 'lines count, whatever is in them');
  });

  it('are not removed by an update when their file has become unreadable', async () => {
    await storage.addTask({ title: 'a' }, by);
    const before = team.taskLines();
    const update = { event: 'task_updated', id: '1', field: 'title', from: 'a', to: 'b', actor: 'human' } as const;
    const late = transaction(team.folder, ({ commit }) => {
      writeFileSync(file('tasks/1.json'), '{');
      return commit(update);
    });
    await assert.rejects(late, { code: 'CONFIG_INVALID', message: /tasks\/1\.json: is not JSON\. Correct the file/ });
    assert.equal(readFileSync(file('tasks/1.json'), 'utf8'), '{');
    assert.deepEqual(team.taskLines(), before);
  });

  it('report a read-only folder, as in a sandbox', async () => {
    // A folder in which no user can create anything, not even root.
    const sealed = openFsStorage(process.platform === 'darwin' ? '/System' : '/sys');
    await assert.rejects(sealed.addMilestone({ name: 'm' }, by), {
      code: 'REFUSED',
      message: /can only be read from here\. From inside a sandbox, ask a person or an agent outside/,
    });
  });

  it('report that the team is gone, and do not recreate a part of it', async () => {
    rmSync(team.folder, { recursive: true });
    const acts = [
      () => storage.team(),
      () => storage.task('1'),
      () => storage.addTask({ title: 'a' }, by),
      () => storage.undo(by),
    ];
    for (const act of acts) await refused(act(), 'CONFIG_MISSING', /There is no team in .* any more/);
    assert.ok(!existsSync(team.folder));
  });

  describe('after a writer was killed', () => {
    const later = '2999-01-01T00:00:00.000Z';
    const common = { actor: 'codex', ts: later };
    const next = () => storage.addMilestone({ name: 'next' }, by);

    it('the next process does what the last event says', async () => {
      await storage.addTask({ title: 'a' }, by);
      const text = 'text\n';
      await storage.writeDoc('task', '1', text, by);
      await storage.writeDoc('task', '1', 'other\n', by);
      const [from, to] = [hashOf('other\n'), hashOf(text)];
      const cut: readonly [object, () => Promise<void>][] = [
        [
          {
            event: 'task_updated',
            id: '1',
            field: 'status',
            from: 'pending',
            to: 'done',
            also: [{ field: 'title', from: 'a', to: 'b' }],
          },
          async () =>
            assert.deepEqual([(await storage.task('1')).status, (await storage.task('1')).title], ['done', 'b']),
        ],
        [
          { event: 'doc_updated', of: 'task', id: '1', from, to },
          async () => assert.equal((await storage.doc('task', '1')).text, text),
        ],
        [
          { event: 'task_created', id: '1-7', number: 7, title: 'n', milestone: '1', assignee: null, doc: to },
          async () => {
            assert.equal((await storage.task('7')).id, '1-7');
            assert.equal((await storage.doc('task', '7')).text, text);
          },
        ],
        [
          { event: 'task_removed', id: '1-7' },
          async () => assert.ok(!readdirSync(file('tasks')).join().includes('1-7')),
        ],
        [
          { event: 'milestone_updated', id: '1', field: 'name', from: 'next', to: 'renamed' },
          async () => assert.equal((await storage.milestone('1')).name, 'renamed'),
        ],
      ];
      for (const [n, [event, check]] of cut.entries()) {
        append({ ...event, actor: 'codex', ts: `2999-01-0${n + 1}T00:00:00.000Z` });
        await next();
        await check();
        await assertReplayed(team.folder);
      }
    });

    it('a line that was not finished is not an event, and one that lacks only its end is one', async () => {
      await storage.addTask({ title: 'a' }, by);
      const event = JSON.stringify({ event: 'task_updated', id: '1', field: 'title', from: 'a', to: 'b', ...common });
      appendFileSync(file('events.jsonl'), event.slice(0, -10));
      await next();
      assert.equal((await storage.task('1')).title, 'a');
      assert.equal((await storage.events()).unreadable.length, 1);
      appendFileSync(file('events.jsonl'), event);
      await next();
      assert.equal((await storage.task('1')).title, 'b');
      assert.equal((await storage.events()).unreadable.length, 1);
      await assertReplayed(team.folder);
    });

    it('finds the last event behind a broken line of any length', async () => {
      await storage.addTask({ title: 'a' }, by);
      append({ event: 'task_updated', id: '1', field: 'title', from: 'a', to: 'b', ...common });
      appendFileSync(file('events.jsonl'), 'x'.repeat(300_000));
      await next();
      assert.equal((await storage.task('1')).title, 'b');
    });

    it('leaves alone what people have edited by hand since', async () => {
      await storage.addTask({ title: 'a', body: 'text\n' }, by);
      await storage.updateTask('1', { status: 'done' }, by);
      writeFileSync(file('tasks', '1.json'), JSON.stringify({ ...json('tasks', '1.json'), status: 'pending' }));
      writeFileSync(file('tasks', '1.md'), 'by hand\n');
      await next();
      assert.equal((await storage.task('1')).status, 'pending');
      await storage.writeDoc('task', '1', 'new\n', by);
      writeFileSync(file('tasks', '1.md'), 'by hand again\n');
      await next();
      assert.equal((await storage.doc('task', '1')).text, 'by hand again\n');
    });
  });

  describe('deletion', () => {
    it('takes the task and its document away, and undo brings both back as they were', async () => {
      await storage.addMilestone({ name: 'm' }, by);
      await storage.addTask({ title: 'a', milestone: '1', assignee: 'claude', body: 'first\n' }, by);
      await storage.updateTask('1-1', { status: 'in_progress' }, by);
      const before = await storage.task('1-1');
      writeFileSync(file('tasks', '1-1.md'), 'by hand\n');
      assert.deepEqual(await storage.deleteTask('1', { actor: 'codex' }), before);
      assert.deepEqual(readdirSync(file('tasks')), []);
      await refused(storage.task('1-1'), 'USAGE', /1-1/);
      const restored = await storage.undo(by);
      assert.deepEqual([restored?.event, restored?.id], ['task_created', '1-1']);
      const { updatedAt: _, ...now } = await storage.task('1-1');
      const { updatedAt: __, ...then } = before;
      assert.deepEqual(now, then);
      assert.equal((await storage.doc('task', '1-1')).text, 'by hand\n');
      assert.equal((await storage.undo(by))?.event, 'task_updated', 'the change before it');
    });

    it('of one task is undone by its id, whatever happened since', async () => {
      for (const title of ['a', 'b']) await storage.addTask({ title }, by);
      await storage.deleteTask('1', by);
      await storage.updateTask('2', { status: 'done' }, by);
      assert.equal((await storage.restoreTask('1', by)).title, 'a');
      await refused(storage.restoreTask('1', by), 'USAGE', /No task 1 was deleted/);
      await refused(storage.restoreTask('2', by), 'USAGE', /No task 2 was deleted/);
      assert.equal((await storage.addTask({ title: 'c' }, by)).id, '3');
      await assertReplayed(team.folder);
    });

    it('is not undone over a task that took its place', async () => {
      await storage.addTask({ title: 'a', id: 'own' }, by);
      await storage.deleteTask('own', by);
      await storage.addTask({ title: 'b', id: 'own' }, by);
      await refused(storage.restoreTask('own', by), 'REFUSED', /there is a task own again/);
    });
  });

  it('gets another name for its team, in the file and in the audit', async () => {
    assert.equal((await storage.renameTeam(' Greeters ', by)).name, 'Greeters');
    assert.equal(json('team.json').name, 'Greeters');
    assert.deepEqual(team.taskEvents().at(-1)?.event, 'team_renamed');
    await storage.renameTeam('Greeters', by);
    assert.equal(team.taskLines().length, 2);
    assert.equal(await storage.undo(by), undefined);
    await refused(storage.renameTeam(' ', by), 'USAGE', /name/);
  });

  describe('undo', () => {
    const undone = async (): Promise<TaskEvent | undefined> => storage.undo({ actor: 'claude' });

    it('goes back one change each time, is in the audit, and does not undo an undo', async () => {
      await storage.addMilestone({ name: 'm' }, by);
      await storage.addTask({ title: 'a', milestone: '1', body: 'first\n' }, by);
      await storage.writeDoc('task', '1', 'second\n', by);
      await storage.updateTask('1', { status: 'done' }, by);
      await undone();
      assert.equal((await storage.task('1')).status, 'pending');
      await undone();
      assert.equal((await storage.doc('task', '1')).text, 'first\n');
      const removed = await undone();
      assert.deepEqual([removed?.event, removed?.actor], ['task_removed', 'claude']);
      assert.deepEqual(readdirSync(file('tasks')), []);
      await undone();
      assert.deepEqual((await storage.milestones()).all, []);
      assert.equal(await undone(), undefined);
      assert.equal(team.taskLines().length, 9);
      await storage.addMilestone({ name: 'm' }, by);
      assert.equal((await storage.addTask({ title: 'a', milestone: '2' }, by)).id, '2-1');
      assert.equal((await storage.task('2-1')).number, 2, 'no number comes twice');
      await assertReplayed(team.folder);
    });

    it('removes a document that did not exist before', async () => {
      await storage.addMilestone({ name: 'a' }, by);
      await storage.writeDoc('milestone', '1', 'x\n', by);
      await undone();
      assert.ok(!existsSync(file('milestones', '1.md')));
      await assertReplayed(team.folder);
    });

    it('refuses to lose later edits by hand', async () => {
      await storage.addTask({ title: 'a', body: 'x\n' }, by);
      writeFileSync(file('tasks', '1.md'), 'by hand\n');
      await refused(undone(), 'REFUSED', /cannot be undone: the document of task 1 has been edited since/);
      await storage.writeDoc('task', '1', 'y\n', by);
      await undone();
      assert.equal((await storage.doc('task', '1')).text, 'by hand\n', 'it comes back as it was');
      await storage.updateTask('1', { status: 'done' }, by);
      const lines = team.taskLines().length;
      writeFileSync(file('tasks', '1.json'), JSON.stringify({ ...json('tasks', '1.json'), status: 'in_progress' }));
      await refused(undone(), 'REFUSED', /the status of task 1 has been changed since/);
      writeFileSync(file('tasks', '1.json'), '{');
      await refused(undone(), 'CONFIG_INVALID', /1\.json: is not JSON/);
      assert.equal(team.taskLines().length, lines);
    });
  });

  it('continue from the saved count, and count from the start when that is wrong', async () => {
    const padding = Array.from({ length: 800 }, (_, n) => ({
      ...{ event: 'task_created', id: String(n + 1), number: n + 1, title: 'x'.repeat(60), milestone: null },
      ...{ assignee: null, actor: 'human', ts: '2025-01-01T00:00:00.000Z' },
    }));
    appendFileSync(file('events.jsonl'), padding.map((event) => `${JSON.stringify(event)}\n`).join(''));
    const add = async () => Number((await storage.addTask({ title: 'a' }, by)).id);
    assert.equal(await add(), 801);
    assert.ok(json('counters.json').offset > 16 * 1024);
    assert.equal(await add(), 802);
    for (const note of ['{', '{"offset":5,"tasks":9000,"milestones":0,"inMilestone":[]}', '[]']) {
      writeFileSync(file('counters.json'), note);
      const id = await add();
      assert.ok(id > 802 && id < 900, `${id} after the note ${note}`);
    }
  });

  it('cost as much to change among 2,000 as among 10', async () => {
    const costs: { calls: number; read: number }[] = [];
    for (const count of [10, 2000]) {
      const other = newProject({ git: false, tasks: true });
      await other.makeTeam();
      writeTasks(other.folder, count);
      const [cost] = await once(fork(join(import.meta.dirname, '../fixtures/pmCost.ts'), [other.folder]), 'message');
      costs.push(cost);
      await other.dispose();
    }
    const [few, many] = costs;
    assert.ok(few && many && few.calls > 10 && few.read > 100, JSON.stringify(costs));
    assert.equal(many.calls, few.calls);
    // The last part of the audit is read, and the longer one has a whole such part.
    assert.ok(many.read < few.read + 4096, JSON.stringify(costs));
  });
});
