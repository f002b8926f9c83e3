// `party gates try -- CMD`: what the shipped hooks would say to Claude about a command, which is not run.

import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { newProject, type Project } from '../../support/project.ts';
import { node20, Sandbox } from '../../support/sandbox.ts';

interface Tried {
  readonly command: string;
  readonly denied: boolean;
  readonly decisions: readonly { hook: string; decision: 'allow' | 'deny'; reason: string | null }[];
}

describe('party gates try', function () {
  this.timeout(60_000);
  let box: Sandbox;
  let project: Project;
  beforeEach(() => {
    box = new Sandbox();
    project = newProject({ box, git: true });
  });
  afterEach(() => box.dispose());

  const run = (...args: string[]) =>
    box.party(['gates', 'try', ...args], { cwd: project.top, env: { PARTY_NODE: node20 } });
  const tried = async (...command: string[]): Promise<Tried & { code: number | undefined }> => {
    const { code, stdout } = await run('--json', '--', ...command);
    return { code, ...(JSON.parse(stdout) as Tried) };
  };
  const of = ({ decisions }: Tried, hook: string) => decisions.find((one) => one.hook === hook);

  it('shows each decision and why, and does not run the command', async () => {
    const { code, stdout } = await run('--', 'touch trap && gh pr create');
    assert.equal(code, 1);
    assert.match(stdout, /^DENY {3}pr-gate {2,}Party: .*code-critic/m);
    assert.match(stdout, /^allow {2}codex-gate$/m);
    assert.match(stdout, /\nClaude could not run it here now\n$/);
    assert.ok(!existsSync(project.file('trap')));
  });

  it('allows a command that concerns no gate', async () => {
    const found = await tried('ls', '-l', 'a b');
    assert.deepEqual([found.code, found.denied, found.command], [0, false, "ls -l 'a b'"]);
    assert.deepEqual(found.decisions.map(({ hook }) => hook).sort(), [
      'codex-gate',
      'plan-gate',
      'pr-gate',
      'worktree-guard',
    ]);
  });

  it('asks the plan gate where one is on', async () => {
    assert.equal(of(await tried('touch', 'x'), 'plan-gate')?.decision, 'allow');
    await box.party(['plan', 'start'], { cwd: project.top });
    const found = await tried('touch', 'x');
    assert.equal(of(found, 'plan-gate')?.decision, 'deny');
    assert.match(of(found, 'plan-gate')?.reason ?? '', /touch/);
    assert.equal((await tried('git', 'status')).denied, false);
  });

  it('names a gate once that the plugin and the settings of the project both register', async () => {
    await box.party(['plan', 'start', '--local'], { cwd: project.top, env: { PARTY_NODE: node20 } });
    const found = await tried('touch', 'x');
    assert.equal(found.denied, true);
    assert.equal(found.decisions.filter(({ hook }) => hook === 'plan-gate').length, 1);
  });

  it('needs a command', async () => {
    assert.match((await run()).stderr, /needs a command/);
    assert.equal((await box.party(['gates', 'check', '--', 'ls'], { cwd: project.top })).code, 1);
  });
});
