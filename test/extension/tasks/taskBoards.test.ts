// The boards of a window: one for each team, read again when it may have changed, and GitHub asked seldom.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Folder } from '../../../src/extension/app/snapshot.ts';
import { TaskBoards, type TaskSource, type TeamTasks } from '../../../src/extension/tasks/taskBoards.ts';
import { readTaskDoc, taskSource } from '../../../src/extension/tasks/taskSource.ts';
import { openFsStorage } from '../../../src/node/tasks/files/storage.ts';
import { makeTeam } from '../../../src/node/tasks/team.ts';
import { task, teamTasks } from './tasksSupport.ts';

const folderAt = (top: string): Folder => ({ name: top.slice(1), path: top, top });
const [one, two, three] = ['/one', '/two', '/three'].map(folderAt) as [Folder, Folder, Folder];

describe('the boards of a window', () => {
  let found: Map<string, TeamTasks | Error>;
  let reads: number;
  /** Who waits for GitHub, and what makes it answer. */
  let asked: { top: string; answer(...warnings: string[]): void }[];
  let now: number;
  let boards: TaskBoards;
  let changes: number;

  beforeEach(() => {
    found = new Map();
    asked = [];
    reads = 0;
    now = 1_000_000;
    changes = 0;
    const source: TaskSource = {
      async read({ top }) {
        reads++;
        const answer = found.get(top);
        if (answer instanceof Error) throw answer;
        return answer;
      },
      ask: ({ top }) => new Promise((resolve) => asked.push({ top, answer: (...warnings) => resolve(warnings) })),
    };
    boards = new TaskBoards(source, () => now);
    boards.onDidChange(() => changes++);
  });

  it('are one for each team, whichever folders belong to it', async () => {
    found.set('/one', teamTasks({}, 'a')).set('/two', teamTasks({}, 'b')).set('/three', teamTasks({}, 'a'));
    await boards.follow([one, two, three, folderAt('/none')], 'changed');
    assert.deepEqual(
      boards.boards.map(({ team, folder }) => [team.id, folder.top]),
      [
        ['a', '/one'],
        ['b', '/two'],
      ],
    );
    assert.deepEqual([boards.of(three)?.team.id, boards.of(folderAt('/none'))], ['a', undefined]);
  });

  it('are ready after the first look, and not before', async () => {
    let ready = false;
    const waiting = boards.ready().then(() => {
      ready = true;
    });
    // The view may become visible before it is known which folders there are.
    await boards.refresh('look');
    assert.deepEqual([ready, boards.all, changes], [false, undefined, 0]);
    await boards.follow([], 'look');
    await waiting;
    await boards.ready();
  });

  it('change only when a task has changed', async () => {
    found.set('/one', teamTasks({ tasks: [task('1')] }));
    await boards.follow([one], 'look');
    await boards.refresh('changed');
    assert.deepEqual([changes, boards.boards[0]?.revision], [1, 1]);
    found.set('/one', teamTasks({ tasks: [task('1', { status: 'done' })] }));
    await boards.refresh('changed');
    assert.deepEqual([changes, boards.boards[0]?.revision], [2, 2]);
    await boards.follow([], 'look');
    assert.deepEqual([changes, boards.boards], [3, []]);
  });

  it('keep the last known tasks when a reading fails, and say why', async () => {
    found.set('/one', teamTasks({ tasks: [task('1')] }));
    await boards.follow([one], 'look');
    found.set('/one', new Error('stale pointer'));
    await boards.refresh('changed');
    assert.deepEqual(boards.all?.problems, [{ folder: one, problem: 'stale pointer' }]);
    assert.equal(boards.boards[0]?.tasks.length, 1);
    found.set('/one', teamTasks());
    await boards.refresh('changed');
    assert.deepEqual([boards.all?.problems, boards.boards[0]?.tasks.length], [[], 0]);
  });

  it('of one folder are shown although another folder is broken', async () => {
    found.set('/one', new Error('broken')).set('/two', teamTasks({}, 'b'));
    await boards.follow([one, two], 'look');
    assert.deepEqual([boards.boards.length, boards.all?.problems.length], [1, 1]);
  });

  it('ask GitHub at first and after a minute, never because a file has changed', async () => {
    found.set('/one', teamTasks({ kind: 'github' }));
    await boards.follow([one], 'changed');
    assert.equal(asked.length, 0);
    await boards.refresh('look');
    assert.equal(asked.length, 1);
    asked[0]?.answer();
    await boards.refresh('look');
    now += 59_000;
    await boards.refresh('look');
    now += 1000;
    await boards.refresh('changed');
    assert.equal(asked.length, 1);
    await boards.refresh('look');
    assert.equal(asked.length, 2);
  });

  it('ask GitHub once for a team of two folders, and never for a team in files', async () => {
    found.set('/one', teamTasks({ kind: 'github' }, 'a')).set('/two', teamTasks({ kind: 'github' }, 'a'));
    found.set('/three', teamTasks({}, 'b'));
    await boards.follow([one, two, three], 'look');
    assert.deepEqual(
      asked.map(({ top }) => top),
      ['/one'],
    );
  });

  it('show the files until GitHub answers, and then its answer', async () => {
    found.set('/one', teamTasks({ kind: 'github', tasks: [task('1')] }));
    await boards.follow([one], 'look');
    assert.deepEqual([asked.length, boards.boards[0]?.tasks.length], [1, 1]);
    found.set('/one', teamTasks({ kind: 'github', tasks: [task('1'), task('2')] }));
    await boards.refresh('changed');
    assert.equal(boards.boards[0]?.tasks.length, 2);
    const [board] = boards.boards;
    assert.ok(board);
    const answer = boards.ask(board);
    assert.equal(asked.length, 1, 'it is being asked already');
    found.set('/one', teamTasks({ kind: 'github', tasks: [task('1'), task('2'), task('3')] }));
    asked[0]?.answer('odd');
    assert.deepEqual(await answer, ['odd']);
    assert.deepEqual([boards.boards[0]?.tasks.length, boards.boards[0]?.warnings], [3, ['odd']]);
  });

  it('keep a warning about GitHub until it is asked again', async () => {
    found.set('/one', teamTasks({ kind: 'github' }));
    await boards.follow([one], 'changed');
    const [board] = boards.boards;
    assert.ok(board);
    for (const odd of [['offline'], []]) {
      const answer = boards.ask(board);
      asked.at(-1)?.answer(...odd);
      await answer;
      await boards.refresh('changed');
      assert.deepEqual(boards.boards[0]?.warnings, odd);
    }
  });

  it('give each caller a reading that began after its request', async () => {
    found.set('/one', teamTasks());
    const first = boards.follow([one], 'look');
    found.set('/one', teamTasks({ tasks: [task('1')] }));
    await Promise.all([first, boards.refresh('changed'), boards.refresh('changed')]);
    assert.equal(boards.boards[0]?.tasks.length, 1);
    assert.equal(reads, 2);
  });
});

