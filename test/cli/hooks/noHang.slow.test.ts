// No gate waits for ever: neither for a caller that keeps its end of the pipe open, nor for a pipe where a file should be,
// nor for its own code.

import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { hookScript, newProject } from '../../support/project.ts';
import { node20, repository } from '../../support/sandbox.ts';
import { installation } from './support/everyGate.ts';
import { GatedProject } from './support/gatedProject.ts';
import { allowed, denied } from './support/hookedProject.ts';

describe('gates do not hang', () => {
  let at: GatedProject;
  beforeEach(() => {
    at = new GatedProject();
  });
  afterEach(() => at.dispose());

  interface Ended {
    readonly code: number | null;
    readonly stderr: string;
    readonly seconds: number;
  }

  /** Writes the input and keeps the pipe open, as long as the hook runs. */
  function keepsOpen(gate: string, input: string, cwd = at.top, shell = 'sh'): Promise<Ended> {
    const { child, ended } = start(hookScript(gate), cwd, shell);
    child.stdin.write(input);
    return ended;
  }

  function start(script: string, cwd = at.top, shell = 'sh') {
    const env = { ...at.env, PARTY_SESSION: 'party-app-1', PARTY_NODE: node20, CLAUDE_PROJECT_DIR: cwd };
    const began = Date.now();
    const child = spawn(shell, [script], { cwd, env, argv0: 'sh', stdio: ['pipe', 'ignore', 'pipe'] });
    child.stdin.on('error', () => {});
    let stderr = '';
    child.stderr.on('data', (chunk) => {
      stderr += chunk;
    });
    const ended = new Promise<Ended>((resolve) => {
      child.on('close', (code) => resolve({ code, stderr, seconds: (Date.now() - began) / 1000 }));
    });
    return { child, ended };
  }

  it('with a caller that never ends its input: they deny before the client gives up after 30 s', async () => {
    const outside = newProject({ box: at.box, name: 'outside', git: true }).top;
    const call = JSON.stringify(at.bash('ls'));
    const ended = await Promise.all([
      keepsOpen('pr-gate', call),
      keepsOpen('codex-gate', `${call}\n`),
      keepsOpen('pr-gate', ''),
      keepsOpen('plan-gate', call),
      keepsOpen('plan-gate', call, outside),
      // bash as sh, which many systems have, does not interrupt its read for a trap.
      keepsOpen('pr-gate', call, at.top, 'bash'),
      keepsOpen('codex-gate', '', at.top, 'bash'),
      keepsOpen('plan-gate', call, outside, 'bash'),
    ]);
    for (const { code, stderr, seconds } of ended) {
      assert.equal(code, 2, stderr);
      assert.match(stderr, /could not decide.*party gates check/s);
      assert.ok(seconds < 29, `${seconds} s`);
    }
  });

  it('with code that computes for ever: it is ended, and the gate denies', async function () {
    // The limit is in seconds of the processor, which other tests use too.
    this.timeout(120_000);
    const { child, ended } = start(join(installation(at.box, 'for (;;);'), 'pr-gate.sh'));
    child.stdin.end(JSON.stringify(at.bash('gh pr create')));
    const { code, stderr } = await ended;
    assert.equal(code, 2, stderr);
    assert.match(stderr, /could not decide \(dist\/hook\.cjs failed with \d+\)/);
  });

  it('and all of them have this limit', () => {
    const folder = join(repository, 'resources/claude/hooks');
    const scripts = readdirSync(folder).filter((name) => name.endsWith('.sh'));
    const gates = scripts.filter((name) => readFileSync(join(folder, name), 'utf8').includes('could not decide'));
    assert.deepEqual(gates, ['codex-gate.sh', 'plan-gate.sh', 'pr-gate.sh', 'state-gate.sh']);
    for (const name of gates) assert.match(readFileSync(join(folder, name), 'utf8'), /^ {2}ulimit -t \d+/m);
  });

  for (const file of ['docs/plan.md', '.claude/review/approval.json', '.claude/review/gate.json', 'tmux-team.json']) {
    it(`with a pipe in the place of ${file}`, async () => {
      rmSync(at.file(file), { force: true });
      execFileSync('mkfifo', [at.file(file)]);
      denied(await at.asks(at.writes(join(at.top, 'src/x.ts'))));
      allowed(await at.asks(at.bash('ls')));
    });
  }

  it('with a pipe that the configuration of git includes: the gate denies, and its git ends with it', async () => {
    const pipe = at.file('pipe');
    execFileSync('mkfifo', [pipe]);
    writeFileSync(at.file('.git/config'), `[include]\n\tpath = ${pipe}\n`);
    const answer = await at.asks(at.bash('git status'));
    assert.ok(answer.code === 2 || denied(answer) !== '');
    const left = execFileSync('ps', ['-eo', 'args'], { encoding: 'utf8' });
    assert.doesNotMatch(left, new RegExp(`git .*${at.top}`));
  });

  it('and so does a git that a bundle of the gate has started', async () => {
    const pipe = at.file('pipe');
    execFileSync('mkfifo', [pipe]);
    writeFileSync(at.file('.git/config'), `[include]\n\tpath = ${pipe}\n`);
    const { child, ended } = start(hookScript('pr-gate'));
    child.stdin.end(JSON.stringify(at.bash('gh pr create')));
    const { code, stderr, seconds } = await ended;
    assert.equal(code, 2, stderr);
    assert.ok(seconds < 29, `${seconds} s`);
    const left = execFileSync('ps', ['-eo', 'args'], { encoding: 'utf8' });
    assert.doesNotMatch(left, new RegExp(`git .*${at.top}`));
  });
});
