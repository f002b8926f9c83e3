// After every Bash in a project whose plan is not approved: what has changed, as a question.

import assert from 'node:assert/strict';
import { chmodSync, mkdirSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { partyPaths, projectDirectory } from '../../../src/node/project/paths.ts';
import { goodPlan, note, verdict } from '../../support/parts/plan.ts';
import { newProject, type ProjectWith } from '../../support/project.ts';
import { Sandbox } from '../../support/sandbox.ts';

describe('bash-drift', function () {
  this.timeout(40_000);
  let box: Sandbox;
  let at: ProjectWith<{ plan: true }>;
  beforeEach(async () => {
    box = new Sandbox();
    at = newProject({ box, plan: true });
    at.write('.gitignore', 'ignored/\n');
    at.write('ignored/cache', '1\n');
    at.write('.claude/settings.json', '{}\n');
    assert.equal((await at.plan(['start'])).code, 0);
  });
  afterEach(() => box.dispose());

  it('is silent when nothing has changed, also after looking at everything', async () => {
    assert.deepEqual(await at.ranBash(), { decision: undefined, text: '', systemMessage: undefined });
    at.git('status');
    at.git('diff');
    await at.plan(['status']);
    assert.equal((await at.ranBash()).text, '');
  });

  const changes: Record<string, [act: () => void, said: RegExp]> = {
    'a tracked file': [() => at.write('src/auth.ts', 'export const login = 9;\n'), /- changed: src\/auth\.ts$/m],
    'an untracked file': [() => at.write('new/a/b.ts', '1\n'), /- created: new\/$/m],
    'an ignored file': [() => at.write('ignored/cache', '2\n'), /- changed: ignored\/cache$/m],
    'a file that is gone': [() => rmSync(at.file('src/auth.ts')), /- removed: src\/auth\.ts$/m],
    'an empty folder': [() => mkdirSync(at.file('empty')), /- created: empty\/$/m],
    'a mode': [() => chmodSync(at.file('src/auth.ts'), 0o755), /- changed: src\/auth\.ts$/m],
    'settings of Claude': [() => at.write('.claude/settings.json', '[]\n'), /- changed: \.claude\/settings\.json$/m],
    'the configuration of git': [() => at.git('config', 'x.y', 'z'), /\.git\/config/],
    'a hook of git': [() => at.write('.git/hooks/pre-commit', '#!/bin/sh\n'), /- created: \.git\/hooks\/pre-commit$/m],
    'a branch': [() => at.git('branch', 'side'), /- created: \.git\/refs\/heads\/side$/m],
    'a commit': [() => at.git('commit', '-qam', 'x'), /- changed: \.git\/refs\/heads\/topic$/m],
    'the current branch': [() => at.git('checkout', '-q', '--detach'), /- changed: \.git\/HEAD$/m],
    'a tag': [() => at.git('tag', 'v1'), /refs\/tags\/v1$/m],
    'a plan that no hook saw written': [() => at.write('docs/plan.md', goodPlan), /- created: docs\/$/m],
  };
  for (const [what, [act, said]] of Object.entries(changes)) {
    it(`asks about ${what}, once`, async () => {
      await at.ranBash();
      act();
      const { text, decision, systemMessage } = await at.ranBash();
      assert.equal(decision, undefined);
      assert.match(text, said);
      assert.match(text, /this command\b[\s\S]*\?[\s\S]*Do not undo it yourself/);
      assert.match(systemMessage ?? '', /Party: The plan is not approved/);
      assert.equal((await at.ranBash()).text, '');
    });
  }

  it('sees a change whose times were set back', async () => {
    const file = at.file('src/auth.ts');
    const { atime, mtime } = statSync(file);
    writeFileSync(file, 'export const login = 7;\n');
    utimesSync(file, atime, mtime);
    assert.match((await at.ranBash()).text, /src\/auth\.ts/);
  });

  it('knows the client’s own edits of the plan', async () => {
    await at.writePlan(goodPlan, verdict([note]));
    assert.equal((await at.ranBash()).text, '');
    await at.writePlan('# Goal\n');
    assert.equal((await at.ranBash({}, 'PostToolUseFailure')).text, '');
    at.write('docs/plan.md', goodPlan);
    assert.match((await at.ranBash()).text, /- changed: docs\/plan\.md$/m);
  });

  it('names the event that it was called for', async () => {
    at.write('x', '1\n');
    const call = { hook_event_name: 'PostToolUseFailure', tool_name: 'Bash', tool_input: { command: 'x' } };
    const { stdout } = await at.afterTool('bash-drift', call);
    assert.equal(JSON.parse(stdout).hookSpecificOutput.hookEventName, 'PostToolUseFailure');
  });

  it('asks nothing while the plan is approved, and asks again when it no longer is', async () => {
    await at.writePlan(goodPlan);
    at.write('src/auth.ts', 'export const login = 9;\n');
    assert.equal((await at.ranBash()).text, '');
    at.write('docs/plan.md', `${goodPlan}2\n`);
    assert.match((await at.ranBash()).text, /approval of the plan is withdrawn/);
    assert.equal((await at.ranBash()).text, '');
    at.write('src/auth.ts', 'export const login = 10;\n');
    assert.match((await at.ranBash()).text, /src\/auth\.ts/);
  });

  it('accepts what was built under an approval that another process withdrew, and checks the first command after it', async () => {
    await at.writePlan(goodPlan);
    at.write('src/auth.ts', 'export const login = 9;\n');
    at.write('docs/plan.md', `${goodPlan}2\n`);
    await at.hook('plan-gate', { hook_event_name: 'PreToolUse', tool_name: 'Read', tool_input: { file_path: 'x' } });
    assert.equal(at.read('.claude/review/approval.json'), undefined);
    at.write('src/new.ts', '1\n');
    const { text } = await at.ranBash();
    assert.match(text, /- created: src\/new\.ts$/m);
    assert.doesNotMatch(text, /auth/);
  });

  it('asks about changes made while approval.json was invalid', async () => {
    const hash = '0'.repeat(64);
    const forged = { is_optimal: true, plan_hash: hash, review_version: 1, approved_at: 'x', codex_thread_id: 'x' };
    writeFileSync(at.file('.claude/review/approval.json'), JSON.stringify(forged));
    at.write('src/auth.ts', 'export const login = 9;\n');
    assert.match((await at.ranBash()).text, /is not valid[\s\S]*- changed: src\/auth\.ts$/m);
  });

  it('names only as many files as a person would read, and no control characters', async () => {
    for (let n = 0; n < 30; n++) at.write(`many-${n}\u001b[31m`, '1\n');
    const { text } = await at.ranBash();
    assert.match(text, /and 10 more$/m);
    assert.ok(!text.includes('\u001b'));
  });

  it('looks at the git directory that a worktree shares', async () => {
    const tree = join(box.root, 'tree');
    at.git('worktree', 'add', '-q', tree, '-b', 'side');
    assert.equal((await box.party(['plan', 'start'], { cwd: tree })).code, 0);
    at.git('branch', 'another');
    const call = { cwd: tree, tool_name: 'Bash', tool_input: { command: 'x' } };
    const { stdout } = await at.afterTool('bash-drift', call, { CLAUDE_PROJECT_DIR: tree });
    assert.match(stdout, /refs\/heads\/another/);
  });

  it('keeps its records outside the project', async () => {
    await at.ranBash();
    assert.ok(readdirSync(join(projectDirectory(partyPaths(box.env), at.top), 'plan')).includes('tree'));
    assert.ok(!readdirSync(at.file('.claude/review')).includes('tree'));
    await at.plan(['stop']);
    assert.ok(!readdirSync(join(projectDirectory(partyPaths(box.env), at.top), 'plan')).includes('tree'));
  });
});
