// Most tests call `party` in a process that runs one call after the other (test/support/warm). Here its answers are those
// of a process of its own, for each bundle.

import assert from 'node:assert/strict';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { newProject, type Project } from '../../support/project.ts';
import { node20, Sandbox } from '../../support/sandbox.ts';
import { callWarm } from '../../support/warm/warmNode.ts';

describe('party in a warm process', function () {
  this.timeout(60_000);
  let box: Sandbox;
  let project: Project;
  before(() => {
    box = new Sandbox();
    project = newProject({ box, git: true });
  });
  after(() => box.dispose());

  const calls: readonly (readonly string[])[] = [
    ...[
      ['--version'],
      ['--help'],
      ['nonsense'],
      ['help', 'start'],
      ['start', '--no-such-option'],
      ['restore', '--json'],
    ],
    ...[['status'], ['status', '--json'], ['sessions', '--json'], ['check', 'codex'], ['list'], ['gates', 'open']],
    ...[['talk', 'codex', 'hello', '--json'], ['message', 'list'], ['review', 'show', '--json'], ['tmux-codex']],
    ...[
      ['evidence', 'list'],
      ['budget', '--json'],
      ['collab', 'status'],
      ['plan', 'status'],
      ['pm', 'task', 'list'],
    ],
    ...[
      ['findings', 'list'],
      ['worktree', 'a b'],
      ['sweep', '--json'],
    ],
  ];
  for (const args of calls) {
    it(`answers the same: party ${args.join(' ')}`, async () => {
      const own = await box.partyProcess(args, { cwd: project.top });
      assert.deepEqual(await box.party(args, { cwd: project.top }), own);
    });
  }

  /** Runs a program of the test, warm. */
  const run = (text: string, env: Record<string, string> = {}, cwd = box.root) => {
    const file = join(box.root, 'program.cjs');
    writeFileSync(file, text);
    writeFileSync(join(box.root, 'in'), 'typed');
    return callWarm(node20, { file, args: ['a'], cwd, env, stdin: join(box.root, 'in'), timeoutMs: 10_000 });
  };

  it('begins each call without state of the call before', async () => {
    const leave = `setTimeout(() => console.log('late'), 1); setInterval(() => {}, 1); process.on('SIGTERM', () => {});
      process.exitCode = 3; globalThis.left = 1; process.chdir('/'); process.env.LEFT = '1'; module.exports.left = 1;
      process.exit();`;
    assert.deepEqual(await run(leave, { ONE: '1' }), { code: 3, stdout: '', stderr: '' });
    const see = `console.log(JSON.stringify([process.env, process.cwd(), process.argv.slice(2), process.exitCode,
      process.listenerCount('SIGTERM'), Object.keys(module.exports), require('fs').readFileSync(0, 'utf8')]))`;
    const cwd = join(box.root, 'elsewhere');
    mkdirSync(cwd);
    const { stdout } = await run(see, { TWO: '2' }, cwd);
    assert.deepEqual(JSON.parse(stdout), [{ TWO: '2' }, cwd, ['a'], null, 0, [], 'typed']);
    rmSync(cwd, { recursive: true });
  });

  it('ends a call when there is nothing more to do, with all it has printed', async () => {
    const text = `process.stdin.on('data', (data) => console.error(String(data)));
      setTimeout(() => { console.log('x'.repeat(200_000)); process.exitCode = 4; }, 5);`;
    assert.deepEqual(await run(text), { code: 4, stdout: `${'x'.repeat(200_000)}\n`, stderr: 'typed\n' });
  });

  it('ends as a process does when the program breaks or is killed', async () => {
    const broken = await run(`Promise.reject(new Error('broken'))`);
    assert.equal(broken.code, 1);
    assert.match(broken.stderr, /Error: broken/);
    const killed = await run(`console.log('before'); process.kill(process.pid, 'SIGKILL')`);
    assert.deepEqual([killed.code, killed.stdout], [undefined, 'before\n']);
    assert.equal((await run('process.exit(0)')).code, 0);
    // A gate exits when it has answered, and again at the end of its program. The process takes the next call all the same.
    const again = `console.log(process.pid); process.exit(0); Promise.resolve().then(() => process.exit(7))`;
    const [first, next] = [await run(again), await run(again)];
    assert.deepEqual([first.code, next], [0, first]);
  });
});
