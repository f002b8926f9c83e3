// What collab found, as other parts of Party show it: lists, exports, triage, and the review of the whole change.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CollabIssue } from '../../../src/core/collab/collab.ts';
import { readReviewFile } from '../../../src/core/collab/reviewFile.ts';
import type { LedgerFinding } from '../../../src/core/findings/ledgerFinding.ts';
import type { Status } from '../../../src/core/status/status.ts';
import { finds, twoTasks } from '../../support/parts/collab.ts';
import { newProject, type ProjectWith } from '../../support/project.ts';
import { Sandbox } from '../../support/sandbox.ts';

const none = { STAND_IN_RESOLVED: '[]' };

describe('a finding of collab', function () {
  this.timeout(60_000);
  let box: Sandbox;
  let collab: ProjectWith<{ collab: true }>;
  beforeEach(async () => {
    box = new Sandbox();
    collab = newProject({ box, collab: true });
    collab.write('docs/plan.md', twoTasks);
    assert.equal((await collab.collab(['start'])).code, 0);
    assert.equal((await collab.collab(['review'])).code, 0);
    collab.write('src/half.js', 'export const half = (n) => n / 0;\n');
  });
  afterEach(() => box.dispose());

  const findings = (...args: string[]) => box.party(['findings', ...args], { cwd: collab.top });
  const found = async (...issues: Partial<CollabIssue>[]) => {
    const output = await collab.collab(['review'], { ...finds(...issues), ...none });
    assert.equal(output.code, 0, output.stderr);
  };
  const status = () => box.partyJson<Status>(['status'], { cwd: collab.top });

  it('is listed, shown and exported', async () => {
    await found({}, { severity: 'info', category: 'tests', title: 'No test', file: '', line: null });
    assert.match(
      (await findings('list')).stdout,
      /^c2r1-F1 {2}src\/half\.js:1 {2}blocking: Divides by zero n \/ 0 is Infinity\.$/m,
    );
    const shown = (await findings('show', 'c2r1-F1')).stdout;
    assert.match(shown, /found by collab in a task/);
    assert.match(shown, /Code, as it was reviewed:\n {4}export const half = \(n\) => n \/ 0;/);
    const { findings: all } = JSON.parse((await findings('export', '--json')).stdout) as { findings: LedgerFinding[] };
    assert.deepEqual(
      all.map(({ key, collab: by, severity }) => [key, by, severity]),
      [
        ['c2r1-F1', 'task', 'blocking'],
        ['c2r1-F2', 'task', 'non-blocking'],
      ],
    );
    assert.match((await findings('export', '--markdown')).stdout, /## Blocking \(1\)[\s\S]*c2r1-F1/);
    assert.match((await findings('export', '--sarif')).stdout, /"partyFinding\/v1": "collab\/\/c2r1-F1"/);
  });

  it('blocks in the status until it is triaged', async () => {
    await found({});
    const before = (await status()).review;
    assert.deepEqual([before.kind, before.blocking], ['none', 1]);
    const triaged = await findings('triage', 'c2r1-F1', 'rejected', '--reason', 'It is meant so');
    assert.match(triaged.stdout, /c2r1-F1 is rejected: It is meant so\nblocking and open: 0/);
    assert.equal((await status()).review.blocking, 0);
  });

  it('for the human is named as such, and an agent cannot settle it', async () => {
    await found({ conflicts_with_design: true });
    assert.match((await findings('list')).stdout, /c2r1-F1 .*blocking, for the human to decide: /);
    assert.match((await findings('show', 'c2r1-F1')).stdout, /conflicts with the approved design: the human decides/);
    const agent = { cwd: collab.top, env: { CLAUDECODE: '1' } };
    const refused = await box.party(['findings', 'triage', 'c2r1-F1', 'fixed'], agent);
    assert.deepEqual([refused.code, /the human decides about it/.test(refused.stderr)], [1, true]);
    assert.equal((await findings('triage', 'c2r1-F1', 'out-of-scope', '--reason', 'Later')).code, 0);
  });

  it('is in a file of the documented form, with the names of the files', async () => {
    await found({}, { severity: 'info', category: 'tests', title: 'No test', file: '', line: null });
    const read = (prefix: string) => {
      const name = collab.reviews().find((one) => one.startsWith(prefix)) ?? '';
      return readFileSync(join(collab.top, '.claude/codex-collab/reviews', name), 'utf8');
    };
    const task = read('task-1-review-');
    assert.match(task, /^---\ntype: task_review\ntask_index: 1\nmodel: gpt-5\.5\nreasoning: high\ntimestamp: \S+\n/);
    assert.match(
      task,
      /\nfiles_reviewed: \["src\/half\.js"\]\nlines_changed: \d+\nissues_found: 2\n---\n\n# Task 1 Review\n\n/,
    );
    assert.match(task, /\n## Issues\n\n### CRITICAL: src\/half\.js:1\n[\s\S]*\n### INFO: /);
    assert.match(task, /\n## Summary\n\n2 issues found \(1 critical, 1 info\)\n/);
    assert.match(
      read('design-review-'),
      /^---\ntype: design_review\n[\s\S]*files_reviewed: \["docs\/plan\.md"\][\s\S]*# Design Review/,
    );
  });

  it('comes from prompts that ask for everything that the documents name', async () => {
    await found({});
    const [design = '', task = ''] = collab.calls().map(({ prompt }) => prompt);
    for (const word of ['completeness', 'performance', 'security', 'maintainability', 'simplicity']) {
      assert.ok(design.includes(word), word);
    }
    for (const word of ['correctness', 'performance', 'best practices', 'edge', '`file` and `line`']) {
      assert.ok(task.includes(word), word);
    }
    for (const prompt of [design, task]) assert.match(prompt, /`critical`[\s\S]*`warning`[\s\S]*`info`/);
  });

  it('is reported to Claude, which tells the human what it fixed', async () => {
    const output = await collab.collab(['review'], { ...finds({}), ...none });
    assert.match(output.stdout, /tell the human in one line: "Codex flagged 1 issue\. Fixed: LIST\. /);
  });

  it('is in the file of its review, which is not reviewed itself', async () => {
    await found({});
    const name = collab.reviews().find((one) => one.startsWith('task-1-review-')) ?? '';
    const review = readReviewFile(readFileSync(join(collab.top, '.claude/codex-collab/reviews', name), 'utf8'));
    assert.deepEqual(
      [review?.task, review?.model, review?.reasoning, review?.issues.map(({ key, file }) => [key, file])],
      [1, 'gpt-5.5', 'high', [['c2r1-F1', 'src/half.js']]],
    );
    const again = await collab.collab(['review', '--json'], none);
    assert.equal(
      JSON.parse(again.stdout).outcome?.why ?? JSON.parse(again.stdout).why,
      'nothing-changed',
      again.stdout,
    );
  });

  it('is named to Codex by its key, and resolved when Codex says so', async () => {
    await found({});
    collab.write('src/half.js', 'export const half = (n) => n / 2;\n');
    const output = await collab.collab(['review'], { STAND_IN_RESOLVED: '["c2r1-F1"]' });
    assert.equal(output.code, 0, output.stderr);
    assert.match(
      collab.calls().at(-1)?.prompt ?? '',
      /- c2r1-F1, blocking, open\n\| src\/half\.js:1\n\| Divides by zero/,
    );
    assert.match((await findings('list')).stdout, /No open findings; 1 resolved/);
    assert.match(
      (await findings('show', 'c2r1-F1')).stdout,
      /fixed, by review: resolved, as the reviewer says in c2r2/,
    );
  });

  it('is not sent to the reviewer of the whole change, because not raising it again would prove nothing', async () => {
    await found({});
    // The stand-in knows no such findings; what it was asked is what counts.
    assert.equal((await box.party(['review', 'request', '--headless'], { cwd: collab.top })).code, 1);
    const prompt = collab.calls().at(-1)?.prompt ?? '';
    assert.match(prompt, /^# Review request /);
    assert.doesNotMatch(prompt, /c2r1-F1|Divides by zero/);
  });

  it('comes from the model of the session, which Party reads once', async () => {
    await found({});
    const state = collab.state();
    assert.deepEqual([state?.cached_model, typeof state?.model_cached_at], ['gpt-5.5', 'string']);
    const last = collab.calls().at(-1);
    assert.ok(
      last?.args.includes('model_reasoning_effort="high"') && last.args.includes('gpt-5.5'),
      last?.args.join(' '),
    );
  });
});
