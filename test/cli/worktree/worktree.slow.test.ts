// `party worktree` with real git and a real tmux: all of it is there at the end, or none of it.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import type { Status } from '../../../src/core/status/status.ts';
import { partyPaths, projectDirectory } from '../../../src/node/project/paths.ts';
import { newProject, type Project } from '../../support/project.ts';
import { cliBundle, node20, Sandbox, type Started, until } from '../../support/sandbox.ts';

interface Made {
  readonly worktree: { readonly name: string; readonly path: string; readonly branch: string; readonly base: string };
  readonly session: Started['session'] | null;
}

describe('party worktree', function () {
  this.timeout(60_000);
  let box: Sandbox;
  let project: Project;
  let worktrees: string;
  let bin: string;
  beforeEach(() => {
    box = new Sandbox();
    project = newProject({ box, git: true });
    worktrees = join(box.root, 'project-worktrees');
    bin = box.directory('bin');
    agent('claude', '2.1.325', '--plugin-dir --settings --permission-mode --append-system-prompt');
    agent('codex', '0.166.0', '--config --ask-for-approval --sandbox --no-daemon');
    box.env['PATH'] = `${bin}:${box.env['PATH']}`;
  });
  afterEach(() => box.dispose());

  /** Answers what it is, and otherwise stays. */
  function agent(name: string, version: string, flags: string): void {
    const text = `#!/bin/sh\ncase $1 in --version) echo ${version} ;; --help) echo ' ${flags}' ;; *) exec cat ;; esac\n`;
    writeFileSync(join(bin, name), text, { mode: 0o755 });
  }
  const worktree = (args: readonly string[], options: { cwd?: string; env?: Record<string, string> } = {}) =>
    box.party(['worktree', ...args, '--json'], { cwd: project.top, ...options });
  async function make(...args: string[]): Promise<Made> {
    const { code, stdout, stderr } = await worktree(['--detach', ...args]);
    assert.equal(code, 0, stderr);
    return JSON.parse(stdout);
  }
  async function failure(args: readonly string[], options: { cwd?: string; env?: Record<string, string> } = {}) {
    const { code, stdout, stderr } = await worktree(args, options);
    assert.equal(stdout, '');
    const { error } = JSON.parse(stderr.trim().split('\n').at(-1) ?? '') as {
      error: { code: string; message: string };
    };
    return { exit: code, ...error };
  }
  /** Everything that could have been left. */
  async function traces() {
    const git = join(project.top, '.git');
    return {
      beside: readdirSync(box.root).filter((name) => name.includes('worktrees')),
      branches: project.git('branch', '--format=%(refname:short)').trim().split('\n'),
      registered: existsSync(join(git, 'worktrees')) ? readdirSync(join(git, 'worktrees')) : [],
      status: project.git('status', '--porcelain'),
      sessions: await box.sessions(),
      states: readdirSync(box.stateRoot),
      records: existsSync(projectDirectory(partyPaths(box.env), join(worktrees, 'login'))),
      home: readdirSync(box.home),
    };
  }
  const untouched = {
    beside: [],
    branches: ['main', 'topic'],
    registered: [],
    status: ' M src/auth.ts\n',
    sessions: [],
    states: [],
    records: false,
    home: [],
  };

  it('gives a Claude that is started there by hand the two skills, outside of commits, until plan stop', async () => {
    const { worktree: made } = await make('login');
    const skill = (name: string) => join(made.path, '.claude/skills', name, 'SKILL.md');
    for (const name of ['plan-with-review', 'implement-approved-plan']) {
      assert.match(readFileSync(skill(name), 'utf8'), new RegExp(`^---\\nname: ${name}\\n`));
    }
    assert.equal((await box.run('git', ['status', '--porcelain', '-uall'], { cwd: made.path })).stdout, '');
    // A skill that the user has changed is the user's.
    writeFileSync(skill('plan-with-review'), 'Mine');
    assert.equal((await box.party(['plan', 'stop'], { cwd: made.path })).code, 0);
    assert.equal(readFileSync(skill('plan-with-review'), 'utf8'), 'Mine');
    assert.ok(!existsSync(join(made.path, '.claude/skills/implement-approved-plan')));
  });

  it('makes the worktree, gates it and starts a party in it, with nothing in the home', async () => {
    const made = await make('login');
    const path = join(worktrees, 'login');
    assert.deepEqual(made.worktree, {
      name: 'login',
      path,
      branch: 'login',
      base: project.git('rev-parse', 'HEAD').trim(),
    });
    assert.equal(made.session?.cwd, path);
    assert.match(made.session?.id ?? '', /^login-/);
    const inside = await box.run('git', ['status', '--porcelain', '--branch'], { cwd: path });
    assert.equal(inside.stdout, '## login\n');
    assert.ok(existsSync(join(path, '.claude/review/gate.json')));
    const { hooks } = JSON.parse(readFileSync(join(path, '.claude/settings.json'), 'utf8'));
    assert.deepEqual(Object.keys(hooks).sort(), ['PostToolUse', 'PostToolUseFailure', 'PreToolUse']);
    const status = await box.partyJson<Status>(['status'], { cwd: path });
    assert.equal(status.session?.name, made.session?.name);
    assert.equal(status.plan.kind, 'none');
    assert.deepEqual(readdirSync(box.home), []);
    assert.equal(project.git('status', '--porcelain'), ' M src/auth.ts\n');
    assert.ok(!existsSync(join(project.top, '.claude')));
    // As a person ends it: git itself sees nothing there that would be lost.
    await box.party(['stop'], { cwd: path });
    project.git('worktree', 'remove', path);
  });

  it('does not start a party with --no-launch, and needs no tmux for it', async () => {
    const { PATH } = box.wrapTmux('exit 1');
    const { code, stdout } = await worktree(['login', '--no-launch', '--base', 'main'], { env: { PATH } });
    assert.equal(code, 0);
    const made: Made = JSON.parse(stdout);
    assert.equal(made.session, null);
    assert.equal(made.worktree.base, project.git('rev-parse', 'main').trim());
    assert.deepEqual(await box.sessions(), []);
    assert.ok(existsSync(join(made.worktree.path, '.claude/review/gate.json')));
  });

  it('says where it is', async () => {
    const { stdout, stderr } = await box.party(['worktree', 'login', '--no-launch'], { cwd: project.top });
    assert.equal(stdout, `${join(worktrees, 'login')}\n`);
    assert.match(stderr, /on branch login\. Until its plan is approved, Claude can write only docs\/plan\.md/);
  });

  it('says that a claude by hand is not gated there when the settings switch hooks off', async () => {
    project.write('.claude/settings.json', '{"disableAllHooks": true}');
    project.git('add', '.claude');
    project.git('commit', '--quiet', '--message', 'settings');
    const { stderr } = await box.party(['worktree', 'login', '--no-launch'], { cwd: project.top });
    assert.match(stderr, /Note: a claude that you start there by hand is not gated: \S+settings\.json says "disable/);
  });

  it('is an ordinary worktree after party plan stop, with the settings that were committed', async () => {
    const text = '{"model":"opus"}';
    project.write('.claude/settings.json', text);
    project.git('add', '.claude');
    project.git('commit', '--quiet', '--message', 'settings');
    const { path } = (await make('login', '--no-launch')).worktree;
    const status = async () => (await box.run('git', ['status', '--porcelain', '--ignored'], { cwd: path })).stdout;
    assert.notEqual(readFileSync(join(path, '.claude/settings.json'), 'utf8'), text);
    assert.equal(await status(), '!! .claude/review/\n!! .claude/skills/\n');
    assert.equal((await box.party(['plan', 'stop'], { cwd: path })).code, 0);
    assert.equal(readFileSync(join(path, '.claude/settings.json'), 'utf8'), text);
    writeFileSync(join(path, '.claude/settings.json'), '{}');
    assert.match(await status(), /^ M \.claude\/settings\.json$/m);
  });

  it('makes another one from inside the first, beside it', async () => {
    const { worktree: first } = await make('first', '--no-launch');
    const { code, stdout } = await worktree(['second', '--no-launch'], { cwd: join(first.path, 'src') });
    assert.equal(code, 0);
    assert.equal((JSON.parse(stdout) as Made).worktree.path, join(worktrees, 'second'));
  });

  it('starts the same programs there, also when tmux-team.json is not committed', async () => {
    const own = box.directory('own');
    writeFileSync(join(own, 'mine'), '#!/bin/sh\nexec cat\n', { mode: 0o755 });
    project.write('tmux-team.json', JSON.stringify({ agents: { claude: { command: [join(own, 'mine')] } } }));
    const { session } = await make('login');
    const { stdout } = await box.tmux(
      'list-panes',
      '-s',
      '-t',
      `=${session?.name}:`,
      '-F',
      '#{@party_role} #{@party_adapter}',
    );
    assert.match(stdout, /^claude generic$/m);
  });

  it('is made beside a submodule, and beside a project whose repository is elsewhere', async () => {
    const allowed = ['-c', 'protocol.file.allow=always'];
    project.git(...allowed, 'submodule', '--quiet', 'add', project.top, 'sub');
    project.git('commit', '--quiet', '--message', 'sub');
    const apart = box.directory('apart');
    await box.run('git', ['clone', '--quiet', `--separate-git-dir=${box.directory('git')}/apart`, project.top, apart]);
    for (const [top, beside] of [
      [join(project.top, 'sub'), join(project.top, 'sub-worktrees')],
      [apart, join(box.root, 'apart-worktrees')],
    ] as const) {
      const { stdout, stderr } = await worktree(['first', '--no-launch'], { cwd: top });
      assert.equal(stdout && (JSON.parse(stdout) as Made).worktree.path, join(beside, 'first'), stderr);
    }
    const inside = join(project.top, 'sub-worktrees/first');
    const { stdout } = await worktree(['second', '--no-launch'], { cwd: inside });
    assert.equal((JSON.parse(stdout) as Made).worktree.path, join(project.top, 'sub-worktrees/second'));
  });

  it('works with the demo agents where no others are installed', async () => {
    const env = { PATH: box.env['PATH']?.replace(`${bin}:`, '') ?? '' };
    const { code, stderr } = await worktree(['login', '--detach', '--agents', 'demo'], { env });
    assert.equal(code, 0, stderr);
  });

  describe('makes nothing', () => {
    afterEach(async () => {
      const { branches, status, ...others } = await traces();
      const { branches: _, status: __, ...expected } = untouched;
      assert.deepEqual(others, { ...expected, beside: others.beside });
      assert.deepEqual(
        branches.filter((name) => name === 'login' || name === 'x'),
        [],
      );
      assert.match(status, /src\/auth\.ts/);
    });

    for (const name of ['../x', 'a/b', '', '.', 'HEAD', '$(touch x)', 'x.lock', '/tmp/x']) {
      it(`of the name ${JSON.stringify(name)}`, async () => {
        const { exit, code, message } = await failure([name]);
        assert.deepEqual([exit, code], [1, 'USAGE']);
        assert.match(message, /cannot be the name of a worktree/);
      });
    }

    it('without a name', async () => assert.equal((await failure([])).code, 'USAGE'));

    it('on a branch that exists', async () => {
      const { code, message } = await failure(['main']);
      assert.equal(code, 'REFUSED');
      assert.match(message, /The branch main already exists.*git branch -d main/);
      assert.match((await failure(['topic'])).message, /branch topic already exists, and \S+project is on it/);
    });

    it('where git cannot create the branch', async () => {
      project.git('branch', 'deep/er');
      const { code, message } = await failure(['deep']);
      assert.equal(code, 'REFUSED');
      assert.match(message, /git has the branch deep\/er, and so cannot have deep/);
    });

    for (const [title, put] of [
      ['a folder', (path: string) => mkdirSync(path)],
      ['a file', (path: string) => writeFileSync(path, '')],
      ['a link to nowhere', (path: string) => symlinkSync('/nowhere', path)],
    ] as const) {
      it(`over ${title}`, async () => {
        mkdirSync(worktrees);
        put(join(worktrees, 'login'));
        const { code, message } = await failure(['login']);
        assert.equal(code, 'REFUSED');
        assert.match(message, /already exists/);
        assert.ok(lstatSync(join(worktrees, 'login')));
      });
    }

    it('where its folder cannot be created', async () => {
      writeFileSync(worktrees, '');
      assert.match((await failure(['login'])).message, /project-worktrees is not a folder/);
    });

    it('from an unknown commit', async () => {
      for (const base of ['nothing', '--upload-pack=x', 'HEAD:src/auth.ts']) {
        assert.match((await failure(['login', `--base=${base}`])).message, /there is no such commit/);
      }
    });

    it('without a commit, and without a repository', async () => {
      const empty = box.directory('empty');
      await box.run('git', ['init', '--quiet', empty]);
      assert.match((await failure(['login'], { cwd: empty })).message, /has no commit yet/);
      assert.equal((await failure(['login'], { cwd: box.directory('plain') })).code, 'NOT_A_REPOSITORY');
      const bare = box.directory('bare');
      await box.run('git', ['init', '--quiet', '--bare', bare]);
      assert.match((await failure(['login'], { cwd: bare })).message, /is a bare repository\. Run this in one of its/);
    });

    it('without git', async () => {
      const tools = box.directory('tools');
      for (const name of ['claude', 'codex']) symlinkSync(join(bin, name), join(tools, name));
      assert.match((await failure(['login'], { env: { PATH: tools } })).message, /git was not found/);
    });

    it('without Claude or Codex, and names both', async () => {
      const env = { PATH: box.env['PATH']?.replace(`${bin}:`, '') ?? '' };
      const { code, message } = await failure(['login'], { env });
      assert.equal(code, 'AGENT_MISSING');
      assert.match(message, /Claude is not on the PATH.*claude-code; Codex is not on the PATH.*@openai\/codex/);
      assert.equal((await failure(['login', '--no-launch'], { env })).code, 'AGENT_MISSING');
    });

    it('with a Claude that is too old, or that does not answer', async () => {
      agent('claude', '1.0.0', '--settings');
      assert.match((await failure(['login'])).message, /does not know --plugin-dir, --permission-mode/);
      writeFileSync(join(bin, 'codex'), '#!/bin/sh\nexit 1\n');
      assert.match((await failure(['login'])).message, /codex --version gave no version/);
    });

    it('without tmux', async () => {
      const { PATH } = box.wrapTmux('exit 127');
      assert.equal((await failure(['login'], { env: { PATH } })).exit, 3);
    });
  });

  describe('leaves nothing behind', () => {
    const commit = () => {
      project.git('add', '.claude');
      project.git('commit', '--quiet', '--message', 'theirs');
    };
    const checkoutHook = (text: string) => {
      project.write('.git/hooks/post-checkout', `#!/bin/sh\n${text}\n`);
      chmodSync(join(project.top, '.git/hooks/post-checkout'), 0o755);
    };
    const tmuxFails = () => box.wrapTmux('case "$*" in *split-window*) echo "no space" >&2; exit 1 ;; esac');

    for (const [title, breaks, message] of [
      ['the checkout', () => void checkoutHook('echo "not here" >&2; exit 1'), /post-checkout hook failed: not here/],
      [
        'the hooks: its settings are no JSON',
        () => {
          project.write('.claude/settings.json', '{ // mine\n}');
          commit();
        },
        /settings\.json is not valid JSON/,
      ],
      [
        'the hooks: its settings are in the home',
        () => {
          symlinkSync(box.home, join(project.top, '.claude'));
          commit();
        },
        /\.claude is a link/,
      ],
      [
        'the gate',
        () => {
          project.write('.claude/review', 'a file');
          commit();
        },
        /\.claude\/review is/,
      ],
      ['the party', () => tmuxFails(), /./],
    ] as const) {
      it(`when this fails: ${title}`, async () => {
        const env = breaks();
        const { exit, message: said } = await failure(['login', '--detach'], env === undefined ? {} : { env });
        assert.notEqual(exit, 0);
        assert.match(said, message);
        assert.deepEqual(await traces(), untouched);
      });
    }

    it('but leaves a folder of worktrees that was there', async () => {
      mkdirSync(join(worktrees, 'other'), { recursive: true });
      checkoutHook('exit 1');
      await failure(['login']);
      assert.deepEqual(await traces(), { ...untouched, beside: ['project-worktrees'] });
      assert.deepEqual(readdirSync(worktrees), ['other']);
    });

    it('and no gate in the log that an earlier worktree has left', async () => {
      const { worktree: first } = await make('login', '--no-launch');
      assert.equal((await box.party(['plan', 'stop'], { cwd: first.path })).code, 0);
      project.git('worktree', 'remove', '--force', first.path);
      project.git('branch', '--quiet', '-D', 'login');
      await failure(['login', '--detach'], { env: tmuxFails() });
      mkdirSync(first.path, { recursive: true });
      const { plan } = await box.partyJson<{ plan: { kind: string } }>(['plan', 'status'], { cwd: first.path });
      assert.equal(plan.kind, 'off');
    });

    for (const [signal, exit] of [
      ['SIGINT', 130],
      ['SIGTERM', 143],
    ] as const) {
      for (const [where, slow] of [
        ['the checkout', (stay: string) => void checkoutHook(stay)],
        ['the start of the party', (stay: string) => box.wrapTmux(`case "$*" in *split-window*) ${stay} ;; esac`)],
      ] as const) {
        it(`when ${signal} comes in the middle of ${where}`, async () => {
          const reached = join(box.root, 'reached');
          const go = join(box.root, 'go');
          const env = slow(`touch ${reached}; while [ ! -e ${go} ]; do sleep 0.05; done`) ?? {};
          const args = [cliBundle, 'worktree', 'login', '--detach', '--json'];
          const child = box.spawn(node20, args, { cwd: project.top, env });
          const ended = once(child, 'exit');
          await until('the middle', () => existsSync(reached), 20_000);
          child.kill(signal);
          writeFileSync(go, '');
          assert.deepEqual(await ended, [exit, null]);
          assert.deepEqual(await traces(), untouched);
        });
      }
    }

    describe('for the next one, when it is killed in the middle of', () => {
      /** Ends with git or tmux still waiting for `go`. */
      async function killed(slow: (stay: string) => { PATH: string } | undefined) {
        const reached = join(box.root, 'reached');
        const go = join(box.root, 'go');
        const env = slow(`touch ${reached}; while [ ! -e ${go} ]; do sleep 0.05; done`) ?? {};
        const child = box.spawn(node20, [cliBundle, 'worktree', 'login', '--detach'], { cwd: project.top, env });
        const ended = once(child, 'exit');
        await until('the middle', () => existsSync(reached), 20_000);
        child.kill('SIGKILL');
        await ended;
        return () => writeFileSync(go, '');
      }
      const tmuxWaits = (stay: string) => box.wrapTmux(`case "$*" in *split-window*) ${stay} ;; esac`);
      const again = () => worktree(['login', '--detach']);
      async function isWhole() {
        const { branches, registered, beside } = await traces();
        assert.deepEqual([branches, registered], [['login', 'main', 'topic'], ['login']]);
        assert.deepEqual(beside, ['project-worktrees']);
        assert.deepEqual(readdirSync(worktrees), ['login']);
        assert.ok(existsSync(join(worktrees, 'login/.claude/review/gate.json')));
        assert.equal((await box.sessions()).length, 1);
        // It is not a leftover any more.
        assert.match((await failure(['login'])).message, /login already exists/);
      }

      it('the checkout, which git goes on with', async () => {
        project.write('.claude/settings.json', '{}');
        commit();
        const go = await killed((stay) => void checkoutHook(stay));
        assert.match((await failure(['login'])).message, /login is being created right now by process \d+\. Wait/);
        go();
        await until('git to end', async () => (await again()).code === 0, 30_000);
        await isWhole();
      });

      it('the start of the party', async () => {
        project.write('.claude/settings.json', '{}');
        commit();
        (await killed(tmuxWaits))();
        const { code, stderr } = await again();
        assert.equal(code, 0, stderr);
        await isWhole();
      });

      for (const [title, work] of [
        ['written a file', () => writeFileSync(join(worktrees, 'login/new.txt'), 'mine')],
        ['changed one', () => writeFileSync(join(worktrees, 'login/src/auth.ts'), 'mine')],
        [
          'committed',
          () => project.git('-C', join(worktrees, 'login'), 'commit', '--quiet', '--allow-empty', '--message', 'mine'),
        ],
      ] as const) {
        it(`the start, but not when a user has ${title} there since`, async () => {
          (await killed(tmuxWaits))();
          work();
          const { code, message } = await failure(['login']);
          assert.equal(code, 'REFUSED');
          assert.match(message, /already exists.*git worktree remove/);
          assert.ok(existsSync(join(worktrees, 'login/src/auth.ts')));
          // Every call says it, until the worktree is kept or removed.
          const stays =
            /login was left unfinished .* To keep it, run party start in it; to remove it: git -C \S+ worktree remove \S+login$/m;
          const next = await box.party(['worktree', 'next', '--no-launch'], { cwd: project.top });
          assert.match(next.stderr, stays);
          const started = await box.party(['start', '--detach', '--json'], { cwd: project.top });
          assert.match(JSON.parse(started.stdout).warnings.join('\n'), stays);
          assert.match((await box.party(['sweep'], { cwd: project.top })).stderr, stays);
        });
      }

      describe('its last step, when its party runs already: it is finished, not cleared away', () => {
        const making = () => join(projectDirectory(partyPaths(box.env), join(worktrees, 'login')), 'making.json');
        const killer = join(import.meta.dirname, '../../stress/fixtures/killedAt.cjs');
        const panes = async () => (await box.tmux('list-panes', '-a', '-F', '#{pane_id} #{pane_pid}')).stdout;
        /** In every case with the party ready and the note of what was begun still there. */
        const kills: Record<string, () => Promise<unknown>> = {
          'tmux has just heard that the party is ready': () => {
            const env = box.wrapTmux('case "$*" in *@party_ready\\ 1*) tmux "$@"; kill -KILL $PPID; exit 1 ;; esac');
            return worktree(['login', '--detach'], { env });
          },
          'nothing but the note is left to be removed': () =>
            box.run(node20, ['--require', killer, cliBundle, 'worktree', 'login', '--detach'], {
              ...{ cwd: project.top, env: { KILL_BEFORE_RM: 'making.json' } },
            }),
        };
        const nexts: Record<string, () => Promise<{ code: number | undefined; stderr: string }>> = {
          'party worktree': () => box.party(['worktree', 'next', '--no-launch'], { cwd: project.top }),
          'party start': () => box.party(['start', '--detach'], { cwd: project.top }),
          'party start there': () => box.party(['start', '--detach'], { cwd: join(worktrees, 'login') }),
          'party sweep': () => box.party(['sweep'], { cwd: project.top }),
        };
        const isThere = () => {
          assert.ok(existsSync(join(worktrees, 'login/src/auth.ts')));
          assert.ok(existsSync(join(worktrees, 'login/.claude/review/gate.json')));
          assert.match(project.git('worktree', 'list'), /\[login\]/);
        };
        const killed = async (kill: () => Promise<unknown>) => {
          await kill();
          assert.ok(existsSync(making()), 'it was not killed before its last step');
          isThere();
          assert.equal((await box.sessions()).length, 1);
          return panes();
        };

        for (const [index, [when, kill]] of Object.entries(kills).entries()) {
          // After the second kill more is known of the party, and one next call is enough to show it.
          const some = Object.entries(nexts).slice(index === 0 ? 0 : -1);
          for (const [name, next] of some) {
            it(`${when}, then ${name}`, async () => {
              const before = await killed(kill);
              const { code, stderr } = await next();
              assert.equal(code, 0, stderr);
              assert.doesNotMatch(stderr, /left unfinished/);
              assert.ok(!existsSync(making()), 'it still counts as half made');
              assert.ok((await panes()).startsWith(before), 'its party was ended');
              // An ordinary worktree from now on, also when its party has ended.
              await box.party(['stop'], { cwd: join(worktrees, 'login') });
              await nexts['party sweep']?.();
              isThere();
            });
          }
        }

        it('seen by its processes, from another tmux server', async () => {
          const [, kill] = Object.entries(kills)[1] ?? [];
          const before = await killed(kill ?? assert.fail());
          const env = { PARTY_TMUX_SOCKET: `${box.socket}-other` };
          assert.equal((await box.party(['sweep'], { cwd: project.top, env })).code, 0);
          assert.ok(!existsSync(making()));
          assert.equal(await panes(), before);
          isThere();
        });
      });

      for (const [title, act] of [
        [
          'kept by a start in it',
          async (path: string) => assert.equal((await box.party(['start', '--detach'], { cwd: path })).code, 0),
        ],
        ['removed', async (path: string) => void project.git('worktree', 'remove', '--force', path)],
      ] as const) {
        it(`the start, and is silent about one that was changed and then ${title}`, async () => {
          (await killed(tmuxWaits))();
          const path = join(worktrees, 'login');
          project.git('-C', path, 'commit', '--quiet', '--allow-empty', '--message', 'mine');
          await act(path);
          for (const name of ['one', 'two']) {
            const { code, stderr } = await box.party(['worktree', name, '--no-launch'], { cwd: project.top });
            assert.equal(code, 0);
            assert.doesNotMatch(stderr, /left unfinished/);
          }
          assert.match(project.git('log', '-1', '--format=%s', 'login'), /mine/);
        });
      }
    });

    it('of the second of two at once, and all of the first', async () => {
      const both = await Promise.all([1, 2, 3].map(() => worktree(['login', '--no-launch'])));
      assert.deepEqual(both.map(({ code }) => code).sort(), [0, 1, 1]);
      const { branches, registered } = await traces();
      assert.deepEqual([branches, registered], [['login', 'main', 'topic'], ['login']]);
      assert.ok(existsSync(join(worktrees, 'login/.claude/review/gate.json')));
      assert.ok(existsSync(join(worktrees, 'login/src/auth.ts')));
    });
  });
});