describe('the tasks of a real team', () => {
  let directory: string;
  let folder: Folder;
  let host: Parameters<typeof taskSource>[0];

  beforeEach(() => {
    directory = realpathSync(mkdtempSync(join(tmpdir(), 'party-tasks-')));
    const top = join(directory, 'project');
    mkdirSync(top);
    execFileSync('git', ['init', '--quiet', top]);
    folder = { name: 'project', path: top, top };
    // A stand-in, which says how often it was asked.
    mkdirSync(join(directory, 'resources/bin'), { recursive: true });
    host = { env: { PATH: process.env['PATH'], HOME: directory, OUT: join(directory, 'out') }, root: directory };
    script(`echo '{"changed":[],"warnings":[]}'`);
  });
  afterEach(() => rmSync(directory, { recursive: true, force: true }));

  function script(body: string): void {
    writeFileSync(join(directory, 'resources/bin/party'), `echo "$@" >>"$OUT"\n${body}\n`);
  }
  function calls(): number {
    const out = join(directory, 'out');
    return existsSync(out) ? readFileSync(out, 'utf8').trim().split('\n').length : 0;
  }

  it('are read, and a broken file hides none of the others', async () => {
    const { read } = taskSource(host);
    assert.equal(await read(folder), undefined);
    const made = await makeTeam(host, folder.path, { name: 'Team', actor: 'human' });
    const storage = openFsStorage(made.folder);
    const by = { actor: 'human' };
    await storage.addMilestone({ name: 'First' }, by);
    await storage.addTask({ title: 'One', milestone: '1', body: 'What to do\n' }, by);
    await storage.addTask({ title: 'Two' }, by);
    writeFileSync(join(made.folder, 'tasks/2.json'), '{');
    const found = await read(folder);
    assert.deepEqual(
      [found?.kind, found?.place, found?.top, found?.milestones.length, found?.tasks.map(({ id }) => id)],
      ['fs', made.folder, folder.top, 1, ['1-1']],
    );
    assert.match(found?.unreadable[0]?.file ?? '', /2\.json$/);
    assert.equal(found && (await readTaskDoc(found, 'task', '1-1')), 'What to do\n');
  });

  it('on GitHub are asked for by the program, and read from files', async () => {
    const made = await makeTeam(host, folder.path, { name: 'Team', actor: 'human', storage: 'github', repo: 'o/r' });
    const storage = openFsStorage(made.folder);
    await storage.addMilestone({ name: 'First', description: 'About it' }, { actor: 'human' });
    const { read, ask } = taskSource(host);
    const known = await read(folder);
    assert.deepEqual([known?.kind, known?.milestones.length, calls()], ['github', 1, 0]);
    assert.equal(known && (await readTaskDoc(known, 'milestone', '1')), 'About it');
    assert.deepEqual([await ask(folder), calls()], [[], 1]);
    script(`echo '{"error":{"code":"COMMAND_FAILED","message":"gh: offline"}}' >&2; exit 1`);
    assert.deepEqual(await ask(folder), ['gh: offline']);
    script(`echo '{"changed":[],"warnings":["gh was not found"]}'`);
    assert.deepEqual(await ask(folder), ['gh was not found']);
  });

  it('are a problem when the pointer is stale', async () => {
    const made = await makeTeam(host, folder.path, { name: 'Team', actor: 'human' });
    rmSync(made.folder, { recursive: true });
    await assert.rejects(taskSource(host).read(folder), /which is not in/);
  });
});
