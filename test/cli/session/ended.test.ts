// After a party has ended: what `party status` and `party start` say, and what a person in a terminal is asked.

import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Status } from '../../../src/core/status/status.ts';
import { cliBundle, eachInProject, node20, type Started, until } from '../../support/sandbox.ts';

describe('a party that has ended', function () {
  this.timeout(40_000);
  const at = eachInProject();
  const status = () => at.box.partyJson<Status>(['status'], { cwd: at.project });
  const stop = () => at.box.party(['stop'], { cwd: at.project });

  it('is in the status, with the time of its end, and only while none runs', async () => {
    assert.equal((await status()).ended, undefined);
    const { session } = await at.start('Fix the login');
    assert.equal((await status()).ended, undefined);
    const before = Date.now();
    await at.box.killServer();
    const { ended } = await status();
    const { at: when, ...rest } = ended ?? { at: '' };
    assert.ok(Math.abs(Date.parse(when) - before) < 60_000, when);
    const known = { id: session.id, title: 'Fix the login', restorable: true, unexpected: true };
    assert.deepEqual({ ...rest, conversations: [] }, { ...known, conversations: [] });
    const { stdout } = await at.box.party(['status'], { cwd: at.project });
    assert.match(stdout, /^Fix the login \(.*\) ended unexpectedly \d+s ago, .*\. Bring it back with: party restore$/m);
  });

  it('is in the status after a reboot and after a stop, where its end was expected', async () => {
    await at.start();
    await at.box.killServer();
    for (const name of readdirSync(at.box.stateRoot)) rmSync(join(at.box.stateRoot, name), { recursive: true });
    assert.equal((await status()).ended?.unexpected, true);
    await at.box.partyJson(['restore', '--detach'], { cwd: at.project });
    await stop();
    assert.equal((await status()).ended?.unexpected, false);
  });

  it('is named by a start without a terminal, which makes a new one', async () => {
    const first = await at.start();
    await at.box.killServer();
    const { code, stdout, stderr } = await at.box.party(['start', '--detach', '--agents', 'demo'], { cwd: at.project });
    assert.equal(code, 0, stderr);
    assert.match(stdout, /^Started party-/);
    assert.match(stderr, new RegExp(`ended unexpectedly .*To bring it back: party restore ${first.session.id}`));
    await at.box.killServer();
    const told = await at.box.party(['start', '--new', '--detach', '--agents', 'demo'], { cwd: at.project });
    assert.doesNotMatch(told.stderr, /party restore/);
  });

  it('is not named after a stop, nor when its start was killed', async () => {
    await at.start();
    await stop();
    const flag = join(at.box.root, 'made');
    const die = 'kill -KILL $PPID; exit 1';
    const env = at.box.wrapTmux(`[ -e ${flag} ] && { ${die}; }; case "$*" in *new-session*) touch ${flag};; esac`);
    const killed = await at.box.party(['start', '--detach', '--agents', 'demo'], { cwd: at.project, env });
    assert.equal(killed.code, undefined);
    rmSync(flag);
    const { stderr } = await at.box.party(['start', '--detach', '--agents', 'demo'], { cwd: at.project });
    assert.doesNotMatch(stderr, /party restore/);
  });

  it('is found and restored beside a record that cannot be read', async () => {
    const { session } = await at.start();
    await at.box.killServer();
    const projects = join(at.box.partyHome, 'projects');
    const [own = ''] = readdirSync(projects);
    for (const key of [own, 'another'])
      mkdirSync(join(projects, key, 'sessions/odd/session.json'), { recursive: true });
    assert.equal((await status()).ended?.id, session.id);
    const restored = await at.box.partyJson<Started>(['restore', session.id, '--detach'], { cwd: at.project });
    assert.equal(restored.session.id, session.id);
  });

  it('cannot be restored when its directory is gone', async () => {
    const sub = at.box.directory('project/sub');
    await at.box.partyJson(['start', '--detach', '--agents', 'demo'], { cwd: sub });
    await at.box.killServer();
    renameSync(sub, `${sub}-moved`);
    assert.equal((await status()).ended?.restorable, false);
  });

  describe('in the terminal of a person', () => {
    afterEach(() => outer('kill-server'));
    const outer = (...args: string[]) => at.box.run('tmux', ['-L', `${at.box.socket}-outer`, ...args]);
    const screen = async () => (await outer('capture-pane', '-p', '-J')).stdout;
    /** The outer tmux is the terminal; what the program left on it stays. */
    const inTerminal = async (...args: string[]) => {
      const size = ['-x', '150', '-y', '40', '-c', at.project];
      const command = ['env', '-u', 'TMUX', '-u', 'TMUX_PANE', node20, cliBundle, ...args];
      await outer('new-session', '-d', ...size, 'sleep', '600', ';', 'set-option', '-w', 'remain-on-exit', 'on');
      await outer('respawn-pane', '-k', ...command);
    };
    const asked = (what: RegExp) => until('the question', async () => what.test(await screen()));
    const answer = (...keys: string[]) => outer('send-keys', ...keys, 'Enter');

    for (const [keys, title, restored] of [
      [[], 'restores it on Enter', true],
      [['n'], 'starts a new one on n', false],
    ] as const) {
      it(`asks, and ${title}`, async () => {
        const { session } = await at.start('Fix the login');
        await at.box.killServer();
        await inTerminal('start', '--agents', 'demo', '--detach');
        await asked(/Fix the login .* ended unexpectedly .*\n.*Restore it\?/);
        assert.deepEqual(await at.box.sessions(), []);
        await answer(...keys);
        await until('a party', async () => (await at.box.sessions()).length === 1);
        assert.equal((await at.box.sessions())[0] === session.name, restored);
      });
    }

    it('asks before a stop that would end a program', async () => {
      const { panes } = await at.start();
      await at.box.tmux('send-keys', '-t', panes.shell, 'sleep 600', 'Enter');
      await until('the program', async () =>
        (await status()).agents.some(({ role, state }) => role === 'shell' && state === 'busy'),
      );
      await inTerminal('stop');
      await asked(/Still running: sleep\. Stop .*\?/);
      await answer('n');
      await until('the answer', async () => (await screen()).includes('Nothing was stopped'));
      assert.equal((await at.box.sessions()).length, 1);
      await inTerminal('stop', '--force');
      await until('the end', async () => (await at.box.sessions()).length === 0);
    });

    it('asks before a restart of a working agent', async () => {
      const command = ['sh', '-c', 'printf "\\033]2;Working | x\\007"; exec cat'];
      const agents = { claude: { command, adapter: 'generic' }, codex: { command: ['cat'], adapter: 'generic' } };
      writeFileSync(join(at.project, 'tmux-team.json'), JSON.stringify({ agents }));
      await at.box.partyJson(['start', '--detach'], { cwd: at.project });
      await until('work', async () => (await status()).agents.some(({ state }) => state === 'busy'));
      await inTerminal('restart', 'claude');
      await asked(/Claude is working\. Restart it all the same\?/);
      await answer('y');
      await until('the restart', async () => /Restarted Claude in /.test(await screen()));
    });
  });
});

