// Stops while collab is on and something fails: Codex, the hook, the budget, the state.

import assert from 'node:assert/strict';
import { existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isAlive } from '../../support/alive.ts';
import { finds, issue } from '../../support/parts/collab.ts';
import { node20, repository, until } from '../../support/sandbox.ts';
import { half, newStopsProject, type StopsProject, still } from './support/collabStops.ts';

describe('a Stop while collab is on, in trouble', function () {
  this.timeout(60_000);
  let at: StopsProject;
  beforeEach(() => {
    at = newStopsProject();
  });
  afterEach(() => at.dispose());

  describe('when Codex fails', () => {
    for (const [how, message] of [
      ['500', /high demand/],
      ['words', /not JSON|not a verdict/i],
      ['nothing', /without an answer/],
    ] as const) {
      it(`(${how}) lets Claude stop, says so, and counts nothing`, async () => {
        await at.implement();
        at.write('src/half.js', half(0));
        const before = at.state();
        const { block, said } = await at.stop({ STAND_IN: how, ...finds({}) });
        assert.equal(block, undefined);
        assert.match(said ?? '', /^Party: Codex has not reviewed this: /);
        assert.match(said ?? '', message);
        assert.match(said ?? '', /not a verdict/);
        assert.doesNotMatch(said ?? '', /flagged|changes requested/i);
        assert.deepEqual(at.where(), still(1));
        assert.equal(at.state()?.git_checkpoint, before?.git_checkpoint);
        assert.equal(at.reviews().length, 1);
        assert.equal(at.whats().at(-1), 'failed');
        // Nothing is lost: the next Stop has it all.
        assert.match((await at.stop(finds({}))).block ?? '', /flagged 1 issue in task 1 of 2/);
      });
    }

    it('(the design) stays where it was', async () => {
      await at.begin();
      assert.match((await at.stop({ STAND_IN: '500' })).said ?? '', /has not reviewed this/);
      assert.equal(at.state()?.phase, 'designing');
      assert.match((await at.stop()).block ?? '', /the design/);
    });

    it('(too slow) is ended after its time limit', async () => {
      await at.implement();
      at.write('src/half.js', half(0));
      const output = await at.collab(['review', '--timeout', '1s'], { STAND_IN: 'hang' });
      assert.equal(output.code, 4);
      assert.deepEqual(at.where(), still(1));
    });

    it('(missing) says so', async () => {
      await at.implement();
      at.write('src/half.js', half(0));
      rmSync(join(at.root, 'bin/codex'));
      for (const tool of ['sh', 'cat', 'git']) symlinkSync(`/usr/bin/${tool}`, join(at.root, 'bin', tool));
      const { block, said } = await at.stop({ PATH: join(at.root, 'bin') });
      assert.equal(block, undefined);
      assert.match(said ?? '', /Codex \(codex\) is not installed/);
    });

    it('(no Node) says so', async () => {
      await at.implement();
      const bin = at.box.directory('poor');
      for (const tool of ['sh', 'cat']) symlinkSync(`/bin/${tool}`, join(bin, tool));
      const { block, said } = await at.stop({ PATH: bin, PARTY_NODE: '/nowhere' });
      assert.equal(block, undefined);
      assert.match(said ?? '', /has not reviewed this/);
    });
  });

  it('is not held up when the skip flag is not a file', async () => {
    await at.implement();
    at.write('src/half.js', half(0));
    mkdirSync(join(at.top, '.claude/codex-collab.skip'));
    assert.match((await at.stop(finds({}))).block ?? '', /flagged 1 issue/);
  });

  it('whose hook is killed ends Codex, and the next Stop reviews everything', async () => {
    await at.implement();
    at.write('src/half.js', half(0));
    const hook = at.box.spawn(node20, [join(repository, 'dist/hook.cjs'), 'collab-stop'], {
      ...{ cwd: at.top, env: { STAND_IN: 'hang' } },
    });
    hook.stdin.end(JSON.stringify({ session_id: 's', cwd: at.top, hook_event_name: 'Stop' }));
    const asked = await until('Codex', () => at.calls().length === 2 && at.calls().at(-1));
    hook.kill('SIGKILL');
    await until('the end of Codex', () => !isAlive(asked.pid));
    await until('the state of before', () => at.state()?.phase === 'implementing');
    assert.match((await at.stop(finds({}))).block ?? '', /flagged 1 issue/);
  });

  it('after a review that was killed treats it as not begun', async () => {
    await at.implement();
    at.write('src/half.js', half(0));
    const stopped = at.box.spawn(node20, [join(repository, 'dist/cli.cjs'), 'collab', 'review'], {
      ...{ cwd: at.top, env: { STAND_IN: 'hang' } },
    });
    const asked = await until('Codex', () => at.calls().length === 2 && at.calls().at(-1));
    const ended = new Promise((resolve) => stopped.on('exit', resolve));
    stopped.kill('SIGKILL');
    await ended;
    process.kill(asked.pid, 'SIGKILL');
    assert.equal(at.state()?.phase, 'task_review');
    assert.match((await at.stop(finds({}))).block ?? '', /flagged 1 issue in task 1 of 2/);
    assert.deepEqual(at.where(), still(1, 1));
  });

  it('does not ask Codex when the budget is used up, and goes on when the human renews it', async () => {
    await at.implement();
    at.write('src/half.js', half(0));
    const config = join(at.box.home, '.tmux-team/config.json');
    at.box.directory('home/.tmux-team');
    writeFileSync(config, JSON.stringify({ budget: { rounds: 1 } }));
    const { block, said } = await at.stop();
    assert.equal(block, undefined);
    assert.match(said ?? '', /party budget renew/);
    assert.match((await at.collab(['status'])).stdout, /used up.*party budget renew/);
    const { budget } = JSON.parse((await at.collab(['status', '--json'])).stdout);
    assert.match(budget, /used up.*party budget renew/);
    assert.deepEqual(at.where(), still(1));
    assert.equal(at.calls().length, 1);
    assert.equal((await at.box.party(['budget', 'renew', '--reason', 'go on'], { cwd: at.top })).code, 0);
    assert.match((await at.stop(finds({}))).block ?? '', /flagged 1 issue/);
  });

  it('says once that its state was foreign or broken, and switches off', async () => {
    at.write('.claude/codex-collab.state.json', '{"phase":');
    const { block, said } = await at.stop();
    assert.equal(block, undefined);
    assert.match(said ?? '', /codex-collab\.state\.json.*kept as/);
    assert.deepEqual(await at.stop(), { block: undefined, said: undefined });
  });

  it('starts no Node where collab is off, or in a Claude outside a party', async () => {
    const started = join(at.root, 'started');
    const node = join(at.box.directory('tracing'), 'node');
    writeFileSync(node, `#!/bin/sh\ntouch '${started}'\n`, { mode: 0o755 });
    assert.deepEqual(await at.stopHook({ PARTY_NODE: node }), { code: 0, stdout: '', stderr: '' });
    await at.begin();
    const outside = await at.stopHook({ PARTY_NODE: node, PARTY_SESSION: '' });
    assert.deepEqual(outside, { code: 0, stdout: '', stderr: '' });
    assert.ok(!existsSync(started));
    await at.stopHook({ PARTY_NODE: node });
    assert.ok(existsSync(started));
  });

  it('ignores unexpected input', async () => {
    await at.implement();
    at.write('src/half.js', half(0));
    for (const input of [{ cwd: 7 }, { hook_event_name: null }]) {
      assert.deepEqual(await at.stop({}, input), { block: undefined, said: undefined });
    }
    assert.equal(at.calls().length, 1);
    assert.match(
      (await at.stop(finds(issue), { background_tasks: 'x', stop_hook_active: 'x' })).block ?? '',
      /1 issue/,
    );
  });
});
