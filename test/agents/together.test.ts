// The plan gate, collab and a review of the whole change on at once, with the real clients on scripted models: each loop
// waits for its turn, none reviews what another has reviewed, and none takes the other's word for its own.

import assert from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Status } from '../../src/core/status/status.ts';
import { goodPlan } from '../support/parts/plan.ts';
import { until } from '../support/sandbox.ts';
import { beginWork } from './beginWork.ts';
import type { ToolCall } from './models/anthropic.ts';
import { Party, withResolvers } from './party.ts';

const half = (by: number) => `export const half = (n) => n / ${by};\n`;
const plan = `${goodPlan}\n## Task 1: half\n\nHalve it.\n\n## Task 2: quarter\n\nTwice.\n`;
const revised = plan.replace('About goal.', 'The test of half passes.');
const zero = {
  ...{ severity: 'critical', category: 'correctness', file: 'src/half.js', line: 1, title: 'Divides by zero' },
  ...{ description: 'n / 0 is Infinity.', suggestion: 'Divide by 2.', conflicts_with_design: false },
};
const verdict = (issues: readonly object[], resolved: readonly string[] = []) =>
  JSON.stringify({ summary: 'I have read it.', issues, resolved });

describe('plan gate, collab and a review together', function () {
  this.timeout(180_000);
  let party: Party;
  const released = withResolvers();
  const bash = (command: string): ToolCall => ({ tool: 'Bash', input: { command, description: 'as scripted' } });
  const path = (file: string) => join(party.project, file);
  const write = (file: string, content: string): ToolCall => ({
    tool: 'Write',
    input: { file_path: path(file), content },
  });
  const read = (file: string): ToolCall => ({ tool: 'Read', input: { file_path: path(file) } });
  const status = () => party.sandbox.partyJson<Status>(['status'], { cwd: party.project });
  const asked = () =>
    party.codex.requests.map(
      ({ userText }) => /^# (?:Plan review.*|Design review|Review of task.*)$/m.exec(userText)?.[0],
    );
  const questions = () => asked().filter((one) => one !== undefined);
  const told = () =>
    (party.claude.requests.at(-1)?.prompts ?? []).filter((prompt) => prompt.startsWith('Stop hook feedback:'));
  const events = () => party.events();

  before(async () => {
    const empty = JSON.stringify({ findings: [], summary: 'Fine.', stats: { files_reviewed: 2 } });
    party = await Party.start({
      claude: [
        {
          when: /^plan it/,
          call: () => [
            ...[bash('party collab start'), bash('party plan start')],
            ...[write('docs/plan.md', plan), write('docs/plan.md', revised)],
          ],
          say: 'READY TO EXECUTE?',
        },
        { when: /^execute/, call: () => [write('src/half.js', half(0))], say: 'TASK 1 IS DONE' },
        {
          when: /Findings ready\. Run: tmux-codex\.sh --review-complete (\S+)/,
          call: ([, file = '']) => [bash(`${party.scripts.toCodex} --review-complete ${file}`)],
          say: 'THE FINDINGS ARE READ',
        },
        {
          when: /Codex flagged 1 issue in task 1 of 2/,
          call: () => [read('src/half.js'), write('src/half.js', half(2))],
          say: 'IT IS FIXED',
        },
        { when: /Continue with task 2 of 2/, call: () => [write('src/quarter.js', half(4))], say: 'TASK 2 IS DONE' },
        { when: /./, say: 'HEARD' },
      ],
      codex: [
        {
          when: /^# Plan review, version 1$/m,
          say: JSON.stringify({
            ...{ is_optimal: false, summary: 'The goal is vague.' },
            notes: [{ line: 3, severity: 'blocking', text: 'No test could tell', suggestion: 'Name a test' }],
          }),
        },
        { when: /^# Plan review, version 2$/m, say: '{"is_optimal":true,"summary":"Build it.","notes":[]}' },
        { when: /^# Review of task[\s\S]*n \/ 2/, say: verdict([], ['c1r1-F1']) },
        { when: /^# Review of task[\s\S]*n \/ 0/, say: verdict([zero]) },
        { when: /^# Review of task/, say: verdict([]) },
        {
          when: /Review waiting\. Read: \S+ — Write findings to: (\S+)/,
          after: released.promise,
          run: ([, file = '']) => [
            `printf '%s' '${empty}' > ${file}.tmp && mv ${file}.tmp ${file}`,
            `${party.scripts.toClaude} 'Findings ready: ${file}'`,
          ],
          say: 'REVIEWED',
        },
        { when: /./, say: 'HEARD' },
      ],
      prepare: (sandbox) => beginWork(sandbox, 'docs', 'src'),
    });
    await Promise.all([party.becomes('claude', 'idle'), party.becomes('codex', 'idle')]);
  });
  after(() => {
    released.resolve();
    return party?.dispose();
  });

  it('has the design reviewed by the plan gate alone, and Claude asks the human before it begins', async () => {
    await party.say('claude', 'plan it');
    await until('the plan', async () => (await party.screen('claude')).includes('READY TO EXECUTE?'), 60_000);
    await until('the first task', async () => (await status()).collab.phase === 'implementing', 20_000);
    await party.becomes('claude', 'idle');
    const { collab, plan: approved } = await status();
    assert.deepEqual([collab.task, collab.total, approved.kind], [1, 2, 'approved']);
    assert.deepEqual(questions(), ['# Plan review, version 1', '# Plan review, version 2']);
    assert.deepEqual(told(), []);
  });

  it('reviews no task while Codex has the whole change', async () => {
    writeFileSync(path('src/other.js'), 'export const other = 1;\n');
    const requested = await party.sandbox.party(['review', 'request'], { cwd: party.project });
    assert.equal(requested.code, 0, requested.stderr);
    await until(
      'Codex to have it',
      () => party.codex.requests.some(({ userText }) => /Review waiting/.test(userText)),
      30_000,
    );
    await party.say('claude', 'execute');
    await until(
      'Claude to stop',
      async () =>
        (await party.screen('claude')).replace(/\s+/g, ' ').includes('Codex has been reviewing the whole change'),
      30_000,
    );
    await party.becomes('claude', 'idle');
    assert.equal(questions().length, 2);
    assert.deepEqual(told(), []);
    assert.equal((await status()).review.kind, 'requested');
  });

  it('goes on with everything since the checkpoint when that review is read', async () => {
    released.resolve();
    await until('the end', async () => (await status()).collab.phase === 'complete', 120_000);
    await Promise.all([party.becomes('claude', 'idle'), party.becomes('codex', 'idle')]);
    assert.deepEqual(questions().slice(2), [
      '# Review of task 1 of 2',
      '# Review of task 1 of 2',
      '# Review of task 2 of 2',
    ]);
    const first = party.codex.requests.find(({ userText }) => userText.startsWith('# Review of task 1'));
    for (const file of ['src/half.js', 'src/other.js']) assert.ok(first?.userText.includes(file), file);
    assert.equal(told().length, 2);
  });

  it('keeps the three loops apart', async () => {
    for (const { userText } of party.codex.requests)
      assert.doesNotMatch(userText, /^\| \+\+\+ b\/(?:\.claude|docs)\//m);
    const { review, plan: approved, budget } = await status();
    assert.equal(approved.kind, 'approved');
    // Codex has read the change once, and it is another one now; what collab looked at proves nothing about it.
    assert.deepEqual([review.kind, review.round, review.blocking], ['stale', 1, 0]);
    assert.ok(review.staleBecause.includes('src/half.js'));
    const { evidence } = await party.sandbox.partyJson<{ evidence: { kind: string; hash: string | null }[] }>(
      ['evidence', 'list'],
      { cwd: party.project },
    );
    assert.equal(evidence.find(({ kind }) => kind === 'codex-approved')?.hash ?? null, null);
    // Two of the plan, one of the whole change, three of the tasks.
    assert.equal(budget.rounds, 6);
    const spent = events().flatMap((event) => (event.event === 'spent' ? [event.loop] : []));
    assert.deepEqual(spent, ['plan', 'plan', 'collab', 'collab', 'collab']);
    const { findings } = await party.sandbox.partyJson<{ findings: { key: string; state: string }[] }>(
      ['findings', 'list', '--all'],
      { cwd: party.project },
    );
    assert.deepEqual(
      findings.map(({ key, state }) => `${key} ${state}`),
      ['c1r1-F1 fixed'],
    );
  });

  it('leaves no error of a hook in the log', () => {
    const log = existsSync(party.hookLog) ? readFileSync(party.hookLog, 'utf8') : '';
    assert.doesNotMatch(log, /"level":"error"/);
  });
});
