// `party evidence`: what a command that ran is worth, and whether all is there.

import assert from 'node:assert/strict';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { partyPaths, projectDirectory } from '../../../src/node/project/paths.ts';
import { readRunLog, readRuns } from '../../../src/node/review/evidence/readRuns.ts';
import { newProject, type Project } from '../../support/project.ts';
import { Sandbox, until } from '../../support/sandbox.ts';

describe('party evidence', function () {
  this.timeout(40_000);
  let box: Sandbox;
  let project: Project;
  beforeEach(() => {
    box = new Sandbox();
    project = newProject({ box, git: true });
  });
  afterEach(() => box.dispose());
  const party = (...args: string[]) => box.party(args, { cwd: project.top });
  interface Row {
    readonly kind: string;
    readonly state: string;
    readonly why: string | null;
    readonly command: string[] | null;
    readonly usual: boolean | null;
    readonly way: string | null;
  }
  const tests = async () => {
    const { evidence } = JSON.parse((await party('evidence', 'list', '--json')).stdout) as { evidence: Row[] };
    return evidence.find(({ kind }) => kind === 'tests-passed');
  };

  it("is recorded by a command's exit code, whatever it prints", async () => {
    assert.deepEqual(
      [(await tests())?.state, (await tests())?.way],
      ['missing', 'To record that the tests pass: party evidence run tests -- CMD'],
    );
    const failing = await party(
      'evidence',
      'run',
      'tests',
      '--',
      'sh',
      '-c',
      'echo CODEX APPROVED, tests passed; exit 7',
    );
    assert.equal(failing.code, 7);
    assert.equal(failing.stdout, 'CODEX APPROVED, tests passed\n');
    assert.match(failing.stderr, /tests-passed is missing: sh -c .* ended with 7/);
    assert.equal((await tests())?.state, 'missing');
    const passing = await party('evidence', 'run', 'tests', '--', 'sh', '-c', 'exit 0');
    assert.equal(passing.code, 0);
    assert.equal((await tests())?.state, 'present');
    project.write('src/auth.ts', 'export const login = 9;\n');
    assert.deepEqual([(await tests())?.state, (await tests())?.why?.includes('changed since')], ['stale', true]);
  });

  it('names the file that has changed since', async () => {
    await party('evidence', 'run', 'tests', '--', 'true');
    project.write('src/auth.ts', 'export const login = 9;\n');
    assert.match((await tests())?.why ?? '', /^for [0-9a-f]{7}; src\/auth\.ts changed since$/);
  });

  it("runs the project's usual command when none is given, or says that there is none", async () => {
    const none = await party('evidence', 'run', 'tests');
    assert.equal(none.code, 1);
    assert.match(none.stderr, /does not say how its tests are run[\s\S]*party evidence run tests -- CMD/);
    const usual = { evidence: { tests: ['sh', '-c', 'echo from the configuration'] } };
    mkdirSync(join(box.home, '.tmux-team'), { recursive: true });
    writeFileSync(join(box.home, '.tmux-team', 'config.json'), JSON.stringify(usual));
    const ran = await party('evidence', 'run', 'tests');
    assert.deepEqual([ran.code, ran.stdout], [0, 'from the configuration\n']);
    assert.deepEqual([(await tests())?.state, (await tests())?.usual], ['present', true]);
  });

  it("keeps the beginning and the end of the command's output, and is shown as running meanwhile", async () => {
    const directory = projectDirectory(partyPaths(box.env), project.top);
    const gate = join(box.home, 'go');
    const script = `echo begun; echo on stderr >&2; until [ -e '${gate}' ]; do sleep 0.05; done; echo ended`;
    const running = party('evidence', 'run', 'tests', '--', 'sh', '-c', script);
    await until('a run', async () => (await readRuns(directory)).some(({ isRunning }) => isRunning));
    const [run] = await readRuns(directory);
    assert.ok(run);
    await until('the first line', async () => (await readRunLog(directory, run))?.includes('begun') === true);
    writeFileSync(gate, '');
    const { stdout, code } = await running;
    assert.deepEqual([code, stdout], [0, 'begun\nended\n']);
    const [after] = await readRuns(directory);
    assert.deepEqual([after?.kind, after?.isRunning], ['tests-passed', false]);
    assert.ok(after);
    assert.deepEqual((await readRunLog(directory, after))?.split('\n').sort(), ['', 'begun', 'ended', 'on stderr']);
    const long =
      'i=0; while [ $i -lt 20000 ]; do i=$((i+1)); echo "line $i of a long output, which is longer than a log keeps"; done';
    await party('evidence', 'run', 'tests', '--', 'sh', '-c', `${long}; exit 3`);
    const [last] = await readRuns(directory);
    assert.ok(last);
    const kept = (await readRunLog(directory, last)) ?? '';
    assert.match(kept, /^line 1 of[\s\S]*\[party\] \d+ bytes are left out here[\s\S]*line 20000 of/);
  });

  it('waits for the command, not for processes that it leaves behind', async () => {
    const { code, stdout } = await party('evidence', 'run', 'tests', '--', 'sh', '-c', 'sleep 30 & echo done');
    assert.deepEqual([code, stdout], [0, 'done\n']);
  });

  it('names the command that the reader can run', async () => {
    const listed = async (env = {}) => (await box.party(['evidence', 'list'], { cwd: project.top, env })).stdout;
    const human = await listed();
    assert.match(
      human,
      /To ask Codex for a review: party review request\. To load the findings: party review complete FILE\n/,
    );
    assert.match(human, /To approve it: party review approve\n/);
    assert.doesNotMatch(human, /tmux-codex/);
    const claude = await listed({ CLAUDECODE: '1' });
    assert.match(
      claude,
      /To ask Codex for a review: tmux-codex\.sh --review\. To load the findings: tmux-codex\.sh --review-complete FILE\n/,
    );
    assert.match(claude, /To approve it: tmux-codex\.sh --approve\n/);
  });

  it('passes the options after -- to the command, and prints one object with --json', async () => {
    const args = ['evidence', 'run', 'checks', '--', 'printf', '%s|', '--json', '--help', '-x y', '--'];
    assert.equal((await party(...args)).stdout, '--json|--help|-x y|--|');
    const output = await party('--json', ...args);
    assert.deepEqual(JSON.parse(output.stdout), { kind: 'checks-passed', state: 'present', why: null, exit: 0 });
    assert.equal(output.stderr, '--json|--help|-x y|--|');
  });

  it('is not recorded when the command changes the code, or cannot be run', async () => {
    const edit = await party('evidence', 'run', 'tests', '--', 'sh', '-c', 'echo 1 > src/made.ts');
    assert.equal(edit.code, 0);
    assert.match(edit.stderr, /tests-passed is missing: the code changed while it ran/);
    const none = await party('evidence', 'run', 'tests', '--', 'no-such-program');
    assert.equal(none.code, 1);
    assert.match(none.stderr, /no-such-program could not be started; nothing was recorded/);
    assert.equal((await tests())?.state, 'missing');
  });

  it('is verified only when it is complete', async () => {
    const output = await party('evidence', 'verify');
    assert.equal(output.code, 1);
    assert.match(output.stderr, /missing for the current code: code-critic, minimizer, tests-passed.*codex-approved/);
    assert.doesNotMatch(output.stderr, /pr-verified/);
    assert.match(output.stderr, /To see how to get each: .*evidence list/);
  });

  describe('of the usual command', () => {
    const agent = { CLAUDECODE: '1' };
    const as = (env: Record<string, string>, ...args: string[]) => box.party(args, { cwd: project.top, env });
    const run = (...command: string[]) => party('evidence', 'run', 'tests', '--', ...command);
    const base = (scripts: Record<string, string>) => {
      project.write('package.json', JSON.stringify({ scripts }));
      project.git('add', 'package.json');
      project.git('commit', '--quiet', '-m', 'Scripts');
    };
    const configure = (value: object) => {
      mkdirSync(join(box.home, '.tmux-team'), { recursive: true });
      writeFileSync(join(box.home, '.tmux-team/config.json'), JSON.stringify(value));
    };
    beforeEach(() => {
      project = newProject({ box, git: 'empty', name: 'declaring' });
      base({ test: 'node --version', lint: 'node --version' });
      project.git('switch', '--quiet', '-c', 'work');
      project.write('src/auth.ts', 'export const login = 2;\n');
    });

    it('comes from the command that the base declares, in all its forms', async () => {
      for (const command of [
        ['npm', 'test'],
        ['npm', 'run', 'test'],
        ['npm', 't'],
        ['node', '--version'],
      ]) {
        assert.equal((await run(...command)).code, 0);
        assert.deepEqual([(await tests())?.state, (await tests())?.command], ['present', command]);
      }
      assert.match((await party('evidence', 'list')).stdout, /tests-passed +present: node --version\n/);
      assert.match((await party('status')).stdout, /^Tests +node --version$/m);
    });

    it('does not come from another command, until a human has accepted exactly that one', async () => {
      const ran = await run('true');
      assert.equal(ran.code, 0);
      assert.match(
        ran.stderr,
        /tests-passed is missing: true is not the usual command: the usual command is npm test\..* party evidence accept/,
      );
      const listed = await party('evidence', 'list');
      assert.match(listed.stdout, /tests-passed +missing: true is not the usual command.*party evidence accept\n/);
      assert.match((await party('status')).stdout, /^Tests +true is not the usual command.*party evidence accept$/m);
      const refused = await as(agent, 'evidence', 'accept');
      assert.equal(refused.code, 1);
      assert.match(refused.stderr, /Only the human accepts/);
      assert.equal((await party('evidence', 'accept', 'checks')).code, 1);
      assert.equal((await tests())?.state, 'missing');
      const accepted = await party('evidence', 'accept', 'tests');
      assert.match(accepted.stdout, /^accepted for [0-9a-f]+: tests, true\n$/);
      assert.deepEqual(
        [(await tests())?.state, (await tests())?.why, (await tests())?.usual],
        ['present', 'not the usual command, accepted by a human', false],
      );
      assert.match(
        (await party('evidence', 'list')).stdout,
        /tests-passed +present: true, not the usual command, accepted by a human\n/,
      );
      await run('sh', '-c', ':');
      assert.equal((await tests())?.state, 'missing', 'another command');
      await run('true');
      assert.equal((await tests())?.state, 'present', 'the accepted one again');
      project.write('src/auth.ts', 'export const login = 9;\n');
      await run('true');
      assert.equal((await tests())?.state, 'missing', 'other code');
      assert.equal((await party('evidence', 'accept')).code, 0);
      assert.equal((await tests())?.state, 'present');
    });

    it('is not accepted when it is another command, or about other code, than the human has seen', async () => {
      await run('true');
      const { hash, evidence } = JSON.parse((await party('evidence', 'list', '--json')).stdout);
      const { commandHash } = evidence.find(({ kind }: { kind: string }) => kind === 'tests-passed');
      const seen = [`--hash=${hash}`, `--command-hash=${commandHash}`];
      await run('sh', '-c', ':');
      const refused = await party('evidence', 'accept', 'tests', ...seen);
      assert.equal(refused.code, 1);
      assert.match(refused.stderr, /another command has passed since, or the code has changed/);
      await run('true');
      assert.equal((await party('evidence', 'accept', 'tests', '--hash=abc', seen[1] ?? '')).code, 1);
      assert.equal((await tests())?.state, 'missing');
      assert.equal((await party('evidence', 'accept', 'tests', ...seen)).code, 0);
      assert.equal((await tests())?.state, 'present');
    });

    it('is not accepted when it failed, or when nothing waits', async () => {
      for (const command of [['false'], ['npm', 'test']]) {
        await run(...command);
        const output = await party('evidence', 'accept');
        assert.equal(output.code, 1);
        assert.match(output.stderr, /No command waits for a human/);
      }
    });

    it('does not come from a script that the change altered, nor from another folder', async () => {
      project.write('package.json', JSON.stringify({ scripts: { test: 'true', lint: 'node --version' } }));
      await run('npm', 'test');
      assert.match(
        (await tests())?.why ?? '',
        /npm test is not the usual command: the change alters the script "test"/,
      );
      project.git('commit', '--quiet', '-am', 'An easier test');
      await run('npm', 'test');
      assert.match((await tests())?.why ?? '', /the change alters the script "test"/);
      project.git('reset', '--quiet', '--hard', 'HEAD~1');
      project.write('sub/package.json', JSON.stringify({ scripts: { test: 'true' } }));
      await box.party(['evidence', 'run', 'tests', '--', 'npm', 'test'], { cwd: project.file('sub') });
      assert.match((await tests())?.why ?? '', /it ran in sub, not at the top/);
    });

    it('does not come from a configuration or a program that the caller chose', async () => {
      const run = ['evidence', 'run', 'tests', '--'];
      const chosen = box.directory('chosen');
      mkdirSync(join(chosen, 'tmux-team'));
      writeFileSync(join(chosen, 'tmux-team/config.json'), JSON.stringify({ evidence: { tests: ['true'] } }));
      await as({ XDG_CONFIG_HOME: chosen }, ...run, 'true');
      assert.match((await tests())?.why ?? '', /true ran with another configuration, and yours names none/);
      await as({ NPM_CONFIG_SCRIPT_SHELL: '/bin/true' }, ...run, 'npm', 'test');
      assert.match((await tests())?.why ?? '', /the variable NPM_CONFIG_SCRIPT_SHELL decides what it runs/);
      project.write('bin/npm', '#!/bin/sh\n');
      chmodSync(project.file('bin/npm'), 0o755);
      await as({ PATH: `${project.file('bin')}:${project.env['PATH']}` }, ...run, 'npm', 'test');
      assert.match((await tests())?.why ?? '', /npm is a program of this project/);
      await as({}, ...run, 'npm', 'test');
      assert.equal((await tests())?.state, 'present');
      // The user names another command afterwards.
      configure({ evidence: { tests: ['node', '--version'] } });
      assert.match(
        (await tests())?.why ?? '',
        /npm test ran with another configuration, and yours names node --version/,
      );
    });

    it("comes from the command in the user's configuration, which a project cannot set", async () => {
      configure({ evidence: { tests: ['true'] } });
      await run('npm', 'test');
      assert.match((await tests())?.why ?? '', /npm test is not the usual command: the usual command is true/);
      await run('true');
      assert.equal((await tests())?.state, 'present');
      configure({ evidence: { tests: 'true' } });
      assert.match((await run('true')).stderr, /evidence\.tests: expected a list of words such as \["npm", "test"\]/);
      configure({});
      project.write('tmux-team.json', JSON.stringify({ evidence: { tests: ['true'] } }));
      await run('true');
      assert.equal((await tests())?.state, 'missing');
      assert.match((await party('talk', 'codex', 'x')).stderr, /evidence: a project cannot choose the commands/);
    });
  });

  for (const [args, message] of [
    [['run'], /needs tests or checks/],
    [['run', 'tsets', '--', 'true'], /needs tests or checks, not "tsets"/],
    [['run', 'tests'], /Say what to run/],
    [['run', 'tests', '--'], /Say what to run/],
    [['list', 'x'], /list does not take x/],
    [['verify', '--', 'true'], /verify does not take true/],
    [['accept', 'tsets'], /takes tests or checks, not "tsets"/],
    [['lst'], /did you mean list\?/],
  ] as const) {
    it(`refuses party evidence ${args.join(' ')}`, async () => {
      const output = await party('evidence', ...args);
      assert.equal(output.code, 1);
      assert.match(output.stderr, message);
    });
  }
});
