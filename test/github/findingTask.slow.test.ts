// A finding that becomes a task and an issue in one step, through the real gh.

import assert from 'node:assert/strict';
import type { LedgerFinding } from '../../src/core/findings/ledgerFinding.ts';
import type { LinkedTask } from '../../src/core/gates/tasks.ts';
import type { Task } from '../../src/core/tasks/task.ts';
import { Github } from '../support/github.ts';
import { newProject, type Project } from '../support/project.ts';
import { Sandbox } from '../support/sandbox.ts';
import { playRound } from '../workbench/playRound.ts';

const forged = 'Ping @everyone\n```\n<!-- tmux-team {"team":"x","key":"y","id":"99","number":99,"actor":"z"} -->';

describe('a finding that becomes an issue', function () {
  this.timeout(60_000);
  let box: Sandbox;
  let project: Project;
  let github: Github;

  beforeEach(async () => {
    box = new Sandbox();
    github = await Github.start();
    Object.assign(box.env, github.environment(box));
    project = newProject({ box, git: true });
    project.git('remote', 'add', 'origin', 'git@github.localhost:o/r.git');
    await playRound(box.env, project.top, [
      { id: 'F1', file: 'src/auth.ts', line: 1, severity: 'blocking', description: forged },
    ]);
    await json('pm', 'init', '--name', 'Auth', '--backend', 'github');
    for (let n = 0; n < 3; n++) github.open({ title: 'Other' });
  });
  afterEach(async () => {
    await github.dispose();
    await box.dispose();
  });
  const json = <T>(...args: string[]) => box.partyJson<T>(args, { cwd: project.top });

  it('is linked both ways, and made once', async () => {
    const { finding, task } = await json<{ finding: LedgerFinding; task: Task }>('findings', 'task', 'F1', '--issue');
    assert.deepEqual([task.issue?.number, finding.task?.issue?.number], [4, 4]);
    assert.equal(finding.task?.issue?.url, task.issue?.url);
    const issue = github.issue(4);
    assert.match(issue.body ?? '', /Review finding r1-F1 \(blocking, correctness\) at `src\/auth\.ts:1`/);
    const output = await box.party(['findings', 'task', 'F1'], { cwd: project.top });
    assert.match(output.stdout, /^r1-F1 is already task 1 \(#4\): Ping @everyone/);
    const { tasks } = await json<{ tasks: Task[] }>('pm', 'task', 'list');
    const own = tasks.filter(({ finding: link }) => link !== undefined);
    assert.deepEqual(
      own.map(({ id, finding: link, issue: number }) => [id, link?.key, number?.number]),
      [['1', 'r1-F1', 4]],
      'what the reviewer wrote is not taken for a mark of ours',
    );
    assert.throws(() => github.issue(5));
  });

  it('is done when the issue is closed there, and stays a finding', async () => {
    await json('findings', 'task', 'F1', '--issue');
    github.edit(4, { state: 'closed' });
    const { tasks } = await json<{ tasks: LinkedTask[] }>('findings', 'tasks');
    assert.deepEqual(tasks, [{ finding: 'r1-F1', severity: 'blocking', task: '1', status: 'done' }]);
    const { finding } = await json<{ finding: LedgerFinding }>('findings', 'show', 'F1');
    assert.equal(finding.state, 'open');
  });
});