describe('a party without an installed agent', function () {
  this.timeout(40_000);
  const at = eachInProject();
  const agents = async () => (await at.box.partyJson<Status>(['status'], { cwd: at.project })).agents;
  const shown = async (role: string) => (await at.box.party(['check', role], { cwd: at.project })).stdout;

  it('says in the terminal, in the status and in the panes what is missing, and offers the demo', async () => {
    const { code, stderr } = await at.box.party(['start', '--detach'], { cwd: at.project });
    assert.equal(code, 0, stderr);
    for (const [role, label, name] of [
      ['claude', 'Claude', '@anthropic-ai/claude-code'],
      ['codex', 'Codex', '@openai/codex'],
    ] as const) {
      const text = `${label} is not on the PATH. Install it with: npm install -g ${name}`;
      assert.ok(stderr.includes(text), stderr);
      assert.ok(stderr.includes(`party restart ${role}`), stderr);
      await until('the text in the pane', async () => (await shown(role)).replaceAll('\n', ' ').includes(text));
      await until('the state', async () => (await agents()).find((agent) => agent.role === role)?.missing === true);
    }
    assert.match(stderr, /demo agents: party start --new --agents demo/);
    const [agent] = await agents();
    assert.deepEqual([agent?.state, agent?.demo], ['absent', false]);
    const { stdout } = await at.box.party(['status'], { cwd: at.project });
    assert.match(stdout, /^Claude +not installed/m);
  });

  it('starts the agent by a restart once it is installed, and says until then what is missing', async () => {
    await at.box.partyJson<Started>(['start', '--detach'], { cwd: at.project });
    const failure = await at.failure(['restart', 'claude']);
    assert.deepEqual([failure.exit, failure.code], [1, 'AGENT_MISSING']);
    assert.match(failure.message, /Claude is not on the PATH/);
    const flags = '--plugin-dir --settings --permission-mode --append-system-prompt';
    const answers = `case $1 in --version) echo 9.9.9 ;; --help) echo ' ${flags}' ;; *) echo here; exec cat ;; esac`;
    const bin = at.box.directory('bin');
    writeFileSync(join(bin, 'claude'), `#!/bin/sh\n${answers}\n`, { mode: 0o755 });
    const env = { PATH: `${bin}:${at.box.env['PATH']}` };
    await at.box.partyJson(['restart', 'claude'], { cwd: at.project, env });
    await until('the agent', async () => (await shown('claude')).includes('here'));
    assert.equal((await agents()).find(({ role }) => role === 'claude')?.missing, undefined);
  });
});
