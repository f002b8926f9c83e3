// `party doctor` with real parts, broken in one way after the other: what it finds, and what `--fix` corrects.

import assert from 'node:assert/strict';
import {
  appendFileSync,
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { delimiter, join } from 'node:path';
import { clientRecord } from '../../../src/core/agents/clientRecord.ts';
import type { DoctorCheck } from '../../../src/core/status/doctor/doctorCheck.ts';
import { appendToHooksLog } from '../../../src/node/project/hooksLog.ts';
import { openProjectLog } from '../../../src/node/project/projectLog.ts';
import { processIdentity } from '../../../src/node/system/processIdentity.ts';
import { copyBuilt } from '../../support/copyBuilt.ts';
import { newProject, type Project } from '../../support/project.ts';
import { node20, repository, type Sandbox, until } from '../../support/sandbox.ts';

interface Examined {
  readonly ok: boolean;
  readonly checks: readonly (DoctorCheck & { readonly group: string })[];
  readonly fixed?: readonly string[];
  readonly recent: readonly unknown[];
}

type Env = Record<string, string>;

const { pinned } = clientRecord;

/** A process that has certainly ended: no system gives this number. */
const dead = '999999999:gone:1';

describe('party doctor', function () {
  this.timeout(120_000);
  let project: Project;
  let box: Sandbox;
  let bin: string;
  beforeEach(() => {
    project = newProject({ git: true });
    ({ box } = project);
    bin = box.directory('bin');
    program(
      'claude',
      agent(`${pinned.claude} (Claude Code)`, '--plugin-dir --settings --permission-mode --append-system-prompt'),
    );
    program('codex', agent(`codex-cli ${pinned.codex}`, '--config --ask-for-approval --sandbox'));
    // The process that runs already only runs bundles.
    program('warm', `if [ "$1" = --version ]; then exec ${node20} --version; else exec ${box.warmNode} "$@"; fi`);
    symlinkSync(join(repository, 'resources/bin/party'), join(bin, 'party'));
    Object.assign(box.env, { PATH: [bin, box.env['PATH']].join(delimiter), PARTY_NODE: join(bin, 'warm') });
  });
  afterEach(() => box.dispose());

  const agent = (version: string, flags: string) =>
    `case $1 in --version) echo '${version}' ;; *) echo '${flags}' ;; esac`;
  const program = (name: string, script: string) =>
    writeFileSync(join(bin, name), `#!/bin/sh\n${script}\n`, { mode: 0o755 });

  async function doctor(args: readonly string[] = [], env: Env = {}, cwd = project.top): Promise<Examined> {
    const { code, stdout, stderr } = await box.party(['doctor', '--json', ...args], { cwd, env });
    assert.equal(stderr, '');
    const found: Examined = JSON.parse(stdout);
    assert.equal(code, found.ok ? 0 : 1);
    assert.equal(found.ok, !found.checks.some(({ status }) => status === 'fail'));
    for (const { status, fix } of found.checks) assert.equal(fix === null, status === 'ok');
    return found;
  }
  const troubles = ({ checks }: Examined) => checks.filter(({ status }) => status !== 'ok').map(({ id }) => id);
  const checkOf = (found: Examined, id: string) => {
    const check = found.checks.find((one) => one.id === id);
    assert.ok(check, `there is no check ${id}`);
    return check;
  };
  /** The only trouble, with its state and words. */
  function expectOnly(found: Examined, id: string, status: string, message: RegExp, fix: RegExp): void {
    assert.deepEqual(troubles(found), [id]);
    const check = checkOf(found, id);
    assert.equal(check.status, status);
    assert.match(check.message, message);
    assert.match(check.fix ?? '', fix);
  }
  /** `--fix` says what it did, and the trouble is gone. */
  async function expectFixed(done: RegExp): Promise<void> {
    const found = await doctor(['--fix']);
    assert.match(found.fixed?.join('\n') ?? '', done);
    assert.deepEqual(troubles(found), []);
  }

  it('finds no problem on a healthy machine, and changes nothing', async () => {
    const found = await doctor();
    assert.deepEqual(troubles(found), []);
    assert.ok(found.checks.length > 25, `only ${found.checks.length} checks`);
    assert.match(checkOf(found, 'codex').message, / [\d.]+, which Party is tested with$/);
    assert.deepEqual([existsSync(box.partyHome), readdirSync(box.stateRoot)], [false, []]);
    assert.equal(project.git('status', '--short'), ' M src/auth.ts\n');
    const fixed = await doctor(['--fix']);
    assert.deepEqual(fixed.fixed, []);
    assert.equal(existsSync(box.partyHome), false);
  });

  it('prints sentences for people', async () => {
    program('gh', 'exit 1');
    const { code, stdout } = await box.party(['doctor'], { cwd: project.top });
    assert.equal(code, 1);
    assert.match(stdout, /^Programs\n {2}✓ tmux {15}For the panes of a party: \S+ \d/);
    assert.match(stdout, /\n\n1 problem\. What you can do\n {2}✗ gh {17}Run it in a terminal/);
  });

  describe('finds among the programs', () => {
    /** A PATH with the real programs that every call needs, and without the others. */
    function without(...names: readonly string[]): Env {
      const few = box.directory('few');
      for (const name of ['sh', 'cat', 'tmux', 'git', 'gh', 'readlink', 'dirname', 'party', 'claude', 'codex']) {
        if (names.includes(name)) continue;
        const place = (box.env['PATH'] ?? '').split(delimiter).find((one) => existsSync(join(one, name)));
        if (place !== undefined) symlinkSync(join(place, name), join(few, name));
      }
      return { PATH: few };
    }

    it('a tmux that is missing, and goes on', async () => {
      const found = await doctor([], without('tmux'));
      expectOnly(found, 'tmux', 'fail', /^tmux was not found/, /Install/);
    });
    it('a git that is missing, without which the gates cannot be tried', async () => {
      const found = await doctor([], without('git'));
      assert.deepEqual(troubles(found), ['git', 'gates']);
      assert.match(checkOf(found, 'gates').message, /^This could not be checked: git was not found/);
    });
    it('a tmux that is too old', async () => {
      program('tmux', 'if [ "$1" = -V ]; then echo tmux 2.9a; else echo "no server running" >&2; exit 1; fi');
      expectOnly(await doctor(), 'tmux', 'fail', /^2\.9a is too old/, /Install/);
    });
    it('agents that are missing', async () => {
      const found = await doctor([], without('claude', 'codex'));
      assert.deepEqual(troubles(found), ['claude', 'codex']);
      assert.match(checkOf(found, 'codex').fix ?? '', /npm install -g @openai\/codex$/);
    });
    it('an agent without the options that Party needs', async () => {
      program('claude', agent('1.0.0', '--settings'));
      expectOnly(await doctor(), 'claude', 'fail', /does not know --plugin-dir/, /claude update/);
    });
    it('a gh that is missing only where the tasks are on GitHub', async () => {
      assert.deepEqual(troubles(await doctor([], without('gh'))), []);
      project.write('tmux-team.json', '{"pm": {"storage": "github", "repo": "o/r"}}');
      rmSync(join(box.root, 'few'), { recursive: true });
      assert.deepEqual(troubles(await doctor([], without('gh'))), ['gh']);
    });
    it('a PARTY_NODE that cannot be executed', async () => {
      program('node', `exec ${node20} "$@"`);
      const found = await doctor([], { PARTY_NODE: '/nowhere/node' });
      expectOnly(found, 'node', 'warn', /^PARTY_NODE names \/nowhere\/node/, /unset PARTY_NODE/);
    });
    it("a program that the project's file names, without running it", async () => {
      const ran = join(box.root, 'ran');
      project.write('agent.sh', `#!/bin/sh\ntouch ${ran}\n`);
      chmodSync(project.file('agent.sh'), 0o755);
      project.write('tmux-team.json', '{"agents": {"claude": {"command": ["./agent.sh"], "adapter": "claude"}}}');
      const found = await doctor();
      assert.match(
        checkOf(found, 'claude').message,
        /agent\.sh, which the project's tmux-team\.json names; it was not run$/,
      );
      assert.equal(existsSync(ran), false);
    });
    it('no party, or another one, on the PATH', async () => {
      rmSync(join(bin, 'party'));
      expectOnly(await doctor(), 'path', 'warn', /^party is not on the PATH/, /resources\/bin\/party install$/);
      program('party', 'exit 1');
      expectOnly(await doctor(), 'path', 'warn', /it is not this installation/, /resources\/bin\/party install$/);
    });
    it('a party that is installed where no PATH leads', async () => {
      rmSync(join(bin, 'party'));
      assert.equal((await box.party(['install'], { cwd: project.top })).code, 0);
      const place = join(box.home, '.local/bin');
      expectOnly(
        await doctor(),
        'path',
        'warn',
        /^party is not on the PATH/,
        new RegExp(`^Put ${place} first on the PATH`),
      );
      const PATH = [place, box.env['PATH']].join(delimiter);
      assert.deepEqual(troubles(await doctor([], { PATH })), []);
    });
  });

  describe('finds in the installation', () => {
    it('a link to a version that was removed, and links it again', async () => {
      mkdirSync(box.partyHome, { mode: 0o700 });
      const link = join(box.partyHome, 'current');
      symlinkSync(join(box.root, 'removed'), link);
      expectOnly(await doctor(), 'current', 'fail', /which does not exist/, /party doctor --fix$/);
      await expectFixed(/^Linked .*current to /);
      assert.equal(readlinkSync(link), repository);
    });

    it('that the link was removed after a start, and links it again', async () => {
      const link = join(box.partyHome, 'current');
      assert.match(checkOf(await doctor(), 'current').message, /is created at the first start/);
      await box.start(project.top);
      rmSync(link);
      expectOnly(await doctor(), 'current', 'fail', /was removed/, /party doctor --fix$/);
      await expectFixed(/^Linked .*current to /);
      assert.equal(readlinkSync(link), repository);
    });

    it('a changed hook in the copy that the link names', async () => {
      const copy = box.directory('linked');
      copyBuilt(copy, '.agents', '.claude-plugin', 'dist', 'resources', 'package.json');
      mkdirSync(box.partyHome, { mode: 0o700 });
      symlinkSync(copy, join(box.partyHome, 'current'));
      assert.deepEqual(troubles(await doctor()), []);
      appendFileSync(join(copy, 'resources/claude/hooks/pr-gate.sh'), '# more\n');
      expectOnly(await doctor(), 'installation', 'fail', /linked are not .*hooks\/pr-gate\.sh$/, /Install Party again/);
    });

    it('a hook that was changed, and files that are missing', async () => {
      const copy = box.directory('copy');
      copyBuilt(copy, '.agents', '.claude-plugin', 'dist', 'resources', 'package.json');
      appendFileSync(join(copy, 'resources/claude/hooks/stop.sh'), '# more\n');
      rmSync(join(copy, 'dist/hook-stop.cjs'));
      const { stdout } = await box.bundle(join(copy, 'dist/cli.cjs'), ['doctor', '--json'], { cwd: project.top });
      const check = checkOf(JSON.parse(stdout), 'installation');
      assert.match(
        check.message,
        /changed since the build: resources\/claude\/hooks\/stop\.sh; missing: dist\/hook-stop\.cjs$/,
      );
      rmSync(join(copy, 'dist/files.sha256'));
      const again = await box.bundle(join(copy, 'dist/cli.cjs'), ['doctor', '--json'], { cwd: project.top });
      assert.equal(checkOf(JSON.parse(again.stdout), 'installation').status, 'warn');
    });
  });

  describe('finds among the directories', () => {
    it('a home that other users can enter, and makes it private', async () => {
      mkdirSync(box.partyHome, { mode: 0o755 });
      chmodSync(box.partyHome, 0o755);
      expectOnly(await doctor(), 'home', 'warn', /open to other users/, /doctor --fix$/);
      await expectFixed(/^Made .* private \(0700\)$/);
      assert.equal(statSync(box.partyHome).mode & 0o777, 0o700);
    });
    it('a home and a directory of Codex that cannot be made', async () => {
      const file = join(box.root, 'file');
      writeFileSync(file, '');
      const found = await doctor([], { PARTY_HOME: join(file, 'home'), CODEX_HOME: join(box.root, 'none') });
      assert.ok(troubles(found).includes('home'));
      assert.match(checkOf(found, 'codex-home').message, /CODEX_HOME names it, but it does not exist/);
    });
    it('a state root that others can write', async () => {
      chmodSync(box.stateRoot, 0o777);
      expectOnly(await doctor(), 'state-root', 'fail', /can be written by others/, /chmod go-w .*PARTY_STATE_ROOT/);
      chmodSync(box.stateRoot, 0o755);
      assert.equal(checkOf(await doctor(), 'state-root').status, 'ok');
    });
    it('directories that do not exist and that Party does not make', async () => {
      const none = join(box.root, 'none');
      const found = await doctor([], { PARTY_STATE_ROOT: none, TMPDIR: none });
      for (const id of ['state-root', 'temporary']) {
        assert.match(checkOf(found, id).message, /: it does not exist$/, id);
        assert.match(checkOf(found, id).fix ?? '', new RegExp(`^Run: mkdir -m 700 ${none}, or set `), id);
      }
      mkdirSync(none, { mode: 0o700 });
      assert.deepEqual(troubles(await doctor([], { PARTY_STATE_ROOT: none, TMPDIR: none })), []);
    });
    it("a party's directory that others can enter, and leaves those of other programs alone", async () => {
      const { session } = await box.start(project.top);
      const own = join(box.stateRoot, session.name);
      const other = join(box.stateRoot, 'party-photos');
      mkdirSync(other);
      for (const directory of [own, other]) chmodSync(directory, 0o755);
      expectOnly(await doctor(), 'state-directories', 'fail', new RegExp(`enter ${own}, `), /doctor --fix$/);
      await expectFixed(/^Made .* private/);
      assert.deepEqual(
        [own, other].map((one) => lstatSync(one).mode & 0o777),
        [0o700, 0o755],
      );
    });
  });

  describe('finds in the configuration', () => {
    it('a mistake in each file, with its key', async () => {
      mkdirSync(join(box.home, '.tmux-team'));
      writeFileSync(join(box.home, '.tmux-team/config.json'), '{"defaults": {"timeout": "soon"}}');
      project.write('tmux-team.json', '{"agents": {"claude": {"comand": ["x"]}}}');
      const found = await doctor();
      assert.match(checkOf(found, 'user-config').message, /config\.json: defaults\.timeout: expected a number/);
      assert.match(checkOf(found, 'project-config').message, /tmux-team\.json: agents\.claude\.comand: unknown key/);
    });
    it('a setting that turns hooks off', async () => {
      project.write('.claude/settings.json', '{"disableAllHooks": true}');
      expectOnly(await doctor(), 'claude-settings', 'warn', /settings\.json says "disableAllHooks": true/, /Remove/);
      rmSync(project.file('.claude'), { recursive: true });
      project.write('tmux-team.json', '{"agents": {"claude": {"command": ["claude", "--safe-mode"]}}}');
      expectOnly(await doctor(), 'claude-settings', 'fail', /^Claude runs no hooks: .*--safe-mode/, /Remove/);
    });
  });

  describe('finds in the project', () => {
    it('a log with an altered line', async () => {
      const log = openProjectLog(project.paths, project.top);
      for (const reason of ['one', 'two', 'three'])
        await log.append({ event: 'budget-renewed', actor: 'human', reason });
      const file = project.durable('events.jsonl');
      writeFileSync(file, readFileSync(file, 'utf8').replace('"one"', '"ten"'));
      expectOnly(await doctor(), 'log', 'fail', /proves nothing until/, /^Run: party log check$/);
    });
    it('a Claude whose hooks have not reported', async () => {
      for (const name of ['claude', 'codex']) {
        const script = readFileSync(join(bin, name), 'utf8');
        writeFileSync(join(bin, name), script.replace('*)', '--help)').replace('esac', '*) exec sleep 60 ;; esac'));
      }
      await box.partyJson(['start', '--detach'], { cwd: project.top });
      expectOnly(await doctor(), 'claude-hooks', 'warn', /hooks have not reported yet$/, /party gates check$/);
    });
    it('hooks of the plan gate that were taken out of the settings, or changed', async () => {
      const start = () => box.party(['plan', 'start', '--local'], { cwd: project.top });
      const settings = project.file('.claude/settings.local.json');
      await start();
      assert.deepEqual(troubles(await doctor()), []);
      const written = readFileSync(settings, 'utf8');
      for (const text of ['{}\n', written.replaceAll('plan-gate.sh', 'plan-gone.sh')]) {
        writeFileSync(settings, text);
        expectOnly(await doctor(), 'plan-hooks', 'fail', /removed or changed/, /^Run: party plan start --local$/);
        assert.equal((await start()).code, 0);
        assert.equal(checkOf(await doctor(), 'plan-hooks').status, 'ok');
      }
      await box.party(['plan', 'stop'], { cwd: project.top });
      assert.match(checkOf(await doctor(), 'plan-hooks').message, /^No plan gate/);
    });
    it('hooks that failed', async () => {
      mkdirSync(project.durable(), { recursive: true, mode: 0o700 });
      const line = { at: new Date().toISOString(), hook: 'stop', session: 's', level: 'error', message: 'a secret' };
      writeFileSync(project.durable('hooks.jsonl'), `${JSON.stringify(line)}\n`);
      const found = await doctor();
      expectOnly(found, 'hooks', 'warn', /\(stop\): 1 time$/, /hooks\.jsonl$/);
      assert.deepEqual(found.recent, [{ at: line.at, from: 'stop', code: 'error' }]);
    });
    it('hooks that failed before the log was put aside', async () => {
      mkdirSync(project.durable(), { recursive: true, mode: 0o700 });
      const line = { at: new Date().toISOString(), hook: 'stop', session: 's', level: 'error', message: 'a secret' };
      writeFileSync(project.durable('hooks.jsonl'), `${'x'.repeat(1024 * 1024)}\n${JSON.stringify(line)}\n`);
      await appendToHooksLog(project.durable(), { hook: 'pr-gate', session: 's', level: 'error', message: 'another' });
      expectOnly(await doctor(), 'hooks', 'warn', /\(stop and pr-gate\): 2 times$/, /hooks\.jsonl$/);
    });
    it('a repository that git refuses', async () => {
      writeFileSync(project.file('.git/config'), 'no configuration\n');
      expectOnly(await doctor(), 'project', 'fail', /^git refuses /, /Do what git says/);
    });
    it('records that cannot be read', async () => {
      const record = project.durable('sessions/x1/session.json');
      mkdirSync(join(record, '..'), { recursive: true });
      chmodSync(box.partyHome, 0o700);
      writeFileSync(record, '{');
      expectOnly(await doctor(), 'records', 'warn', /x1\/session\.json$/, /remove the file$/);
    });
  });

  describe('finds what was left behind', () => {
    it('by a party whose server was killed, and removes its directory', async () => {
      const { session } = await box.start(project.top);
      assert.match(checkOf(await doctor(), 'tmux-server').message, /1 party runs$/);
      await box.killServer();
      expectOnly(await doctor(), 'sessions', 'warn', new RegExp(session.name), /doctor --fix$/);
      await expectFixed(/^Removed what ended parties/);
      assert.deepEqual(readdirSync(box.stateRoot), []);
    });
    it('by killed processes: unfinished files', async () => {
      const drafts = ['.events.head', '.probes.json'].map((name) => `${name}.999999999.0123456789abcdef.tmp`);
      mkdirSync(project.durable(), { recursive: true });
      chmodSync(box.partyHome, 0o700);
      const files = [project.durable(drafts[0] ?? ''), join(box.partyHome, drafts[1] ?? '')];
      for (const file of files) writeFileSync(file, '');
      expectOnly(await doctor(), 'leftovers', 'warn', /2 unfinished files/, /doctor --fix$/);
      await expectFixed(/^Removed 2 unfinished files$/);
      assert.deepEqual(files.filter(existsSync), []);
    });
    it('by killed processes: their locks of both kinds', async () => {
      const [lock, turn] = ['start.lock', 'events.turn'].map((name) => project.durable(name)) as [string, string];
      for (const directory of [lock, turn]) mkdirSync(directory, { recursive: true });
      chmodSync(box.partyHome, 0o700);
      writeFileSync(join(lock, '1'), dead);
      symlinkSync(dead, join(turn, '1'));
      expectOnly(await doctor(), 'locks', 'warn', /start\.lock/, /doctor --fix$/);
      await expectFixed(/^Released 2 locks$/);
    });
    it('by a stopped process: a lock that no other process can take', async () => {
      const child = box.spawn('sleep', ['60']);
      try {
        const pid = child.pid ?? 0;
        const lock = project.durable('codex.lock');
        mkdirSync(lock, { recursive: true });
        chmodSync(box.partyHome, 0o700);
        writeFileSync(join(lock, '1'), processIdentity(pid) ?? '');
        assert.deepEqual(troubles(await doctor()), []);
        child.kill('SIGSTOP');
        const found = await until('the stop', async () => {
          const now = await doctor();
          return troubles(now).length > 0 && now;
        });
        expectOnly(found, 'locks', 'fail', new RegExp(`process ${pid} holds `), new RegExp(`kill -CONT ${pid}$`));
        assert.deepEqual(checkOf(found, 'locks').next, [{ act: 'continueRun', pid }]);
        assert.deepEqual((await doctor(['--fix'])).fixed, []);
      } finally {
        child.kill('SIGKILL');
      }
    });
    it('by other programs, and keeps it', async () => {
      const photos = join(box.stateRoot, 'party-photos');
      mkdirSync(photos, { mode: 0o700 });
      writeFileSync(join(photos, 'one.jpg'), '');
      utimesSync(photos, 0, 0);
      assert.deepEqual(troubles(await doctor(['--fix'])), []);
      await box.party(['sweep'], { cwd: project.top });
      assert.deepEqual(readdirSync(photos), ['one.jpg']);
    });
  });

  describe('works in a broken world', () => {
    it('with a tmux whose socket does not answer', async () => {
      const folder = join(box.root, `tmux-${process.getuid?.()}`);
      mkdirSync(folder, { mode: 0o755 });
      chmodSync(folder, 0o777);
      const found = await doctor();
      expectOnly(found, 'tmux-server', 'fail', /^tmux does not answer: .*unsafe permissions/, /permissions/);
    });
    it('with a socket that a killed server left', async () => {
      await box.tmux('new-session', '-d', 'sleep 60');
      const pid = Number((await box.tmux('display-message', '-p', '#{pid}')).stdout);
      process.kill(pid, 'SIGKILL');
      await until('the end of the server', () => processIdentity(pid) === undefined);
      const found = await doctor();
      assert.deepEqual(troubles(found), []);
      assert.match(
        checkOf(found, 'tmux-server').message,
        new RegExp(`; .*${box.socket} is left over from one that was killed`),
      );
    });
    it('in a directory that was removed', async () => {
      const gone = box.directory('gone');
      const { code, stdout } = await box.run('sh', ['-c', `cd ${gone} && rmdir ${gone} && exec party doctor --json`], {
        env: { PARTY_NODE: node20 },
      });
      const found: Examined = JSON.parse(stdout);
      assert.equal(code, 0);
      expectOnly(found, 'project', 'warn', /current directory has been removed/, /Change to/);
    });
    it('outside a repository, without a home, and with files in the place of directories', async () => {
      const file = join(box.root, 'file');
      writeFileSync(file, '');
      const env = {
        HOME: file,
        PARTY_HOME: file,
        PARTY_STATE_ROOT: file,
        PARTY_MARKER_ROOT: file,
        CLAUDE_CONFIG_DIR: file,
      };
      const found = await doctor([], env, box.directory('plain'));
      for (const id of ['home', 'state-root']) assert.equal(checkOf(found, id).status, 'fail', id);
      assert.equal(checkOf(found, 'marker-root').status, 'warn');
      assert.match(checkOf(found, 'project').message, /not a git repository; reviews need one$/);
      const fixed = await doctor(['--fix'], env, box.directory('plain'));
      assert.equal(fixed.ok, false);
    });
  });
});
