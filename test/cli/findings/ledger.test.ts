// `party findings list|show|triage|export` and `party evidence` on a project whose log has a review in it.

import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { LedgerFinding } from '../../../src/core/findings/ledgerFinding.ts';
import { newProject, type Project } from '../../support/project.ts';
import { Sandbox } from '../../support/sandbox.ts';

const standIn = join(import.meta.dirname, '../fixtures/codex.mjs');

describe('party findings', function () {
  this.timeout(40_000);
  let box: Sandbox;
  let project: Project;
  const party = (...args: string[]) => box.party(args, { cwd: project.top });
  const json = async <T>(...args: string[]) => JSON.parse((await party(...args, '--json')).stdout) as T;
  /** One blocking finding, F1. */
  const reviewed = async () => {
    const config = join(box.root, 'config.json');
    const text = JSON.stringify({ agents: { codex: { command: [process.execPath, standIn], adapter: 'codex' } } });
    writeFileSync(config, text);
    Object.assign(box.env, { STAND_IN_LOG: join(box.root, 'called.json') });
    const output = await party('review', 'request', 'main', 'Add *login*', '--headless', '--config', config);
    assert.equal(output.code, 0, output.stderr);
  };
  before(async () => {
    box = new Sandbox();
    project = newProject({ box, git: true });
  });
  after(() => box.dispose());

  it('has none before a review', async () => {
    assert.equal((await party('findings', 'list')).stdout, 'No findings\n');
    assert.match((await party('findings', 'show', 'r1-F1')).stderr, /no finding "r1-F1"/);
  });

  it('lists and shows them', async () => {
    await reviewed();
    assert.equal((await party('findings', 'list')).stdout, 'r1-F1  src/auth.ts:1  blocking: Login is never checked\n');
    const { findings, open, blocking } = await json<{ findings: LedgerFinding[]; open: number; blocking: number }>(
      ...['findings', 'list'],
    );
    assert.deepEqual([findings[0]?.key, open, blocking], ['r1-F1', 1, 1]);
    const shown = (await party('findings', 'show', 'F1')).stdout;
    assert.match(
      shown,
      /^r1-F1 {2}src\/auth\.ts:1\n {2}blocking, correctness\n {2}open, by review\n {2}raised in round 1/,
    );
    assert.match(shown, /Code, as it was reviewed:\n {4}export const login = 2;\n$/);
  });

  it('exports them in each form', async () => {
    const sarif = JSON.parse((await party('findings', 'export', '--sarif')).stdout);
    assert.equal(sarif.version, '2.1.0');
    assert.equal(sarif.runs[0].results[0].locations[0].physicalLocation.artifactLocation.uri, 'src/auth.ts');
    assert.match((await party('findings', 'export', '--markdown')).stdout, /^# Findings: Add \\\*login\\\*\n/);
    assert.equal((await json<{ findings: LedgerFinding[] }>('findings', 'export')).findings.length, 1);
    const out = join(box.root, 'findings.sarif');
    assert.equal((await party('findings', 'export', '--sarif', '--out', out)).stdout, `file: ${out}\n`);
    assert.deepEqual(JSON.parse(readFileSync(out, 'utf8')), sarif);
    assert.match((await party('findings', 'export')).stderr, /needs --json, --sarif or --markdown/);
    assert.match((await party('findings', 'export', '--sarif', '--markdown')).stderr, /one form at a time/);
  });

  it('settles one only with a reason, and opens it again', async () => {
    const refused = await party('findings', 'triage', 'r1-F1', 'rejected');
    assert.equal(refused.code, 1);
    assert.match(refused.stderr, /needs a reason/);
    assert.match((await party('findings', 'triage', 'r1-F1', 'rejcted')).stderr, /did you mean rejected\?/);
    assert.match((await party('findings', 'triage', 'F1')).stderr, /needs STATE/);
    const done = await party('findings', 'triage', 'r1-F1', 'out-of-scope', '--reason', 'Another change');
    assert.equal(done.stdout, 'r1-F1 is out-of-scope: Another change\nblocking and open: 0\n');
    assert.match((await party('findings', 'list')).stdout, /^Nothing is open; 1 settled/);
    assert.match((await party('findings', 'list', '--all')).stdout, /blocking, out-of-scope: Login/);
    assert.match((await party('findings', 'triage', 'r1-F1', 'open')).stdout, /^r1-F1 is open\nblocking and open: 1\n/);
  });

  it('says that there is no repository', async () => {
    const output = await box.party(['findings', 'list'], { cwd: box.directory('elsewhere') });
    assert.equal(output.code, 1);
    assert.match(output.stderr, /NOT_A_REPOSITORY/);
  });
});

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

  it('is kept of a command that is run, whatever it prints', async () => {
    assert.deepEqual(
      [(await tests())?.state, (await tests())?.way],
      ['missing', 'Run: party evidence run tests -- CMD'],
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
    assert.match(output.stderr, /missing for the code as it is: code-critic, minimizer, tests-passed.*codex-approved/);
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
