// `party evidence`: what a command that ran is worth, and whether all is there.

import assert from 'node:assert/strict';
import { newProject, type Project } from '../../support/project.ts';
import { Sandbox } from '../../support/sandbox.ts';

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

  it('leaves the options after -- to the command, and stdout to one object with --json', async () => {
    const args = ['evidence', 'run', 'checks', '--', 'printf', '%s|', '--json', '--help', '-x y', '--'];
    assert.equal((await party(...args)).stdout, '--json|--help|-x y|--|');
    const output = await party('--json', ...args);
    assert.deepEqual(JSON.parse(output.stdout), { kind: 'checks-passed', state: 'present', why: null, exit: 0 });
    assert.equal(output.stderr, '--json|--help|-x y|--|');
  });

  it('is none when the command changes the code, or cannot be run', async () => {
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
  });

  for (const [args, message] of [
    [['run'], /needs tests or checks/],
    [['run', 'tsets', '--', 'true'], /needs tests or checks, not "tsets"/],
    [['run', 'tests'], /Say what to run/],
    [['run', 'tests', '--'], /Say what to run/],
    [['list', 'x'], /list does not take x/],
    [['verify', '--', 'true'], /verify does not take true/],
    [['lst'], /did you mean list\?/],
  ] as const) {
    it(`refuses party evidence ${args.join(' ')}`, async () => {
      const output = await party('evidence', ...args);
      assert.equal(output.code, 1);
      assert.match(output.stderr, message);
    });
  }
});
