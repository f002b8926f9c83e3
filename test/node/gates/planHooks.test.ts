// The plan hooks in the settings of real git projects: in, kept out of commits, and out again without a trace.

import assert from 'node:assert/strict';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { hookCommands } from '../../../src/core/gates/settingsText.ts';
import { keepOutOfCommits } from '../../../src/node/gates/localFiles.ts';
import { planHooksIn, removePlanHooks, writePlanHooks } from '../../../src/node/gates/planHooks.ts';
import { partyPaths } from '../../../src/node/project/paths.ts';
import { refreshCurrent } from '../../../src/node/system/installation.ts';
import { newProject, type Project } from '../../support/project.ts';
import { repository, Sandbox } from '../../support/sandbox.ts';

describe('the plan hooks in settings', function () {
  this.timeout(20_000);
  let box: Sandbox;
  let project: Project;
  let top: string;
  beforeEach(async () => {
    box = new Sandbox();
    project = newProject({ box, git: true });
    top = project.top;
    await refreshCurrent(partyPaths(box.env), repository);
  });
  afterEach(() => box.dispose());

  const place = () => ({ env: box.env, paths: partyPaths(box.env) });
  const write = (which: 'settings' | 'local' = 'settings') => writePlanHooks(place(), top, which);
  const remove = () => removePlanHooks(place(), top);
  const settings = () => join(top, '.claude/settings.json');
  const commands = (event: string) => hookCommands(JSON.parse(readFileSync(settings(), 'utf8')), event);
  const status = () => project.git('status', '--porcelain', '--untracked-files=all');
  const commit = () => {
    project.git('add', '.');
    project.git('commit', '--quiet', '--message', 'mine');
  };

  it('are the gate for every tool, the review, and the look for drift, by a path that outlives an update', async () => {
    assert.equal(await write(), settings());
    const hooks = join(box.partyHome, 'current/resources/claude/hooks');
    assert.ok(commands('PreToolUse')[0]?.startsWith(`/bin/sh "${hooks}/plan-gate.sh" || {`));
    assert.equal(JSON.parse(readFileSync(settings(), 'utf8')).hooks.PreToolUse[0].matcher, '*');
    assert.ok(commands('PostToolUse').some((command) => command.includes(`${hooks}/plan-review.sh`)));
    for (const event of ['PostToolUse', 'PostToolUseFailure']) {
      assert.ok(commands(event).some((command) => command.includes(`${hooks}/bash-drift.sh`)));
    }
    const others = Object.values(JSON.parse(readFileSync(settings(), 'utf8')).hooks).length;
    assert.equal(others, 3);
    assert.ok(await planHooksIn(top));
    assert.ok(!(await planHooksIn(join(top, 'src'))));
  });

  it('stay out of commits, and leave nothing behind', async () => {
    commit();
    await write();
    await write('local');
    assert.equal(status(), '');
    project.git('add', '--all');
    assert.equal(status(), '');
    assert.deepEqual(await remove(), [settings(), join(top, '.claude/settings.local.json')]);
    assert.equal(status(), '');
    assert.ok(!existsSync(join(top, '.claude')));
    assert.deepEqual(await remove(), []);
  });

  it('do not show as a change of a committed file, which is restored afterwards', async () => {
    const text = '{"model":"opus",\n   "hooks": { "PreToolUse": [] } }';
    project.write('.claude/settings.json', text);
    project.write('.claude/.gitignore', '/mine');
    commit();
    chmodSync(settings(), 0o640);
    await write();
    await write('local');
    assert.equal(status(), '');
    project.write('more.txt', 'more');
    project.git('add', '--all');
    project.git('commit', '--quiet', '--all', '--message', 'more');
    assert.equal(project.git('show', '--format=', '--name-only', 'HEAD'), 'more.txt\n');
    assert.equal(statSync(settings()).mode & 0o777, 0o640);
    await remove();
    assert.equal(readFileSync(settings(), 'utf8'), text);
    assert.equal(readFileSync(join(top, '.claude/.gitignore'), 'utf8'), '/mine');
    assert.equal(statSync(settings()).mode & 0o777, 0o640);
    assert.doesNotMatch(project.git('ls-files', '-v'), /^S/m);
    assert.deepEqual(readdirSync(join(top, '.claude')).sort(), ['.gitignore', 'settings.json']);
  });

  it("keep Party's other files out of commits after their removal", async () => {
    await write();
    await keepOutOfCommits(box.env, top, '.claude/codex-collab.state.json');
    await remove();
    project.write('.claude/codex-collab.state.json', '{}');
    assert.doesNotMatch(status(), /claude/);
  });

  it('do not hide later edits of a committed file for good', async () => {
    project.write('.claude/settings.json', '{"model":"opus"}');
    project.write('.claude/.gitignore', '/mine\n');
    commit();
    await write();
    await write('local');
    for (const [file, from, to] of [
      ['settings.json', 'opus', 'sonnet'],
      ['.gitignore', '# Party', '/ours\n# Party'],
    ] as const) {
      const path = join(top, '.claude', file);
      writeFileSync(path, readFileSync(path, 'utf8').replace(from, to));
    }
    await remove();
    assert.equal(status(), ' M .claude/.gitignore\n M .claude/settings.json\n');
    assert.equal(readFileSync(settings(), 'utf8'), '{"model":"sonnet"}');
    assert.equal(readFileSync(join(top, '.claude/.gitignore'), 'utf8'), '/ours\n/mine\n');
  });

  it('do not touch files that the user hides from git', async () => {
    project.write('.claude/settings.json', '{}');
    commit();
    project.write('.claude/settings.json', '{"model":"opus"}');
    project.git('update-index', '--skip-worktree', '.claude/settings.json');
    await remove();
    await write('local');
    await remove();
    assert.match(project.git('ls-files', '-v'), /^S \.claude\/settings\.json$/m);
  });

  it('do not change what git ignores in other worktrees', async () => {
    const before = project.git('rev-parse', '--git-path', 'info/exclude').trim();
    const text = readFileSync(join(top, before), 'utf8');
    await write();
    assert.equal(readFileSync(join(top, before), 'utf8'), text);
  });

  it('are written once, however often Party adds them, and replace those of an older Party', async () => {
    await write();
    const text = readFileSync(settings(), 'utf8');
    await write();
    assert.equal(readFileSync(settings(), 'utf8'), text);
    const old = text.replaceAll(join(box.partyHome, 'current'), '/gone/party-0.0.1').replaceAll('"*"', '"Bash"');
    writeFileSync(settings(), old);
    await write();
    assert.equal(readFileSync(settings(), 'utf8'), text);
  });

  it('deny when Party is gone, and say why', async () => {
    await write();
    const [command = ''] = commands('PreToolUse').map((one) => one.replaceAll(box.partyHome, '/gone'));
    const { code, stderr } = await box.run('sh', ['-c', command], { cwd: top });
    assert.equal(code, 2);
    assert.match(stderr, /Party is not installed any more/);
  });

  it('also work in a folder without git', async () => {
    top = mkdtempSync(join(box.root, 'plain-'));
    await write();
    assert.deepEqual(readdirSync(join(top, '.claude')), ['settings.json']);
    await remove();
    assert.deepEqual(readdirSync(top), []);
  });

  for (const [title, link] of [
    ['the folder', '.claude'],
    ['the file', '.claude/settings.json'],
  ] as const) {
    it(`do not follow a link that is ${title}`, async () => {
      const elsewhere = box.directory('elsewhere');
      if (link !== '.claude') mkdirSync(join(top, '.claude'));
      writeFileSync(join(elsewhere, 'settings.json'), '{}');
      symlinkSync(link === '.claude' ? elsewhere : join(elsewhere, 'settings.json'), join(top, link));
      await assert.rejects(write(), { code: 'STATE_UNSAFE', message: /is a link/ });
      await remove();
      assert.equal(readFileSync(join(elsewhere, 'settings.json'), 'utf8'), '{}');
      assert.deepEqual(readdirSync(elsewhere), ['settings.json']);
    });
  }

  it('do not touch a settings file that cannot be parsed', async () => {
    project.write('.claude/settings.json', '{ // mine\n}');
    await assert.rejects(write(), { code: 'CONFIG_INVALID', message: /settings\.json is not valid JSON/ });
    assert.deepEqual(await remove(), []);
    assert.equal(readFileSync(settings(), 'utf8'), '{ // mine\n}');
    assert.deepEqual(readdirSync(join(top, '.claude')), ['settings.json']);
  });

  it('are named when they cannot be removed, and the others are removed', async () => {
    await write();
    await write('local');
    writeFileSync(settings(), readFileSync(settings(), 'utf8').replace('{', '{ // mine\n'));
    const broken = readFileSync(settings(), 'utf8');
    await assert.rejects(remove(), { code: 'CONFIG_INVALID', message: /settings\.json is not valid JSON.*by hand/ });
    assert.equal(readFileSync(settings(), 'utf8'), broken);
    assert.ok(!existsSync(join(top, '.claude/settings.local.json')));
    // What is still there is not to be committed by accident.
    assert.equal(status(), ' M src/auth.ts\n');
  });

  it('are not put into a file that is not UTF-8', async () => {
    const bytes = Buffer.from('{"model":"caf\xe9"}', 'latin1');
    mkdirSync(join(top, '.claude'));
    writeFileSync(settings(), bytes);
    await assert.rejects(write(), { code: 'CONFIG_INVALID', message: /settings\.json is not UTF-8/ });
    assert.deepEqual(readFileSync(settings()), bytes);
  });

  it('are not written without Party', async () => {
    box.env['PARTY_HOME'] = join(box.root, 'nothing');
    await assert.rejects(write(), { code: 'COMMAND_FAILED', message: /Install Party again/ });
    assert.ok(!existsSync(join(top, '.claude')));
  });
});
