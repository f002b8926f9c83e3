// `party pm` on GitHub, through the real gh: what people see, what programs get, and how it ends when GitHub disagrees.

import assert from 'node:assert/strict';
import type { Task } from '../../src/core/tasks/task.ts';
import { Github } from '../support/github.ts';
import { newProject, type ProjectWith } from '../support/project.ts';
import { cliBundle, node20, Sandbox, until } from '../support/sandbox.ts';

describe('party pm on GitHub', function () {
  this.timeout(60_000);
  let box: Sandbox;
  let at: ProjectWith<{ tasks: true }>;
  let github: Github;
  let env: Record<string, string>;
  beforeEach(async () => {
    box = new Sandbox();
    github = await Github.start();
    env = github.environment(box);
    at = newProject({ box, tasks: true });
    const made = await at.pm(['init', '--name', 'Sprint 1', '--backend', 'github', '--repo', 'o/r'], env);
    assert.equal(made.code, 0, made.stderr);
    assert.match(made.stdout, /its tasks are kept as issues of github\.localhost\/o\/r\n$/);
  });
  afterEach(async () => {
    await github.dispose();
    await box.dispose();
  });

  const said = async (...args: string[]) => {
    const output = await at.pm(args, env);
    assert.equal(output.code, 0, output.stderr);
    return output.stdout;
  };

  it('shows both numbers, and the actor', async () => {
    assert.equal(await said('m', 'add', 'MVP'), 'Milestone 1  pending  MVP\n');
    assert.equal(
      await said('t', 'add', 'Log in', '--milestone', '1', '--body', 'How'),
      'Task 1-1 (#1)  pending  Log in\n',
    );
    const claude = await at.pm(['t', 'update', '1-1', '--status', 'in-progress'], { ...env, CLAUDECODE: '1' });
    assert.equal(claude.stdout, 'Task 1-1 (#1)  in_progress  Log in\n');
    assert.equal(await said('t'), '1-1 (#1)  in_progress  Log in\n');
    assert.match(
      await said('t', 'show', '1'),
      /^Task 1-1 \(#1\): Log in\n[\s\S]*issue: .*\/o\/r\/issues\/1\n[\s\S]* {4}How\n$/,
    );
    assert.equal(await said('doc', '1-1'), 'How\n');
    assert.equal(await said('t', 'done', '1-1'), 'Task 1-1 (#1)  done  Log in\n');
    assert.match(await said('log'), /claude {2}task 1-1: status pending → in_progress\n/);
    assert.match(github.comments[0]?.body ?? '', /Actor: claude/);
    assert.match(await said('ls'), /github github\.localhost\/o\/r {2}Sprint 1\n$/);
  });

  it('exits with 5 when the issue was changed on GitHub, shows both sides, and overwrites with --force', async () => {
    await said('t', 'add', 'Log in');
    github.edit(1, { title: 'Log in by e-mail' });
    const refused = await at.pm(['t', 'update', '1', '--title', 'Sign in', '--json'], env);
    assert.equal(refused.code, 5, refused.stderr);
    assert.equal(refused.stdout, '');
    const { error } = JSON.parse(refused.stderr) as { error: { code: string; local: Task; remote: Task } };
    assert.deepEqual([error.code, error.local.title, error.remote.title], ['CONFLICT', 'Log in', 'Log in by e-mail']);
    assert.equal(github.issue(1).title, 'Log in by e-mail');
    const forced = await at.json<{ task: Task }>(['t', 'update', '1', '--title', 'Sign in', '--force'], env);
    assert.equal(forced.task.title, 'Sign in');
    assert.equal(github.issue(1).title, 'Sign in');
  });

  it('pulls changes from GitHub', async () => {
    await said('t', 'add', 'Log in');
    github.edit(1, { state: 'closed' });
    const { changed } = await at.json<{ changed: string[] }>(['sync', '--pull'], env);
    assert.equal(changed.length, 1);
    assert.equal(await said('sync', '--pull'), 'Nothing new\n');
    assert.equal(await said('t', 'list', '--status', 'done'), '1 (#1)  done  Log in\n');
  });

  it('follows changes on GitHub', async () => {
    await said('t', 'add', 'Log in');
    github.edit(1, { state: 'closed' });
    const child = box.spawn(node20, [cliBundle, 'pm', 'log', '--follow'], { cwd: at.top, env });
    let out = '';
    child.stdout.on('data', (data) => {
      out += data;
    });
    await until('what was done there', () => /task 1: status pending → done/.test(out));
    child.kill('SIGINT');
    await new Promise((done) => child.on('exit', done));
  });

  it('fails at once, and changes nothing, when GitHub cannot be reached', async () => {
    await said('t', 'add', 'Log in');
    await github.close();
    const output = await at.pm(['t', 'done', '1'], env);
    assert.equal(output.code, 1);
    assert.match(output.stderr, /\(COMMAND_FAILED\)/);
    await github.listen();
    assert.equal((await at.json<{ task: Task }>(['t', 'show', '1'], env)).task.status, 'pending');
  });

  it('shows the last known tasks, with a warning, when gh is missing', async () => {
    await said('t', 'add', 'Log in');
    const output = await at.pm(['t'], { PATH: box.directory('empty-path') });
    assert.equal(output.code, 0, output.stderr);
    assert.equal(output.stdout, '1 (#1)  pending  Log in\n');
    assert.match(output.stderr, /gh, GitHub's command line, was not found/);
  });
});
