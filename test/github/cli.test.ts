// `party pm` on GitHub, from a project whose remote says which repository it is.

import assert from 'node:assert/strict';
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { findProgram } from '../runner/environment.mjs';
import { Github } from '../support/github.ts';
import { newProject, type Project } from '../support/project.ts';
import { node20, repository, Sandbox } from '../support/sandbox.ts';

describe('party pm on GitHub', function () {
  this.timeout(60_000);
  let box: Sandbox;
  let project: Project;
  let github: Github;
  beforeEach(async () => {
    box = new Sandbox();
    github = await Github.start();
    Object.assign(box.env, github.environment(box));
    project = newProject({ box, git: true });
  });
  afterEach(async () => {
    await github.dispose();
    await box.dispose();
  });

  const pm = (...args: string[]) => box.party(['pm', ...args], { cwd: project.top });
  /** Through the script that users of tmux-team call. */
  const teamPm = (args: string[], env: Record<string, string> = {}) =>
    box.script([join(repository, 'resources/bin/tmux-team'), 'pm', ...args], {
      ...{ cwd: project.top, env: { PARTY_NODE: node20, ...env } },
    });
  const init = async () => {
    project.git('remote', 'add', 'origin', 'git@github.localhost:o/r.git');
    const made = await pm('init', '--name', 'Auth', '--backend', 'github');
    assert.equal(made.code, 0, made.stderr);
  };

  it('shows both numbers', async () => {
    await init();
    for (let n = 0; n < 42; n++) github.open({ title: 'Other' });
    await pm('m', 'add', 'MVP');
    await pm('t', 'add', 'One', '--milestone', '1');
    const added = await pm('t', 'add', 'Two; $(touch x) `y`', '--milestone', '1', '--body', '--help');
    assert.match(added.stdout, /^Task 1-2 \(#44\) /);
    assert.equal(github.issue(44).title, 'Two; $(touch x) `y`');
    assert.match((await pm('t', 'show', '1-2')).stdout, /^Task 1-2 \(#44\): /);
    assert.match((await pm('t', 'update', '2', '--status', 'in-progress')).stdout, /^Task 1-2 \(#44\) +in_progress/);
    assert.deepEqual(github.issue(44).labels, ['tmux-team:in_progress']);
    assert.match((await pm('t', 'done', '1-2', '--actor', 'codex')).stdout, /done/);
    assert.equal(github.issue(44).state, 'closed');
    assert.match(github.comments.at(-1)?.body ?? '', /Actor: codex/);
    assert.equal((await pm('t', 'doc', '1-2')).stdout, '--help\n');
  });

  it('exits with 5 on a conflict, shows both sides, and overwrites with --force', async () => {
    await init();
    await pm('t', 'add', 'Log in');
    github.edit(1, { title: 'Sign in' });
    const refused = await pm('t', 'update', '1', '--status', 'in_progress', '--json');
    assert.equal(refused.code, 5);
    assert.equal(refused.stdout, '');
    const { error } = JSON.parse(refused.stderr) as { error: Record<string, Record<string, unknown>> };
    assert.equal(error['code'], 'CONFLICT');
    assert.equal(error['local']?.['title'], 'Log in');
    assert.equal(error['remote']?.['title'], 'Sign in');
    assert.equal(error['issue']?.['number'], 1);
    assert.equal(github.comments.length, 0);
    const plain = await pm('t', 'done', '1');
    assert.equal(plain.code, 5);
    assert.match(plain.stderr, /Task 1 \(#1\) was changed on GitHub: title.*--force/);
    const forced = await teamPm(['t', 'update', '1', '--status', 'done', '--force']);
    assert.equal(forced.code, 0);
    assert.match(forced.stderr, /^Warning: Task 1 \(#1\) had been changed on GitHub: title stays as it is there\n$/);
    assert.deepEqual([github.issue(1).state, github.issue(1).title], ['closed', 'Sign in']);
  });

  it('overwrites changes on GitHub with --force, with a warning', async () => {
    await init();
    await pm('t', 'add', 'Log in');
    github.edit(1, { title: 'Sign in' });
    const args = ['task', 'update', '1', '--title', 'Log in here'];
    assert.equal((await teamPm(args)).code, 5);
    const forced = await teamPm([...args, '--force', '--json']);
    assert.equal(forced.code, 0);
    const { warnings } = JSON.parse(forced.stdout) as { warnings: string[] };
    assert.deepEqual(warnings, ['Warning: Task 1 (#1) had been changed on GitHub: --force has overwritten title']);
    assert.equal(github.issue(1).title, 'Log in here');
    await pm('m', 'add', 'MVP');
    Object.assign(github.milestones[0] ?? {}, { title: 'First' });
    const milestone = await teamPm(['milestone', 'update', '1', '--name', 'Second', '--force']);
    assert.match(milestone.stderr, /^Warning: Milestone 1 .*--force has overwritten name/);
  });

  it('reads changes from GitHub with sync --pull', async () => {
    await init();
    await pm('t', 'add', 'Log in');
    github.edit(1, { title: 'Sign in' });
    const pulled = await pm('sync', '--pull', '--json');
    assert.deepEqual((JSON.parse(pulled.stdout) as { changed: string[] }).changed, ['1']);
    assert.equal((await pm('t', 'done', '1')).code, 0);
  });

  it('uses another repository with --repo, also on another host', async () => {
    const made = await pm('init', '--name', 'Auth', '--backend', 'github', '--repo', 'ghe.example.com/team/code');
    assert.equal(made.code, 0, made.stderr);
    const added = await pm('t', 'add', 'One');
    assert.equal(added.code, 0, added.stderr);
    assert.ok(github.requests.length > 0);
    assert.ok(github.requests.every(({ host }) => host === 'ghe.example.com'));
  });

  it('accepts --repo for any command', async () => {
    await init();
    const listed = await teamPm(['task', 'list', '--repo', 'a/b']);
    assert.equal(listed.code, 0, listed.stderr);
    assert.deepEqual([...new Set(github.requests.map(({ repo }) => repo))], ['a/b']);
    await teamPm(['task', 'add', 'One']);
    const other = await teamPm(['task', 'list', '--repo', 'a/b']);
    assert.equal(other.code, 1);
    assert.match(other.stderr, /are issues of .*o\/r, not of .*a\/b/);
  });

  it('names a repository that does not exist', async () => {
    const made = await pm('init', '--name', 'Auth', '--backend', 'github');
    assert.equal(made.code, 1);
    assert.match(made.stderr, /no git remote.*--repo owner\/name/);
  });

  it('exits with 1 offline, with the message of gh', async () => {
    await init();
    await github.close();
    const listed = await pm('t', 'list', '--json');
    assert.equal(listed.code, 1);
    const { error } = JSON.parse(listed.stderr) as { error: { code: string; message: string } };
    assert.equal(error.code, 'COMMAND_FAILED');
    assert.match(error.message, /connect|no such file/);
  });

  const withoutGh = () => {
    const bin = box.directory('bin');
    for (const name of ['git', 'tmux', 'sh', 'dirname', 'readlink', 'cat', 'mkfifo', 'rm']) {
      symlinkSync(findProgram(name, box.env['PATH'] ?? '') ?? '', join(bin, name));
    }
    return { PATH: bin };
  };

  it('sends to GitHub what was changed while gh was missing', async () => {
    await init();
    await pm('t', 'add', 'Log in');
    const env = withoutGh();
    assert.equal((await teamPm(['task', 'update', '1', '--status', 'done', '--actor', 'codex'], env)).code, 0);
    assert.equal(github.issue(1).state, 'open');
    const listed = await teamPm(['task', 'list']);
    assert.match(listed.stdout, /^1 \(#1\) +done/);
    assert.match(listed.stderr, /Task 1 \(#1\): sent to GitHub what was changed without gh: status/);
    assert.equal(github.issue(1).state, 'closed');
    assert.match(github.comments.at(-1)?.body ?? '', /Actor: codex/);
    assert.equal((await teamPm(['task', 'list'])).stderr, '', 'once');
    const { events } = JSON.parse((await teamPm(['log', '--json'])).stdout) as { events: { actor: string }[] };
    assert.ok(events.every(({ actor }) => actor !== 'github'));
  });

  it('reports what was changed both without gh and on GitHub', async () => {
    await init();
    await pm('t', 'add', 'Log in');
    const env = withoutGh();
    await teamPm(['task', 'update', '1', '--status', 'done', '--title', 'Here'], env);
    github.edit(1, { title: 'There' });
    const listed = await teamPm(['task', 'list', '--json']);
    const { tasks, warnings } = JSON.parse(listed.stdout) as { tasks: Record<string, string>[]; warnings: string[] };
    assert.deepEqual([tasks[0]?.['title'], tasks[0]?.['status']], ['There', 'done']);
    assert.match(
      warnings.join('\n'),
      /without gh and on GitHub: title Here here, There on GitHub\. GitHub's value holds/,
    );
    assert.deepEqual([github.issue(1).title, github.issue(1).state], ['There', 'closed']);
  });

  it('shows the local files without gh, with a warning', async () => {
    await init();
    await pm('t', 'add', 'Log in');
    const listed = await box.party(['pm', 't', 'list'], { cwd: project.top, env: withoutGh() });
    assert.equal(listed.code, 0, listed.stderr);
    assert.match(listed.stdout, /^1 \(#1\) .*Log in/);
    assert.match(listed.stderr, /gh, GitHub's command line, was not found/);
  });
});
