// Sessions and roles through the built command on Node 20, with a real tmux on a private socket.

import assert from 'node:assert/strict';
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import type { Status } from '../../../src/core/status/status.ts';
import { cliBundle, node20, repository, Sandbox, type Started, until } from '../../support/sandbox.ts';

describe('party sessions', function () {
  this.timeout(30_000);
  let box: Sandbox;
  let project: string;
  beforeEach(() => {
    box = new Sandbox();
    project = box.project();
  });
  afterEach(() => box.dispose());

  const start = (...args: string[]) => box.start(project, args);
  const failure = async (args: string[], options: { cwd?: string; env?: Record<string, string> } = {}) => {
    const output = await box.party([...args, '--json'], { cwd: project, ...options });
    assert.equal(output.stdout, '', 'it is to fail');
    const lines = output.stderr.trim().split('\n');
    const { error } = JSON.parse(lines.at(-1) ?? '') as { error: { code: string; message: string } };
    return { exit: output.code, ...error };
  };

  describe('start', () => {
    it('makes panes codex 0, claude 1, shell 2 with roles, labels and a private state directory', async () => {
      const { session, created, panes } = await start('Fix the login');
      assert.ok(created);
      assert.match(session.id, /^fix-the-login-[a-z0-9]{5}$/);
      assert.equal(session.name, `party-${session.id}`);
      const format = '#{window_name} #{pane_index} #{pane_id} #{@party_role}';
      const listed = (await box.tmux('list-panes', '-s', '-t', `=${session.name}:`, '-F', format)).stdout;
      assert.equal(listed, `work 0 ${panes.codex} codex\nwork 1 ${panes.claude} claude\nwork 2 ${panes.shell} shell\n`);
      const directory = join(box.stateRoot, session.name);
      assert.equal(lstatSync(directory).mode & 0o777, 0o700);
      assert.equal(readFileSync(join(directory, 'session-name'), 'utf8').trim(), session.name);
      for (const part of ['messages/to-codex', 'messages/to-claude', 'codex'])
        assert.ok(existsSync(join(directory, part)));
      const border = await box.tmux('display-message', '-p', '-t', panes.codex, '#{T:pane-border-format}');
      assert.match(border.stdout, /codex · demo/);
    });

    it('finds the running party the second time, from a sub-directory too', async () => {
      const first = await start();
      mkdirSync(join(project, 'src'));
      const second = await box.partyJson<Started>(['start', '--detach'], { cwd: join(project, 'src') });
      assert.equal(second.created, false);
      assert.equal(second.session.name, first.session.name);
    });

    it('makes one party of six starts at once, and another with --new', async () => {
      const started = await Promise.all(Array.from({ length: 6 }, () => start()));
      assert.equal(new Set(started.map(({ session }) => session.name)).size, 1);
      assert.equal(started.filter(({ created }) => created).length, 1);
      assert.equal((await box.sessions()).length, 1);
      await start('--new');
      assert.equal((await box.sessions()).length, 2);
    });

    it('makes six parties of six starts at once with --new', async () => {
      const started = await Promise.all(Array.from({ length: 6 }, () => start('same title', '--new')));
      assert.equal(new Set(started.map(({ session }) => session.name)).size, 6);
      assert.equal(readdirSync(box.stateRoot).length, 6);
    });

    it('keeps two projects apart', async () => {
      const other = box.project('other');
      const here = await start();
      const there = await box.partyJson<Started>(['start', '--detach', '--agents', 'demo'], { cwd: other });
      assert.notEqual(here.session.name, there.session.name);
      const status = await box.partyJson<Status>(['status'], { cwd: other });
      assert.equal(status.session?.name, there.session.name);
      await box.party(['stop'], { cwd: other });
      assert.deepEqual(await box.sessions(), [here.session.name]);
    });

    it('works with base-index 1 and pane-base-index 1 (T16)', async () => {
      writeFileSync(join(box.home, '.tmux.conf'), 'set -g base-index 1\nset -g pane-base-index 1\n');
      await start();
      const status = await box.partyJson<Status>(['status'], { cwd: project });
      assert.deepEqual(
        status.agents.map((agent) => agent.state === 'absent'),
        [false, false, false],
      );
      const index = await box.tmux('list-panes', '-a', '-F', '#{window_index}.#{pane_index} #{@party_role}');
      assert.match(index.stdout, /^1\.1 codex\n1\.2 claude\n1\.3 shell\n$/);
    });

    it('runs nothing that stands in a title, a directory name or a window title (T15)', async () => {
      const trap = join(box.root, 'trapped');
      const cwd = box.directory(`a#(touch ${trap.replaceAll('/', '\u2215')})#{pid};`);
      const evil = box.directory('p #(touch x) b;');
      mkdirSync(join(evil, '.git'));
      for (const directory of [cwd, evil]) {
        const { session } = await box.partyJson<Started>(
          ['start', `#(touch ${trap}) $(touch ${trap}) ;`, '--detach', '--agents', 'demo', '--cwd', directory],
          { cwd: directory },
        );
        assert.equal(session.cwd, directory);
        await box.tmux('display-message', '-p', '-t', `=${session.name}:`, '#{T:pane-border-format}');
        const shell = (
          await box.tmux('list-panes', '-s', '-t', `=${session.name}:`, '-F', '#{@party_role} #{pane_current_path}')
        ).stdout;
        assert.ok(shell.includes(`shell ${directory}\n`), shell);
        assert.match((await box.party(['sessions'])).stdout, /#\(touch/);
      }
      assert.ok(!existsSync(trap) && !existsSync(join(evil, 'x')) && !existsSync(join(box.root, 'x')));
    });

    it('gives every pane the party, and a pane that the user opens later too', async () => {
      const { session } = await start();
      const seen = join(box.root, 'seen');
      await box.tmux('split-window', '-t', `=${session.name}:`, `env > ${seen}.part; mv ${seen}.part ${seen}`);
      const env = await until('the new pane', () => existsSync(seen) && readFileSync(seen, 'utf8'));
      assert.ok(env.includes(`PARTY_SESSION=${session.name}\n`));
      assert.ok(env.includes(`PARTY_HOME=${box.partyHome}\n`));
    });

    it('refuses a configuration that it does not understand and starts nothing', async () => {
      writeFileSync(join(project, 'tmux-team.json'), '{"agents":{"claude":{"command":"claude"}}}');
      const error = await failure(['start', '--detach']);
      assert.equal(error.exit, 1);
      assert.match(error.message, /tmux-team\.json: agents\.claude\.command: expected a list of words/);
      assert.deepEqual(readdirSync(box.stateRoot), []);
      assert.deepEqual(await box.sessions(), []);
    });

    it('refuses a command that does not exist and starts nothing', async () => {
      writeFileSync(join(project, 'tmux-team.json'), '{"agents":{"claude":{"command":["no-such-agent"]}}}');
      const error = await failure(['start', '--detach']);
      assert.deepEqual([error.exit, error.code], [1, 'AGENT_MISSING']);
      assert.match(error.message, /no-such-agent/);
      assert.deepEqual(readdirSync(box.stateRoot), []);
    });

    for (const [role, agent] of [
      ['claude', { command: ['codex'], adapter: 'codex' }],
      ['codex', { command: ['claude'] }],
    ] as const) {
      it(`refuses ${JSON.stringify(agent)} in the role ${role}, and starts and restores nothing`, async () => {
        const bin = box.directory('bin');
        // Each would run, and says that it was asked; a refusal asks neither.
        const flags =
          '--plugin-dir --settings --permission-mode --append-system-prompt --config --ask-for-approval --sandbox';
        for (const name of ['claude', 'codex']) {
          const answers = `case $1 in --version) echo 9.9.9 ;; --help) echo ' ${flags}' ;; *) exec cat ;; esac`;
          writeFileSync(join(bin, name), `#!/bin/sh\ntouch ${box.root}/asked-${name}\n${answers}\n`, { mode: 0o755 });
        }
        const env = { PATH: `${bin}:${box.env['PATH']}` };
        const configure = (agents: object) =>
          writeFileSync(join(project, 'tmux-team.json'), JSON.stringify({ agents }));
        const refused = new RegExp(`^agents\\.${role}\\.\\w+ makes \\w+ play the role ${role}\\..*Remove agents`);
        const cat = { command: ['cat'], adapter: 'generic' };
        configure({ claude: cat, codex: cat, [role]: agent });
        const start = await failure(['start', '--detach'], { env });
        assert.deepEqual({ exit: start.exit, code: start.code }, { exit: 1, code: 'CONFIG_INVALID' });
        assert.match(start.message, refused);
        assert.deepEqual(readdirSync(box.stateRoot), []);
        assert.equal(existsSync(box.partyHome), false);

        configure({ claude: cat, codex: cat });
        await box.partyJson(['start', '--detach'], { cwd: project, env });
        await box.party(['stop'], { cwd: project });
        configure({ claude: cat, codex: cat, [role]: agent });
        const restore = await failure(['restore', '--detach'], { env });
        assert.deepEqual({ exit: restore.exit, code: restore.code }, { exit: 1, code: 'CONFIG_INVALID' });
        assert.match(restore.message, refused);
        assert.deepEqual(await box.sessions(), []);
        assert.deepEqual(
          readdirSync(box.root).filter((name) => name.startsWith('asked-')),
          [],
        );
      });
    }

    it('runs the command that the configuration names, without a shell', async () => {
      const arguments_ = ['-c', 'printf "[%s]" "$@"; exec cat', 'x', 'a b', '$HOME', ';', 'end;', "'"];
      writeFileSync(
        join(project, 'tmux-team.json'),
        JSON.stringify({ agents: { claude: { command: ['sh', ...arguments_] } } }),
      );
      await box.party(['start', '--detach', '--json'], { cwd: project });
      const text = await until('the agent', async () => {
        const output = (await box.party(['check', 'claude'], { cwd: project })).stdout;
        return output.includes("[']") && output;
      });
      assert.equal(text.trim(), "[a b][$HOME][;][end;][']");
    });

    for (const [title, prepare] of [
      ['is owned by another user', (root: string) => box.run('chown', ['12345', root])],
      ['can be written by everybody', async (root: string) => chmodSync(root, 0o777)],
      ['does not exist', async (root: string) => renameSync(root, `${root}-gone`)],
    ] as const) {
      it(`refuses a state root that ${title}`, async () => {
        await prepare(box.stateRoot);
        const error = await failure(['start', '--detach', '--agents', 'demo']);
        assert.deepEqual([error.exit, error.code], [1, 'STATE_UNSAFE']);
        assert.deepEqual(await box.sessions(), []);
      });
    }

    it('says which tmux it needs when it is too old, and how to install one when it is missing', async () => {
      const bin = box.directory('bin');
      writeFileSync(join(bin, 'tmux'), '#!/bin/sh\necho tmux 2.9a\n', { mode: 0o755 });
      const old = await failure(['start', '--detach'], { env: { PATH: `${bin}:${box.env['PATH']}` } });
      assert.deepEqual([old.exit, old.code], [3, 'TMUX_TOO_OLD']);
      assert.match(old.message, /2\.9a.*3\.0/);
      const missing = await failure(['start', '--detach'], { env: { PATH: box.directory('empty') } });
      assert.deepEqual([missing.exit, missing.code], [3, 'TMUX_MISSING']);
      assert.match(missing.message, /Install it with: .*tmux/);
    });
  });

  describe('stop', () => {
    it('ends only its own session and removes its directory', async () => {
      const { session } = await start();
      await box.tmux('new-session', '-d', '-s', `${session.name}x`);
      await box.tmux('new-session', '-d', '-s', 'party');
      const output = await box.party(['stop', session.id], { cwd: project });
      assert.equal(output.stdout, `Stopped ${session.name}\n`);
      assert.deepEqual((await box.sessions()).sort(), ['party', `${session.name}x`].sort());
      assert.deepEqual(readdirSync(box.stateRoot), []);
    });

    it('does not end a session that Party did not make', async () => {
      await box.tmux('new-session', '-d', '-s', 'party-weekend', '-c', project);
      assert.equal((await failure(['stop'])).code, 'NO_SESSION');
      assert.equal((await failure(['stop', 'weekend'])).code, 'NO_SESSION');
      assert.deepEqual(await box.sessions(), ['party-weekend']);
    });

    it('works from inside the party', async () => {
      const { session, panes } = await start();
      await box.tmux('send-keys', '-t', panes.shell, '-l', '--', `${join(repository, 'resources/bin/party')} stop`);
      await box.tmux('send-keys', '-t', panes.shell, 'Enter');
      await until('the end', async () => (await box.sessions()).length === 0);
      await until('the directory to go', () => !existsSync(join(box.stateRoot, session.name)));
    });

    it('changes nothing when its state directory has been replaced', async () => {
      const { session } = await start();
      const directory = join(box.stateRoot, session.name);
      const elsewhere = box.directory('elsewhere');
      writeFileSync(join(elsewhere, 'precious'), '');
      renameSync(directory, `${directory}.moved`);
      symlinkSync(elsewhere, directory);
      const error = await failure(['stop']);
      assert.deepEqual([error.exit, error.code], [1, 'STATE_UNSAFE']);
      assert.ok(existsSync(join(elsewhere, 'precious')));
      assert.deepEqual(await box.sessions(), [session.name]);
    });
  });

  describe('discovery', () => {
    it('says NO_SESSION with how to start one, exit 3, and takes no stale directory for a session', async () => {
      mkdirSync(join(box.stateRoot, 'party-stale'), { mode: 0o700 });
      writeFileSync(join(box.stateRoot, 'party-stale', 'session-name'), 'party-stale\n');
      for (const env of [{}, { PARTY_SESSION: 'party-stale' }]) {
        const error = await failure(['check', 'claude'], { env });
        assert.deepEqual([error.exit, error.code], [3, 'NO_SESSION']);
        assert.match(error.message, /party start/);
      }
    });

    it('names all parties of a project when there are several', async () => {
      const first = await start();
      const second = await start('--new');
      const error = await failure(['check', 'claude']);
      assert.deepEqual([error.exit, error.code], [3, 'SESSION_AMBIGUOUS']);
      assert.ok(error.message.includes(first.session.name) && error.message.includes(second.session.name));
      const named = await box.party(['check', 'claude'], { cwd: project, env: { PARTY_SESSION: second.session.id } });
      assert.equal(named.code, 0);
    });

    it('never takes a name for a prefix (T2)', async () => {
      await box.tmux('new-session', '-d', '-s', 'party-abc');
      const error = await failure(['check', 'claude'], { env: { PARTY_SESSION: 'party-ab' } });
      assert.equal(error.code, 'NO_SESSION');
    });

    it('knows the tmux session that it runs in', async () => {
      const { panes, session } = await start();
      const seen = join(box.root, 'seen');
      const elsewhere = box.directory('elsewhere');
      const command = `cd ${elsewhere} && unset PARTY_SESSION && ${node20} ${cliBundle} status --json > ${seen}.part; mv ${seen}.part ${seen}`;
      await box.tmux('respawn-pane', '-k', '-t', panes.shell, command);
      const status = JSON.parse(
        await until('the answer', () => existsSync(seen) && readFileSync(seen, 'utf8')),
      ) as Status;
      assert.equal(status.session?.name, session.name);
    });

    it('is found by its id after a rename', async () => {
      const { session } = await start();
      await box.tmux('rename-session', '-t', `=${session.name}`, 'mine');
      const status = await box.partyJson<Status>(['status'], { cwd: box.root, env: { PARTY_SESSION: session.name } });
      assert.equal(status.session?.name, 'mine');
    });
  });

  describe('roles', () => {
    const paneOf = async (role: string) =>
      (await box.partyJson<{ pane: string }>(['check', role], { cwd: project })).pane;

    it('survive splits, swaps, breaks and respawns of panes (T3, T11)', async () => {
      const { panes } = await start();
      await box.tmux('split-window', '-t', panes.codex, '-b', 'cat');
      await box.tmux('swap-pane', '-s', panes.claude, '-t', panes.shell);
      await box.tmux('break-pane', '-d', '-s', panes.codex, '-n', 'renamed');
      await box.tmux('respawn-pane', '-k', '-t', panes.claude, 'cat');
      for (const role of ['codex', 'claude', 'shell'] as const) assert.equal(await paneOf(role), panes[role]);
    });

    it('are told apart from the active pane when a pane is gone (T1)', async () => {
      const { panes } = await start();
      await box.tmux('kill-pane', '-t', panes.codex);
      const error = await failure(['check', 'codex']);
      assert.deepEqual([error.exit, error.code], [3, 'ROLE_NOT_FOUND']);
    });

    it('are never chosen between two', async () => {
      const { panes } = await start();
      await box.tmux('set-option', '-p', '-t', panes.shell, '@party_role', 'claude');
      const error = await failure(['check', 'claude']);
      assert.deepEqual([error.exit, error.code], [3, 'ROLE_AMBIGUOUS']);
      assert.equal(await paneOf('codex'), panes.codex);
    });

    it('fall back to claude first, codex second in a legacy session of two panes', async () => {
      for (const base of ['0', '1']) {
        const name = `party-old${base}`;
        await box.tmux('new-session', '-d', '-s', name, 'echo I am claude; exec cat');
        await box.tmux('set-option', '-g', 'pane-base-index', base);
        await box.tmux('split-window', '-t', `=${name}:`, 'echo I am codex; exec cat');
        for (const role of ['claude', 'codex']) {
          await until(`${role} of ${name}`, async () => {
            const output = await box.party(['check', role], { cwd: project, env: { PARTY_SESSION: name } });
            return output.stdout.includes(`I am ${role}`);
          });
        }
      }
    });

    it('are unresolved in any other session without roles', async () => {
      await box.tmux('new-session', '-d', '-s', 'party-one', 'cat');
      const error = await failure(['check', 'claude'], { env: { PARTY_SESSION: 'party-one' } });
      assert.deepEqual([error.exit, error.code], [3, 'ROUTING_UNRESOLVED']);
    });

    it('have names, and the nearest right ones are listed', async () => {
      const error = await failure(['check', 'gemini']);
      assert.deepEqual([error.exit, error.code], [3, 'ROLE_NOT_FOUND']);
      assert.match(error.message, /codex, claude, shell/);
    });

    it('show as ended when the agent has ended, with its last words (T4, T10)', async () => {
      const command = ['sh', '-c', 'echo last words; exit 3'];
      writeFileSync(join(project, 'tmux-team.json'), JSON.stringify({ agents: { claude: { command } } }));
      await box.party(['start', '--detach'], { cwd: project });
      const dead = await until('the end', async () => {
        const status = await box.partyJson<Status>(['status'], { cwd: project });
        return status.agents.find((agent) => agent.role === 'claude' && agent.state === 'dead');
      });
      // No shell is left under the agent: there is nothing that could execute what is typed there.
      const pane = await box.tmux('list-panes', '-a', '-F', '#{@party_role} #{pane_dead}');
      assert.match(pane.stdout, /^claude 1$/m);
      assert.notEqual(dead.pane, null);
      const check = await box.party(['check', 'claude'], { cwd: project });
      assert.match(check.stdout, /last words/);
    });
  });

  describe('status', () => {
    it('answers with no party, and without tmux', async () => {
      for (const env of [{}, { PATH: box.directory('empty') }]) {
        const status = await box.partyJson<Status>(['status'], { cwd: project, env });
        assert.equal(status.session, null);
        assert.deepEqual(Object.keys(status), [
          'session',
          'agents',
          'messages',
          'review',
          'plan',
          'collab',
          'gates',
          'budget',
        ]);
      }
    });

    it('shows the three roles with demo marked', async () => {
      await start();
      const agents = await until('idle agents', async () => {
        const status = await box.partyJson<Status>(['status'], { cwd: project });
        return status.agents.every((agent) => agent.state === 'idle') && status.agents;
      });
      assert.deepEqual(
        agents.map(({ role, demo }) => [role, demo]),
        [
          ['codex', true],
          ['claude', true],
          ['shell', false],
        ],
      );
    });
  });

  describe('party.sh', () => {
    const script = join(repository, 'resources/session/party.sh');
    const run = (...args: string[]) => box.run('sh', [script, ...args], { cwd: project, env: { PARTY_NODE: node20 } });

    it('starts, lists and stops', async () => {
      const started = await run('A title', '--detach');
      assert.match(started.stdout, /^Started party-a-title-/);
      assert.match((await run('--list')).stdout, /a-title.*A title/);
      const id = (await box.sessions())[0]?.replace('party-', '') ?? '';
      assert.match((await run('--stop', id)).stdout, /^Stopped party-a-title/);
      assert.deepEqual(await box.sessions(), []);
    });

    it('takes an unknown flag for a mistake, not for a title', async () => {
      const output = await run('--detahc');
      assert.equal(output.code, 1);
      assert.match(output.stderr, /--detahc; did you mean --detach\?/);
    });
  });

  describe('attaching', () => {
    // The outer tmux is the terminal in which a person works.
    const inTerminal = async (env: Record<string, string>, ...args: string[]) => {
      const variables = Object.entries(env).map(([key, value]) => `${key}=${value}`);
      const command = ['env', '-u', 'TMUX', ...variables, node20, cliBundle, ...args];
      await box.run('tmux', [
        '-L',
        `${box.socket}-outer`,
        'new-session',
        '-d',
        '-x',
        '150',
        '-y',
        '40',
        '-c',
        project,
        ...command,
      ]);
    };
    const outer = (...args: string[]) => box.run('tmux', ['-L', `${box.socket}-outer`, ...args]);
    afterEach(() => outer('kill-server'));

    it('shows the party in the terminal, and detaching leaves it running', async () => {
      await inTerminal({}, 'start', '--agents', 'demo');
      await until('the party on the screen', async () =>
        (await outer('capture-pane', '-p')).stdout.includes('claude · demo'),
      );
      const [name = ''] = await box.sessions();
      await box.tmux('detach-client', '-s', `=${name}`);
      await until('the terminal to be free', async () => (await outer('list-sessions')).code !== 0);
      assert.deepEqual(await box.sessions(), [name]);
    });

    it('speaks control mode to iTerm2, and plain tmux with --raw', async () => {
      await start();
      for (const [args, control] of [
        [['attach'], '1'],
        [['attach', '--raw'], '0'],
      ] as const) {
        await inTerminal({ TERM_PROGRAM: 'iTerm.app' }, ...args);
        const mode = await until('a client', async () =>
          (await box.tmux('list-clients', '-F', '#{client_control_mode}')).stdout.trim(),
        );
        assert.equal(mode, control);
        await outer('kill-server');
        await until('the client to go', async () => (await box.tmux('list-clients')).stdout === '');
      }
    });

    it('needs a terminal', async () => {
      await start();
      assert.match((await failure(['attach'])).message, /needs a terminal/);
    });
  });
});
