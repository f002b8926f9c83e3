// `party worktree` killed with -9 before each of its steps. The next one, whatever its name, clears away what was left.

import assert from 'node:assert/strict';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { type GitProject, gitProject } from '../support/gitProject.ts';
import { cliBundle, node20, Sandbox } from '../support/sandbox.ts';

describe('a party worktree that is killed before any of its steps', function () {
  this.timeout(900_000);
  let box: Sandbox;
  let project: GitProject;
  let worktrees: string;
  before(() => {
    box = new Sandbox();
    project = gitProject(box);
    worktrees = join(box.root, 'project-worktrees');
  });
  after(() => box.dispose());

  const make = (name: string, at: number) => {
    const killer = join(import.meta.dirname, 'fixtures/killedAt.cjs');
    const args = ['--require', killer, cliBundle, 'worktree', name, '--no-launch', '--agents', 'demo'];
    return box.run(node20, args, { cwd: project.directory, env: { KILL_AT: String(at) } });
  };
  const left = (name: string) => ({
    directory: existsSync(join(worktrees, name)),
    branch: project.git('branch', '--list', name).trim() !== '',
    registered: project.git('worktree', 'list', '--porcelain').includes(`refs/heads/${name}\n`),
  });
  const isGated = (name: string) =>
    ['.claude/review/gate.json', '.claude/settings.json'].every((file) => existsSync(join(worktrees, name, file)));

  it('leaves nothing after the next one, or all of it', async () => {
    let halfMade = 0;
    for (let step = 1; ; step++) {
      const name = `w${step}`;
      const { code, stderr } = await make(name, step);
      if (code === 0) break;
      const now = left(name);
      if (now.directory && !isGated(name)) halfMade++;
      const next = await make(`next${step}`, 0);
      assert.equal(next.code, 0, `after step ${step}: ${next.stderr} ${stderr}`);
      assert.ok(isGated(`next${step}`));
      const after = left(name);
      if (after.directory) assert.ok(isGated(name), `step ${step} left a worktree without its gate`);
      const whole = { directory: true, branch: true, registered: true };
      assert.deepEqual(after, after.directory ? whole : { directory: false, branch: false, registered: false }, name);
      assert.ok(step < 200, 'it never came to its end');
    }
    assert.ok(halfMade > 0, 'no kill left anything, so that the test has shown nothing');
    assert.ok(readdirSync(worktrees).length > 1);
  });
});
