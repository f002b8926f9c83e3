// `party worktree` killed with -9 before each of its steps. Whatever is checked out then is behind the gate, and the next
// `party worktree`, whatever its name, clears away what was left.

import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { newProject, type Project } from '../support/project.ts';
import { cliBundle, node20, Sandbox } from '../support/sandbox.ts';

describe('a party worktree that is killed before any of its steps', function () {
  this.timeout(900_000);
  let box: Sandbox;
  let project: Project;
  let worktrees: string;
  beforeEach(() => {
    box = new Sandbox();
    project = newProject({ box, git: true });
    worktrees = join(box.root, 'project-worktrees');
  });
  afterEach(() => box.dispose());

  const words = (name: string) => ['worktree', name, '--no-launch', '--agents', 'demo'];
  const makeUntil = (name: string, at: number) => {
    const killer = join(import.meta.dirname, 'fixtures/killedAt.cjs');
    const args = ['--require', killer, cliBundle, ...words(name)];
    return box.run(node20, args, { cwd: project.top, env: { KILL_AT: String(at) } });
  };
  const left = (name: string) => ({
    directory: existsSync(join(worktrees, name)),
    branch: project.git('branch', '--list', name).trim() !== '',
    registered: project.git('worktree', 'list', '--porcelain').includes(`refs/heads/${name}\n`),
  });
  const text = (name: string, file: string) => {
    const path = join(worktrees, name, file);
    return existsSync(path) ? readFileSync(path, 'utf8') : '';
  };
  const isGated = (name: string) =>
    text(name, '.claude/review/gate.json') !== '' && text(name, '.claude/settings.json').includes('PreToolUse');
  const hasProject = (name: string) => existsSync(join(worktrees, name, 'src'));

  for (const [title, settings] of [
    ['without settings', undefined],
    ['with settings of its own', '{"model":"opus"}\n'],
  ] as const) {
    it(`leaves no file without the gate, and the next one removes or finishes it: a project ${title}`, async () => {
      if (settings !== undefined) {
        project.write('.claude/settings.json', settings);
        project.git('add', '.claude');
        project.git('commit', '--quiet', '--message', 'settings');
      }
      const seen = { ungated: 0, gatedWithoutFiles: 0, gatedWithFiles: 0 };
      for (let step = 1; ; step++) {
        const name = `w${step}`;
        const { code, stderr } = await makeUntil(name, step);
        if (code === 0) break;
        if (hasProject(name)) assert.ok(isGated(name), `step ${step} left the project's files without the gate`);
        if (left(name).directory)
          seen[!isGated(name) ? 'ungated' : hasProject(name) ? 'gatedWithFiles' : 'gatedWithoutFiles']++;
        const next = await box.party(words(`next${step}`), { cwd: project.top });
        assert.equal(next.code, 0, `after step ${step}: ${next.stderr} ${stderr}`);
        assert.ok(isGated(`next${step}`));
        const after = left(name);
        if (after.directory) assert.ok(isGated(name) && hasProject(name), `step ${step} left half a worktree`);
        const whole = { directory: true, branch: true, registered: true };
        assert.deepEqual(after, after.directory ? whole : { directory: false, branch: false, registered: false }, name);
        assert.ok(step < 200, 'it never came to its end');
      }
      for (const [what, times] of Object.entries(seen))
        assert.ok(times > 0, `no kill left a worktree that was ${what}`);
      assert.ok(readdirSync(worktrees).length > 1);
      for (const name of readdirSync(worktrees))
        assert.match(text(name, '.claude/settings.json'), settings === undefined ? /./ : /"model":"opus"/);
    });
  }
});
