// `party findings list|show|triage|export` on a project whose log has a review in it.

import assert from 'node:assert/strict';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
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

  it('lists nothing before a review', async () => {
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
    const { link } = await json<{ link: string }>('findings', 'show', 'F1');
    assert.match(link, /^vscode:\/\/party\.party\/finding\/r1-F1\?change=[\w-]+$/);
    assert.ok(shown.includes(`\n  in VS Code: ${link}\n`), shown);
  });

  it('exports them in each form', async () => {
    const sarif = JSON.parse((await party('findings', 'export', '--sarif')).stdout);
    assert.equal(sarif.version, '2.1.0');
    assert.equal(sarif.runs[0].results[0].locations[0].physicalLocation.artifactLocation.uri, 'src/auth.ts');
    assert.match((await party('findings', 'export', '--markdown')).stdout, /^# Findings: Add \\\*login\\\*\n/);
    assert.equal((await json<{ findings: LedgerFinding[] }>('findings', 'export')).findings.length, 1);
    const { link } = await json<{ link: string }>('findings', 'show', 'r1-F1');
    const exported = await json<{ findings: { link: string }[] }>('findings', 'export');
    assert.equal(exported.findings[0]?.link, link);
    assert.equal(sarif.runs[0].results[0].properties.link, link);
    assert.ok((await party('findings', 'export', '--markdown')).stdout.includes(`(<${link}>)`));
    const out = join(box.root, 'findings.sarif');
    assert.equal((await party('findings', 'export', '--sarif', '--out', out)).stdout, `file: ${out}\n`);
    assert.deepEqual(JSON.parse(readFileSync(out, 'utf8')), sarif);
  });

  it('says that a file which it writes into the project is part of the change', async () => {
    const into = (form: string, name: string) => party('findings', 'export', form, '--out', join(project.top, name));
    const sarif = await into('--sarif', 'found.sarif');
    assert.match(sarif.stderr, /^Note: \S+found\.sarif is now part of the change.* outside the project\n$/);
    assert.deepEqual(await json('findings', 'export', '--sarif', '--out', 'found.sarif'), {
      file: join(project.top, 'found.sarif'),
      partOfChange: true,
    });
    assert.equal((await into('--markdown', 'found.md')).stderr, '');
    for (const name of ['found.sarif', 'found.md']) rmSync(join(project.top, name));
  });

  it('exports in exactly one form', async () => {
    assert.match((await party('findings', 'export')).stderr, /needs --json, --sarif or --markdown/);
    assert.match((await party('findings', 'export', '--sarif', '--markdown')).stderr, /one form at a time/);
  });

  it('needs a reason to settle a finding, and reopens one', async () => {
    const refused = await party('findings', 'triage', 'r1-F1', 'rejected');
    assert.equal(refused.code, 1);
    assert.match(refused.stderr, /needs a reason/);
    assert.match((await party('findings', 'triage', 'r1-F1', 'rejcted')).stderr, /did you mean rejected\?/);
    assert.match(
      (await party('findings', 'triage', 'r1-F1', 'x')).stderr,
      /cannot be "x", only open, fixed, rejected, out-of-scope/,
    );
    assert.match((await party('findings', 'triage', 'F1')).stderr, /party findings triage: STATE is missing/);
    const done = await party('findings', 'triage', 'r1-F1', 'out-of-scope', '--reason', 'Another change');
    assert.equal(done.stdout, 'r1-F1 is out-of-scope: Another change\nblocking and open: 0\n');
    assert.match((await party('findings', 'list')).stdout, /^No open findings; 1 resolved/);
    assert.match((await party('findings', 'list', '--all')).stdout, /blocking, out-of-scope: Login/);
    assert.match((await party('findings', 'triage', 'r1-F1', 'open')).stdout, /^r1-F1 is open\nblocking and open: 1\n/);
  });

  it('keeps a thread for each finding, and shows it', async () => {
    const said = await party('findings', 'reply', 'F1', 'Is this \u001b[31mreally\u001b[0m so?\n  r1-F1: replied');
    assert.equal(said.stdout, 'r1-F1: replied\n');
    const claude = { cwd: project.top, env: { CLAUDECODE: '1' }, input: 'It is, since # 1\n' };
    const answer = await box.partyProcess(['findings', 'reply', 'r1-F1', '-', '--json'], claude);
    assert.equal(answer.code, 0, answer.stderr);
    const { reply, message } = JSON.parse(answer.stdout);
    assert.deepEqual([reply.by, reply.text, message], ['claude', 'It is, since # 1', null]);
    const { finding } = await json<{ finding: LedgerFinding }>('findings', 'show', 'r1-F1');
    assert.deepEqual(
      finding.replies?.map(({ by, text }) => [by, text]),
      [
        ['human', 'Is this really so?\n  r1-F1: replied'],
        ['claude', 'It is, since # 1'],
      ],
    );
    assert.equal(finding.state, 'open');
    assert.match(
      (await party('findings', 'show', 'r1-F1')).stdout,
      /\n\n {2}Human, \S+ \S+:\n {4}Is this really so\?\n {6}r1-F1: replied\n\n {2}Claude, \S+ \S+:\n {4}It is, since # 1\n$/,
    );
    assert.match((await party('findings', 'list')).stdout, /^r1-F1 {2}src\/auth\.ts:1 {2}blocking, 2 replies: Login/);
    assert.match((await party('findings', 'export', '--markdown')).stdout, /Claude: It is, since \\# 1/);
    const exported = await json<{ findings: LedgerFinding[] }>('findings', 'export');
    assert.equal(exported.findings[0]?.replies?.length, 2);
  });

  it('records no reply that is empty, too long, about nothing, to an unknown agent or without a party', async () => {
    const cases = [
      [['r9-F9', 'x'], 1, /no finding "r9-F9"/],
      [['r1-F1', ' \u0007'], 1, /A reply needs a text/],
      [['r1-F1', 'x'.repeat(10_001)], 1, /at most 10000 characters, and this one has 10001/],
      [['r1-F1'], 1, /findings reply: TEXT is missing/],
      [['r1-F1', 'x', '--to', 'gemini'], 1, /--to takes claude or codex, not "gemini"/],
      [['r1-F1', 'x', '--to', 'codex'], 3, /NO_SESSION/],
    ] as const;
    for (const [args, code, why] of cases) {
      const refused = await party('findings', 'reply', ...args);
      assert.equal(refused.code, code, refused.stderr);
      assert.match(refused.stderr, why);
    }
    const sandboxed = { cwd: project.top, env: { CODEX_SANDBOX_NETWORK_DISABLED: '1' } };
    const inside = await box.party(['findings', 'reply', 'r1-F1', 'x'], sandboxed);
    assert.equal(inside.code, 1);
    assert.match(inside.stderr, /sandbox cannot write.*mcp__party__reply_to_finding/);
    const { finding } = await json<{ finding: LedgerFinding }>('findings', 'show', 'r1-F1');
    assert.equal(finding.replies?.length, 2);
  });

  it('says that there is no repository', async () => {
    const output = await box.party(['findings', 'list'], { cwd: box.directory('elsewhere') });
    assert.equal(output.code, 1);
    assert.match(output.stderr, /NOT_A_REPOSITORY/);
  });
});
