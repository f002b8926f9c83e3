// Users' own configurations, killed processes and names that want to be taken for something else.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cliBundle, node20, repository, Sandbox, until } from '../support/sandbox.ts';
import { partyCalls } from './calls.ts';

describe('a party among', function () {
  this.timeout(60_000);
  let box: Sandbox;
  let project: string;
  beforeEach(() => {
    box = new Sandbox();
    project = box.project();
  });
  afterEach(() => box.dispose());

  const { start, party, states } = partyCalls(() => ({ box, project }));

  describe("users' tmux configurations", () => {
    for (const [title, line] of [
      ['splits every new session', 'set-hook -g after-new-session "split-window -h"'],
      ['selects another pane after a split', 'set-hook -g after-split-window "select-pane -t 0"'],
      ['ends sessions without a client', 'set -g destroy-unattached on'],
      ['keeps dead panes', 'set -g remain-on-exit on'],
      ['has a command for every pane', 'set -g default-command "sleep 1000"'],
      ['renames windows', 'set -g automatic-rename on\nset -g allow-rename on'],
    ] as const) {
      it(`that ${title}: the roles are where the programs are`, async () => {
        writeFileSync(join(box.home, '.tmux.conf'), `${line}\n`);
        const { panes } = await start();
        await until('idle agents', async () => (await states()).every((state) => state === 'idle'));
        for (const role of ['codex', 'claude'] as const) {
          const text = (await box.tmux('capture-pane', '-p', '-t', panes[role])).stdout;
          assert.match(text, new RegExp(`Demo ${role}`, 'i'));
        }
      });
    }
  });

  describe('processes that do not answer', () => {
    it('does not count as absent when tmux does not answer', async () => {
      await start();
      const env = box.wrapTmux('case "$*" in *list-panes*) echo "protocol version mismatch" >&2; exit 1 ;; esac');
      for (const verb of [['start', '--detach'], ['status'], ['sessions']]) {
        const output = await party([...verb, '--json'], { env });
        assert.equal(output.code, 3, verb.join(' '));
        assert.equal(JSON.parse(output.stderr).error.code, 'TMUX_FAILED');
      }
      assert.equal((await box.sessions()).length, 1);
    });

    it('answers Ctrl-C while it waits for another start', async () => {
      const project2 = box.project('slow');
      const go = join(box.root, 'go');
      // A start asks for the version of tmux when it has begun to listen to Ctrl-C.
      const asked = (pid: number | string | undefined) => join(box.root, `asked-${pid}`);
      const env = box.wrapTmux(
        `case "$*" in *new-session*) while [ ! -e ${go} ]; do sleep 0.05; done ;; *-V*) touch ${asked('$PPID')} ;; esac`,
      );
      const first = box.spawn(node20, [cliBundle, 'start', '--detach', '--agents', 'demo'], { cwd: project2, env });
      await until('the first start', () => existsSync(box.partyHome) && readdirSync(box.stateRoot).length > 0);
      const second = box.spawn(node20, [cliBundle, 'start', '--detach', '--agents', 'demo'], { cwd: project2, env });
      const ended = once(second, 'exit');
      await until('the second start', () => existsSync(asked(second.pid)), 20_000);
      second.kill('SIGINT');
      assert.deepEqual(await ended, [130, null]);
      assert.equal(first.exitCode, null, 'it waited for the other start to end');
      writeFileSync(go, '');
      assert.deepEqual(await once(first, 'exit'), [0, null]);
    });
  });

  describe('odd names', () => {
    it('is listed correctly with control characters in its title', async () => {
      const { session, panes } = await start(['a\tb\nc\x1b[31m']);
      assert.equal(session.cwd, project);
      assert.deepEqual(Object.values(panes).includes(null as unknown as string), false);
      const listed = (await party(['sessions'])).stdout;
      assert.ok(!/[\x00-\x09\x0b-\x1f]/.test(listed), JSON.stringify(listed));
    });

    it('does not confuse a program that has the name of a pane', async () => {
      const { panes, session } = await start();
      const fields = [
        'party-x',
        'x',
        'k',
        '',
        '1',
        '0',
        '0',
        '/',
        '%77',
        'claude',
        '',
        '',
        '0',
        '0',
        '0',
        '0',
        '1',
        't',
        'c',
        't',
      ];
      const name = `x\n${fields.join('\t')}`;
      await box.tmux('respawn-pane', '-k', '-t', panes.shell, 'env', 'bash', '-c', 'exec -a "$0" sleep 50', name);
      await until('the program', async () =>
        (
          await box.tmux('list-panes', '-s', '-t', `=${session.name}:`, '-F', '#{pane_current_command}')
        ).stdout.includes('%77'),
      ).catch(() => {});
      const check = await box.partyJson<{ pane: string }>(['check', 'claude'], { cwd: project });
      assert.equal(check.pane, panes.claude);
      assert.ok(!(await party(['sessions', '--json'])).stdout.includes('party-x'));
    });

    it('has one identity in a project that is called party', async () => {
      const folder = box.project('party');
      const { session } = await start([], { cwd: folder });
      assert.equal(session.name, `party-${session.id}`);
      const [key = ''] = readdirSync(join(box.partyHome, 'projects'));
      await until('the conversation', () =>
        existsSync(join(box.partyHome, 'projects', key, 'sessions', session.id, 'claude.json')),
      );
      assert.deepEqual(readdirSync(join(box.partyHome, 'projects', key, 'sessions')), [session.id]);
    });

    it('is one party, however many sessions show its windows, and a stop ends its agents everywhere', async () => {
      const { session, panes } = await start();
      await box.tmux('new-session', '-d', '-s', 'second-look', '-t', `=${session.name}`);
      await box.tmux('new-session', '-d', '-s', 'mine');
      await box.tmux('link-window', '-s', `=${session.name}:`, '-t', '=mine:');
      assert.equal((await start()).session.name, session.name);
      assert.equal((await party(['check', 'claude'])).code, 0);
      assert.equal((await party(['stop'])).code, 0);
      const left = (await box.tmux('list-panes', '-a', '-F', '#{pane_id}')).stdout;
      for (const pane of Object.values(panes)) assert.ok(!left.split('\n').includes(pane), `${pane} still runs`);
      assert.ok((await box.sessions()).includes('mine'));
    });
  });

  describe('environments', () => {
    it('works in a shell that can be executed, and says when SHELL cannot', async () => {
      for (const SHELL of ['/nonexistent/zsh', '/usr/sbin/nologin', '/bin/false']) {
        const { panes, warnings } = await start([], { env: { SHELL } });
        assert.notEqual(panes.shell, null);
        assert.match(warnings.join(), new RegExp(SHELL));
        await party(['stop']);
      }
    });

    it('accepts a PATH of 12 KB', async () => {
      const PATH = [
        box.env['PATH'],
        ...Array.from({ length: 300 }, (_, n) => `/opt/some/where/long/enough/number-${n}/b`),
      ].join(':');
      assert.ok(PATH.length > 12_000);
      const { session, panes } = await start([], { env: { PATH } });
      const { stdout } = await box.tmux('list-panes', '-s', '-t', `=${session.name}:`, '-F', '#{pane_id} #{pane_pid}');
      const pid = new RegExp(`^${panes.shell} (\\d+)$`, 'm').exec(stdout)?.[1] ?? '';
      const variables = readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0');
      const bin = join(box.partyHome, 'current/resources/bin');
      assert.ok(
        variables.includes(`PATH=${bin}:${PATH}`),
        variables.find((variable) => variable.startsWith('PATH=')),
      );
    });

    it("does not pass an agent's variables to panes that the user opens", async () => {
      const env = { CLAUDECODE: '1', CODEX_THREAD_ID: 'x', ELECTRON_RUN_AS_NODE: '1' };
      const { session } = await start([], { env });
      const seen = join(box.root, 'seen');
      await box.tmux('split-window', '-t', `=${session.name}:`, `env > ${seen}.part; mv ${seen}.part ${seen}; cat`);
      const variables = await until('the pane', () => existsSync(seen) && readFileSync(seen, 'utf8'));
      assert.ok(!/^(CLAUDECODE|CODEX_THREAD_ID|ELECTRON_RUN_AS_NODE)=/m.test(variables), variables);
    });

    it('can be listed and stopped from a directory that has been removed', async () => {
      const { session } = await start();
      const gone = box.directory('gone');
      const run = (...args: string[]) =>
        box.run('sh', ['-c', 'cd "$0" && rmdir "$0" && shift 0 && exec "$@"', gone, node20, cliBundle, ...args]);
      assert.match((await run('sessions')).stdout, new RegExp(session.id));
      box.directory('gone');
      const started = await run('start', '--detach');
      assert.equal(started.code, 1);
      assert.match(started.stderr, /current directory has been removed/);
      box.directory('gone');
      assert.equal((await run('stop', session.id)).code, 0);
    });

    it('names the file when its home cannot be written', async () => {
      const PARTY_HOME = join(box.root, 'a-file');
      writeFileSync(PARTY_HOME, '');
      const output = await party(['start', '--detach', '--agents', 'demo'], { env: { PARTY_HOME } });
      assert.equal(output.code, 1);
      assert.match(output.stderr, /a-file/);
      assert.ok(!output.stderr.includes('    at '), output.stderr);
    });
  });

  describe("projects' configurations", () => {
    const configure = (config: object) => writeFileSync(join(project, 'tmux-team.json'), JSON.stringify(config));

    it('cannot turn permission prompts off', async () => {
      configure({ agents: { claude: { permissionMode: 'bypassPermissions' } } });
      const output = await party(['start', '--detach', '--agents', 'demo']);
      assert.equal(output.code, 1);
      assert.match(output.stderr, /tmux-team\.json: agents\.claude\.permissionMode: a project cannot ask/);
      assert.deepEqual(await box.sessions(), []);
      rmSync(join(project, 'tmux-team.json'));
      mkdirSync(join(box.home, '.tmux-team'));
      const own = { agents: { claude: { permissionMode: 'bypassPermissions' } } };
      writeFileSync(join(box.home, '.tmux-team', 'config.json'), JSON.stringify(own));
      await start();
    });

    it('finds a program beside the file that names it, from wherever it is called', async () => {
      writeFileSync(join(project, 'agent.sh'), '#!/bin/sh\necho beside; exec cat\n', { mode: 0o755 });
      configure({ agents: { claude: { command: ['./agent.sh'], adapter: 'generic' } } });
      await box.partyJson(['start', '--detach', '--cwd', project], { cwd: '/' });
      await until('the agent', async () => (await party(['check', 'claude'])).stdout.includes('beside'));
    });
  });

  describe('ways to call it', () => {
    const call = (path: string, env: Record<string, string> = {}) =>
      box.run('sh', [path, '--help'], { cwd: project, env: { PARTY_NODE: node20, ...env } });
    const scripts = ['resources/bin/party', 'resources/bin/tmux-team', 'resources/session/party.sh'].map((path) =>
      join(repository, path),
    );

    it('is found with CDPATH set, and through links', async () => {
      for (const script of scripts) {
        assert.equal((await call(script, { CDPATH: repository })).code, 0, script);
        const link = join(box.root, `link-${scripts.indexOf(script)}`);
        symlinkSync(script, link);
        assert.equal((await call(link)).code, 0, link);
      }
    });

    it('ignores an invalid PARTY_NODE', async () => {
      for (const PARTY_NODE of ['/nonexistent', '/tmp'])
        assert.equal((await call(scripts[0] ?? '', { PARTY_NODE })).code, 0);
    });

    it('takes the general options before the verb as well', async () => {
      assert.equal(JSON.parse((await party(['--json', 'status'])).stdout).session, null);
    });
  });
});
