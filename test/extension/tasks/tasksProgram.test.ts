// The calls about tasks: which arguments reach the program, who it takes us for, and what becomes of its answers.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { tasksProgram as program } from '../../../src/extension/tasks/tasksProgram.ts';
import { ShippedProgram } from '../../support/shippedProgram.ts';

describe('the shipped program, about tasks', () => {
  let shipped: ShippedProgram;
  let root: string;
  const place = () => shipped;
  const script = (body: string) => shipped.script(body);
  const received = () => shipped.received();

  beforeEach(() => {
    shipped = new ShippedProgram({
      CLAUDECODE: '1',
      CODEX_THREAD_ID: 't',
      GEMINI_CLI: '1',
      OPENCODE: '1',
      CURSOR_AGENT: '1',
    });
    root = shipped.root;
  });
  afterEach(() => shipped.dispose());

  const title = '--json "$HOME"; `x`';
  const calls: [title: string, () => Promise<unknown>, args: string[], input?: string][] = [
    [
      'a team in files',
      () => program.createTeam(place(), root, { name: '-x', github: false }),
      ['pm', 'init', '--name=-x', '--json'],
    ],
    [
      'a team on GitHub',
      () => program.createTeam(place(), root, { name: 'n', github: true }),
      ['pm', 'init', '--name=n', '--backend=github', '--json'],
    ],
    ['a deletion', () => program.deleteTask(place(), root, '-x'), ['pm', 'task', 'delete', '--json', '--', '-x']],
    ['its undo', () => program.restoreTask(place(), root, '1-2'), ['pm', 'task', 'restore', '--json', '--', '1-2']],
    ['a new name', () => program.renameTeam(place(), root, title), ['pm', 'rename', '--json', '--', '-'], title],
    ['a task', () => program.addTask(place(), root, title), ['pm', 'task', 'add', '--json', '--', '-'], title],
    [
      'a task of a milestone',
      () => program.addTask(place(), root, 't', '1'),
      ['pm', 'task', 'add', '--milestone=1', '--json', '--', '-'],
      't',
    ],
    [
      'a milestone',
      () => program.addMilestone(place(), root, title),
      ['pm', 'milestone', 'add', '--json', '--', '-'],
      title,
    ],
    [
      'a new title',
      () => program.updateTask(place(), root, '1-2', { title }),
      ['pm', 'task', 'update', '--title=-', '--json', '--', '1-2'],
      title,
    ],
    [
      'no assignee and no milestone',
      () => program.updateTask(place(), root, '1', { assignee: null, milestone: null }),
      ['pm', 'task', 'update', '--assignee=none', '--milestone=none', '--json', '--', '1'],
    ],
    [
      'a status',
      () => program.updateTask(place(), root, '-1', { status: 'in_progress' }),
      ['pm', 'task', 'update', '--status=in_progress', '--json', '--', '-1'],
    ],
    ['that it is done', () => program.finishTask(place(), root, '1'), ['pm', 'task', 'done', '--json', '--', '1']],
    [
      'another milestone',
      () => program.updateMilestone(place(), root, '1', { name: 'n', status: 'done' }),
      ['pm', 'milestone', 'update', '--name=n', '--status=done', '--json', '--', '1'],
    ],
    ['a jump', () => program.jump(place(), root), ['pm', 'jump', '--json']],
    ['an undo', () => program.undo(place(), root), ['pm', 'undo', '--json']],
    ['a look at GitHub', () => program.pull(place(), root), ['pm', 'sync', '--pull', '--json']],
    [
      'a finding',
      () => program.makeFindingTask(place(), root, 'r1-F1', '2'),
      ['findings', 'task', '--milestone=2', '--json', '--', 'r1-F1'],
    ],
  ];
  const removed = JSON.stringify({ event: 'task_removed', id: '3', actor: 'human', ts: '2026-01-01T00:00:00.000Z' });
  for (const [name, call, args, input = ''] of calls) {
    it(`gets ${name}, by a human, in the folder that is meant`, async () => {
      script(`cat >"$OUT.in"; echo '{"task":{"id":"1"},"team":{"id":"t"},"created":true,"undone":${removed}}'`);
      await call();
      assert.deepEqual(received(), args);
      assert.equal(readFileSync(join(root, 'out.in'), 'utf8'), input);
      assert.equal(readFileSync(join(root, 'out.cwd'), 'utf8').trim(), root);
      assert.doesNotMatch(
        readFileSync(join(root, 'out.env'), 'utf8'),
        /^(CLAUDECODE|CODEX_THREAD_ID|GEMINI_CLI|OPENCODE|CURSOR_AGENT)=/m,
      );
    });
  }

  it('gets a document by stdin, whatever is in it', async () => {
    script(`cat >"$OUT.doc"; echo '{}'`);
    const text = `${'long '.repeat(50_000)}\n$(x)\n`;
    await program.writeDoc(place(), root, { of: 'task', id: '1', text });
    assert.deepEqual(received(), ['pm', 'task', 'doc', '--body-file=-', '--json', '--', '1']);
    assert.equal(readFileSync(join(root, 'out.doc'), 'utf8'), text);
  });

  it('reports warnings, and what an undo has done', async () => {
    script(`echo '{"warnings":["gh was not found"],"undone":${removed}}'`);
    assert.deepEqual(await program.createTeam(place(), root, { name: 'n', github: true }), ['gh was not found']);
    assert.deepEqual(await program.pull(place(), root), ['gh was not found']);
    assert.equal(await program.undo(place(), root), 'task 3 removed');
  });

  it('says why something was refused', async () => {
    script(`echo '{"error":{"code":"REFUSED","message":"codex may not do task.done"}}' >&2; exit 1`);
    await assert.rejects(program.finishTask(place(), root, '1'), { code: 'REFUSED', message: /may not/ });
  });
});
