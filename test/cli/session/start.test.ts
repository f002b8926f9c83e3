// `party start`, with a real tmux on a private socket.

import assert from 'node:assert/strict';
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import type { Status } from '../../../src/core/status/status.ts';
import { eachInProject, type Started, until } from '../../support/sandbox.ts';

describe('party start', function () {
  this.timeout(30_000);
  const at = eachInProject();

  it('makes panes codex 0, claude 1, shell 2 with roles, labels and a private state directory', async () => {
    const { session, created, panes } = await at.start('Fix the login');
    assert.ok(created);
    assert.match(session.id, /^fix-the-login-[a-z0-9]{5}$/);
    assert.equal(session.name, `party-${session.id}`);
    const format = '#{window_name} #{pane_index} #{pane_id} #{@party_role}';
    const listed = (await at.box.tmux('list-panes', '-s', '-t', `=${session.name}:`, '-F', format)).stdout;
    assert.equal(listed, `work 0 ${panes.codex} codex\nwork 1 ${panes.claude} claude\nwork 2 ${panes.shell} shell\n`);
    const directory = join(at.box.stateRoot, session.name);
    assert.equal(lstatSync(directory).mode & 0o777, 0o700);
    assert.equal(readFileSync(join(directory, 'session-name'), 'utf8').trim(), session.name);
    for (const part of ['messages/to-codex', 'messages/to-claude', 'codex'])
      assert.ok(existsSync(join(directory, part)));
    const border = await at.box.tmux('display-message', '-p', '-t', panes.codex, '#{T:pane-border-format}');
    assert.match(border.stdout, /codex · demo/);
  });

  it('finds the running party the second time, also from a subdirectory', async () => {
    const first = await at.start();
    mkdirSync(join(at.project, 'src'));
    const second = await at.box.partyJson<Started>(['start', '--detach'], { cwd: join(at.project, 'src') });
    assert.equal(second.created, false);
    assert.equal(second.session.name, first.session.name);
  });

  it('says that a running party keeps its agents, and how to get demo agents all the same', async () => {
    await at.box.partyJson(['start', '--detach'], { cwd: at.project });
    const { stdout, stderr } = await at.box.party(['start', '--detach', '--agents', 'demo'], { cwd: at.project });
    assert.match(stdout, /^Already running/);
    assert.match(stderr, /Its agents stay as they are.*start --new --agents demo/);
  });

  it('makes one party when six starts run at once, and another with --new', async () => {
    const started = await Promise.all(Array.from({ length: 6 }, () => at.start()));
    assert.equal(new Set(started.map(({ session }) => session.name)).size, 1);
    assert.equal(started.filter(({ created }) => created).length, 1);
    assert.equal((await at.box.sessions()).length, 1);
    await at.start('--new');
    assert.equal((await at.box.sessions()).length, 2);
  });

  it('makes six parties when six starts with --new run at once', async () => {
    const started = await Promise.all(Array.from({ length: 6 }, () => at.start('same title', '--new')));
    assert.equal(new Set(started.map(({ session }) => session.name)).size, 6);
    assert.equal(readdirSync(at.box.stateRoot).length, 6);
  });

  it('keeps two projects apart', async () => {
    const other = at.box.project('other');
    const here = await at.start();
    const there = await at.box.partyJson<Started>(['start', '--detach', '--agents', 'demo'], { cwd: other });
    assert.notEqual(here.session.name, there.session.name);
    const status = await at.box.partyJson<Status>(['status'], { cwd: other });
    assert.equal(status.session?.name, there.session.name);
    await at.box.party(['stop'], { cwd: other });
    assert.deepEqual(await at.box.sessions(), [here.session.name]);
  });

  it('works with base-index 1 and pane-base-index 1 (T16)', async () => {
    writeFileSync(join(at.box.home, '.tmux.conf'), 'set -g base-index 1\nset -g pane-base-index 1\n');
    await at.start();
    const status = await at.box.partyJson<Status>(['status'], { cwd: at.project });
    assert.deepEqual(
      status.agents.map((agent) => agent.state === 'absent'),
      [false, false, false],
    );
    const index = await at.box.tmux('list-panes', '-a', '-F', '#{window_index}.#{pane_index} #{@party_role}');
    assert.match(index.stdout, /^1\.1 codex\n1\.2 claude\n1\.3 shell\n$/);
  });

  it('starts on a tmux server that runs without a session', async () => {
    await at.box.tmux('start-server', ';', 'set-option', '-s', 'exit-empty', 'off');
    assert.match((await at.box.tmux('list-panes', '-a')).stderr, /no current target/);
    const { session } = await at.start();
    assert.deepEqual(await at.box.sessions(), [session.name]);
  });

  it('runs nothing that stands in a title, a directory name or a window title (T15)', async () => {
    const trap = join(at.box.root, 'trapped');
    const cwd = at.box.directory(`a#(touch ${trap.replaceAll('/', '\u2215')})#{pid};`);
    const evil = at.box.directory('p #(touch x) b;');
    mkdirSync(join(evil, '.git'));
    for (const directory of [cwd, evil]) {
      const { session } = await at.box.partyJson<Started>(
        ['start', `#(touch ${trap}) $(touch ${trap}) ;`, '--detach', '--agents', 'demo', '--cwd', directory],
        { cwd: directory },
      );
      assert.equal(session.cwd, directory);
      await at.box.tmux('display-message', '-p', '-t', `=${session.name}:`, '#{T:pane-border-format}');
      const shell = (
        await at.box.tmux('list-panes', '-s', '-t', `=${session.name}:`, '-F', '#{@party_role} #{pane_current_path}')
      ).stdout;
      assert.ok(shell.includes(`shell ${directory}\n`), shell);
      assert.match((await at.box.party(['sessions'])).stdout, /#\(touch/);
    }
    assert.ok(!existsSync(trap) && !existsSync(join(evil, 'x')) && !existsSync(join(at.box.root, 'x')));
  });

  it("sets the party's variables in every pane, also in one that the user opens later", async () => {
    const { session } = await at.start();
    const seen = join(at.box.root, 'seen');
    await at.box.tmux('split-window', '-t', `=${session.name}:`, `env > ${seen}.part; mv ${seen}.part ${seen}`);
    const env = await until('the new pane', () => existsSync(seen) && readFileSync(seen, 'utf8'));
    assert.ok(env.includes(`PARTY_SESSION=${session.name}\n`));
    assert.ok(env.includes(`PARTY_HOME=${at.box.partyHome}\n`));
  });

  it('refuses a configuration that it does not understand and starts nothing', async () => {
    writeFileSync(join(at.project, 'tmux-team.json'), '{"agents":{"claude":{"command":"claude"}}}');
    const error = await at.failure(['start', '--detach']);
    assert.equal(error.exit, 1);
    assert.match(error.message, /tmux-team\.json: agents\.claude\.command: expected a list of words/);
    assert.deepEqual(readdirSync(at.box.stateRoot), []);
    assert.deepEqual(await at.box.sessions(), []);
  });

  it('refuses a command that does not exist and starts nothing', async () => {
    writeFileSync(join(at.project, 'tmux-team.json'), '{"agents":{"claude":{"command":["no-such-agent"]}}}');
    const error = await at.failure(['start', '--detach']);
    assert.deepEqual([error.exit, error.code], [1, 'AGENT_MISSING']);
    assert.match(error.message, /no-such-agent/);
    assert.deepEqual(readdirSync(at.box.stateRoot), []);
  });

  for (const [role, agent] of [
    ['claude', { command: ['codex'], adapter: 'codex' }],
    ['codex', { command: ['claude'] }],
  ] as const) {
    it(`refuses ${JSON.stringify(agent)} in the role ${role}, and starts and restores nothing`, async () => {
      const bin = at.box.directory('bin');
      // Each would run, and says that it was asked; a refusal asks neither.
      const flags =
        '--plugin-dir --settings --permission-mode --append-system-prompt --config --ask-for-approval --sandbox';
      for (const name of ['claude', 'codex']) {
        const answers = `case $1 in --version) echo 9.9.9 ;; --help) echo ' ${flags}' ;; *) exec cat ;; esac`;
        writeFileSync(join(bin, name), `#!/bin/sh\ntouch ${at.box.root}/asked-${name}\n${answers}\n`, { mode: 0o755 });
      }
      const env = { PATH: `${bin}:${at.box.env['PATH']}` };
      const configure = (agents: object) =>
        writeFileSync(join(at.project, 'tmux-team.json'), JSON.stringify({ agents }));
      const refused = new RegExp(`^agents\\.${role}\\.\\w+ makes \\w+ play the role ${role}\\..*Remove agents`);
      const cat = { command: ['cat'], adapter: 'generic' };
      configure({ claude: cat, codex: cat, [role]: agent });
      const start = await at.failure(['start', '--detach'], { env });
      assert.deepEqual({ exit: start.exit, code: start.code }, { exit: 1, code: 'CONFIG_INVALID' });
      assert.match(start.message, refused);
      assert.deepEqual(readdirSync(at.box.stateRoot), []);
      assert.equal(existsSync(at.box.partyHome), false);

      configure({ claude: cat, codex: cat });
      await at.box.partyJson(['start', '--detach'], { cwd: at.project, env });
      await at.box.party(['stop'], { cwd: at.project });
      configure({ claude: cat, codex: cat, [role]: agent });
      const restore = await at.failure(['restore', '--detach'], { env });
      assert.deepEqual({ exit: restore.exit, code: restore.code }, { exit: 1, code: 'CONFIG_INVALID' });
      assert.match(restore.message, refused);
      assert.deepEqual(await at.box.sessions(), []);
      assert.deepEqual(
        readdirSync(at.box.root).filter((name) => name.startsWith('asked-')),
        [],
      );
    });
  }

  it('gives an agent the persona that the configuration names, and otherwise none', async () => {
    const bin = at.box.directory('bin');
    const flags = '--plugin-dir --settings --permission-mode --append-system-prompt';
    const answers = `case $1 in --version) echo 9.9.9 ;; --help) echo ' ${flags}' ;; *) printf '%s' "$*" > ${at.box.root}/argv; exec cat ;; esac`;
    writeFileSync(join(bin, 'claude'), `#!/bin/sh\n${answers}\n`, { mode: 0o755 });
    const env = { PATH: `${bin}:${at.box.env['PATH']}` };
    const codex = { command: ['cat'], adapter: 'generic' };
    const told = async (claude: object) => {
      writeFileSync(join(at.project, 'tmux-team.json'), JSON.stringify({ agents: { claude, codex } }));
      rmSync(join(at.box.root, 'argv'), { force: true });
      await at.box.partyJson(['start', '--detach', '--new'], { cwd: at.project, env });
      return until('the launch', () => existsSync(join(at.box.root, 'argv')) && readArgv());
    };
    const readArgv = () => readFileSync(join(at.box.root, 'argv'), 'utf8');
    assert.match(await told({ persona: 'paladin' }), /## Decision matrix[\s\S]*Your persona is the Paladin/);
    assert.doesNotMatch(await told({}), /persona/);
  });

  it('runs the command that the configuration names, without a shell', async () => {
    const arguments_ = ['-c', 'printf "[%s]" "$@"; exec cat', 'x', 'a b', '$HOME', ';', 'end;', "'"];
    writeFileSync(
      join(at.project, 'tmux-team.json'),
      JSON.stringify({ agents: { claude: { command: ['sh', ...arguments_] } } }),
    );
    await at.box.party(['start', '--detach', '--json'], { cwd: at.project });
    const text = await until('the agent', async () => {
      const output = (await at.box.party(['check', 'claude'], { cwd: at.project })).stdout;
      return output.includes("[']") && output;
    });
    assert.equal(text.trim(), "[a b][$HOME][;][end;][']");
  });

  for (const [title, prepare] of [
    ['is owned by another user', (root: string) => at.box.run('chown', ['12345', root])],
    ['can be written by every user', async (root: string) => chmodSync(root, 0o777)],
    ['does not exist', async (root: string) => renameSync(root, `${root}-gone`)],
  ] as const) {
    it(`refuses a state root that ${title}`, async () => {
      await prepare(at.box.stateRoot);
      const error = await at.failure(['start', '--detach', '--agents', 'demo']);
      assert.deepEqual([error.exit, error.code], [1, 'STATE_UNSAFE']);
      assert.deepEqual(await at.box.sessions(), []);
    });
  }

  it('says which tmux it needs when it is too old, and how to install one when it is missing', async () => {
    const bin = at.box.directory('bin');
    writeFileSync(join(bin, 'tmux'), '#!/bin/sh\necho tmux 2.9a\n', { mode: 0o755 });
    const old = await at.failure(['start', '--detach'], { env: { PATH: `${bin}:${at.box.env['PATH']}` } });
    assert.deepEqual([old.exit, old.code], [3, 'TMUX_TOO_OLD']);
    assert.match(old.message, /2\.9a.*3\.0/);
    const missing = await at.failure(['start', '--detach'], { env: { PATH: at.box.directory('empty') } });
    assert.deepEqual([missing.exit, missing.code], [3, 'TMUX_MISSING']);
    assert.match(missing.message, /Install it with: .*tmux/);
  });
});
