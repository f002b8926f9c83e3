// Claudes as they show on the machine: a process with its arguments, and the file in which Claude keeps its state.

import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Status } from '../../../src/core/status/status.ts';
import { gatelessClaudes } from '../../../src/node/gates/gatelessClaudes.ts';
import { type PlanHooksFile, writePlanHooks } from '../../../src/node/gates/planHooks.ts';
import { partyPaths } from '../../../src/node/project/paths.ts';
import { refreshCurrent } from '../../../src/node/system/installation.ts';
import { processIdentity } from '../../../src/node/system/processIdentity.ts';
import { newProject, type Project } from '../../support/project.ts';
import { repository, Sandbox } from '../../support/sandbox.ts';

describe('a Claude without our hooks', function () {
  this.timeout(30_000);
  let box: Sandbox;
  let project: Project;
  let top: string;
  let running: ChildProcess[] = [];
  beforeEach(() => {
    box = new Sandbox();
    project = newProject({ box, git: true });
    top = project.top;
    project.write('.claude/review/gate.json', '{}');
  });
  afterEach(async () => {
    for (const child of running) child.kill('SIGKILL');
    running = [];
    await box.dispose();
  });

  const sessions = () => box.directory('home/.claude/sessions');
  /** A process that was started so, and says that it is a Claude. */
  async function claude(args: readonly string[] = [], cwd = top, env: Record<string, string> = {}): Promise<number> {
    const child = spawn(process.execPath, ['-e', 'process.stdin.resume()', '--', ...args], {
      ...{ stdio: ['pipe', 'ignore', 'ignore'], env: { ...process.env, ...env } },
    });
    running.push(child);
    await once(child, 'spawn');
    const pid = child.pid ?? 0;
    writeFileSync(join(sessions(), `${pid}.json`), JSON.stringify({ pid, sessionId: 's', cwd, status: 'idle' }));
    return pid;
  }
  const found = () => gatelessClaudes(box.env, top);
  const why = async () => (await found()).map((one) => one.why).join('\n');
  const plugin = join(repository, 'resources/claude');
  const settings = (file: string, value: object) => {
    mkdirSync(join(file, '..'), { recursive: true });
    writeFileSync(file, JSON.stringify(value));
  };
  const writeHooks = async (which: PlanHooksFile = 'settings', folder = top) => {
    const paths = partyPaths(box.env);
    await refreshCurrent(paths, repository);
    await writePlanHooks({ env: box.env, paths }, folder, which);
  };

  it('is named, with the way out', async () => {
    const pid = await claude();
    const [one, ...others] = await found();
    assert.deepEqual([one?.pid, one?.cwd, others.length], [pid, top, 0]);
    assert.match(one?.why ?? '', /started without Party.*party start.*party plan start --local/);
  });

  it('is not reported while the gate is off', async () => {
    await claude();
    rmSync(join(top, '.claude/review/gate.json'));
    assert.deepEqual(await found(), []);
  });

  it('is not one that is elsewhere, in another repository below, or gone', async () => {
    await claude([], box.directory('elsewhere'));
    await box.run('git', ['init', '--quiet', join(top, 'below')]);
    await claude([], join(top, 'below'));
    await claude([], join(top, 'removed'));
    await claude();
    const [ended] = running.splice(-1);
    const end = ended === undefined ? undefined : once(ended, 'exit');
    ended?.kill('SIGKILL');
    await end;
    writeFileSync(join(sessions(), '1.json'), '{"pid":');
    assert.deepEqual(await found(), []);
  });

  it('is not another program that got the number of one that was killed', async () => {
    const pid = await claude();
    const file = join(sessions(), `${pid}.json`);
    const start = processIdentity(pid)?.split(':').at(-1);
    writeFileSync(file, JSON.stringify({ pid, sessionId: 's', cwd: top, procStart: start }));
    assert.equal((await found()).length, 1);
    writeFileSync(file, JSON.stringify({ pid, sessionId: 's', cwd: top, procStart: '1' }));
    assert.equal((await found()).length, process.platform === 'linux' ? 0 : 1);
  });

  it('is not the one that Party started, whatever the user has switched off', async () => {
    settings(join(box.home, '.claude/settings.json'), { disableAllHooks: true });
    const own = join(plugin, 'settings.json');
    await claude(['--plugin-dir', plugin, '--settings', own, '--append-system-prompt', 'never use', '--bare']);
    assert.deepEqual(await found(), []);
  });

  it('is not one with the hooks in the settings of its folder', async () => {
    await writeHooks();
    await claude();
    await claude(['--setting-sources', 'user,project']);
    assert.deepEqual(await found(), []);
  });

  it('is one that reads other settings: it was started in a folder below', async () => {
    await writeHooks();
    await claude([], join(top, 'src'));
    assert.match(
      await why(),
      /started in src, where Claude does not read the settings with the hooks\. End it and start it in/,
    );
  });

  it('is not one in a folder below, which reads the local settings at the top, unless it leaves them out', async () => {
    await writeHooks('local');
    await claude([], join(top, 'src'));
    await claude(['--setting-sources', 'local'], join(top, 'src'));
    assert.deepEqual(await found(), []);
    const other = await claude(['--setting-sources', 'user,project'], join(top, 'src'));
    assert.deepEqual(
      (await found()).map(({ pid }) => pid),
      [other],
    );
  });

  it('is one in a folder below whose local settings at the top switch hooks off, and not when they switch them on', async () => {
    await writeHooks('local');
    const local = join(top, '.claude/settings.local.json');
    const hooks = JSON.parse(readFileSync(local, 'utf8'));
    await claude([], join(top, 'src'));
    settings(join(top, 'src/.claude/settings.local.json'), { disableAllHooks: true });
    assert.match(await why(), /src\/\.claude\/settings\.local\.json says "disableAllHooks": true/);
    settings(local, { ...hooks, disableAllHooks: false });
    assert.deepEqual(await found(), []);
    settings(join(top, 'src/.claude/settings.local.json'), { disableAllHooks: false });
    settings(local, { ...hooks, disableAllHooks: true });
    assert.match(await why(), /project\/\.claude\/settings\.local\.json says "disableAllHooks": true/);
  });

  describe('in a linked worktree', () => {
    let linked: string;
    beforeEach(() => {
      linked = join(box.root, 'linked');
      project.git('worktree', 'add', '--quiet', '-b', 'linked', linked);
      mkdirSync(join(linked, '.claude/review'), { recursive: true });
      mkdirSync(join(linked, 'below'));
      writeFileSync(join(linked, '.claude/review/gate.json'), '{}');
    });
    const there = async () => (await gatelessClaudes(box.env, linked)).map(({ cwd }) => cwd);

    for (const which of ['settings', 'local'] as const) {
      it(`is one in a folder below, with the hooks in the ${which} at its top`, async () => {
        await writeHooks(which, linked);
        await claude([], linked);
        assert.deepEqual(await there(), []);
        await claude([], join(linked, 'below'));
        assert.deepEqual(await there(), [join(linked, 'below')]);
      });
    }

    it('is not one while the local settings of the main checkout hold the hooks', async () => {
      await claude([], linked);
      await claude([], join(linked, 'below'));
      await writeHooks('settings');
      assert.equal((await there()).length, 2);
      await writeHooks('local');
      assert.deepEqual(await there(), []);
    });
  });

  for (const [title, args, expected] of [
    ['--bare', ['--bare'], /--bare, so it runs no hooks/],
    ['--safe-mode beside our plugin', ['--plugin-dir', plugin, '--safe-mode'], /--safe-mode/],
    ['the settings of the user alone', ['--setting-sources', 'user'], /without Party/],
    ['the same, said in one word', ['--setting-sources=user'], /without Party/],
    ['the local settings alone, which hold none', ['--setting-sources', 'user,local'], /without Party/],
    [
      'settings of its own that switch hooks off',
      ['--settings', '{"disableAllHooks": true}'],
      /--settings with JSON, which says "disableAllHooks": true/,
    ],
    [
      'the same beside our plugin',
      ['--plugin-dir', plugin, '--settings={}', '--settings={"disableAllHooks": true}'],
      /--settings with JSON/,
    ],
  ] as const) {
    it(`is one that was started with ${title}, hooks in the settings or not`, async () => {
      await writeHooks();
      await claude(args);
      assert.match(await why(), expected);
    });
  }

  if (process.platform === 'linux') {
    for (const name of ['CLAUDE_CODE_SIMPLE', 'CLAUDE_CODE_SAFE_MODE']) {
      it(`is one that was started with ${name}, but not when that says no`, async () => {
        await writeHooks();
        await claude([], top, { [name]: '0' });
        assert.deepEqual(await found(), []);
        await claude([], top, { [name]: '1' });
        assert.match(await why(), new RegExp(`${name}=1, so it runs no hooks`));
      });
    }
  }

  it('is one that was given a plugin which is not there', async () => {
    await claude(['--plugin-dir', join(box.root, 'gone/resources/claude'), '--settings', '/x.json']);
    assert.match(await why(), /without Party/);
  });

  it('is one whose hooks the user has switched off', async () => {
    await writeHooks();
    settings(join(box.home, '.claude/settings.json'), { disableAllHooks: true });
    await claude();
    assert.match(await why(), /"disableAllHooks": true\. Remove that/);
  });

  it('is not one whose local settings, or its own, switch hooks on again', async () => {
    await writeHooks();
    settings(join(box.home, '.claude/settings.json'), { disableAllHooks: true });
    await claude(['--settings', '{"disableAllHooks": false}']);
    assert.deepEqual(await found(), []);
    settings(join(top, '.claude/settings.local.json'), { disableAllHooks: false });
    await claude();
    assert.deepEqual(await found(), []);
    writeFileSync(join(top, '.claude/settings.local.json'), '\uFEFF{"disableAllHooks": true}');
    assert.match(await why(), /settings\.local\.json says "disableAllHooks": true/);
  });

  it('is said by party status and party plan status, and no longer when it has them', async () => {
    const pid = await claude();
    const status = () => box.partyJson<Status>(['status'], { cwd: join(top, 'src') });
    assert.deepEqual(
      (await status()).plan.gateless?.map((one) => one.pid),
      [pid],
    );
    const words = new RegExp(
      `gate on, this Claude has no hooks: +process ${pid} in ${top}: it was started without`,
      'i',
    );
    assert.match((await box.party(['status'], { cwd: top })).stdout, words);
    assert.match((await box.party(['plan', 'status'], { cwd: top })).stdout, words);
    await writeHooks();
    assert.equal((await status()).plan.gateless, undefined);
  });

  // Each check runs every hook, so it is done once in a test.
  it('is red in party gates check', async () => {
    const pid = await claude();
    const { code, stdout } = await box.party(['gates', 'check'], { cwd: top });
    assert.equal(code, 1);
    assert.match(stdout, new RegExp(`RED +Claude ${pid} +Gate on, this Claude has no hooks`));
  });

  it('is not in party gates check when it has them', async () => {
    await claude();
    await writeHooks();
    const { stdout } = await box.party(['gates', 'check'], { cwd: top });
    assert.match(stdout, /green +plan gate +on, and every Claude here has it/);
  });
});
