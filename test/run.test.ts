// The test runner itself: what it must never call passed.
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cleanEnvironment, findProgram } from './environment.mjs';
import { allPassed, judge, type Result, type Row, summary } from './results.mjs';
import { runRing, strayTests, testFiles } from './ring.mjs';

const well = { code: 0, signal: null, timedOut: false };
const testsFailed = { ...well, code: 1 };
const passed = { title: 'a', outcome: 'passed', duration: 1 } as const;
const failed = { title: 'b', outcome: 'failed', duration: 1, error: 'no' } as const;
const pending = { title: 'c', outcome: 'pending', duration: 0 } as const;
const brokenHook = { ...failed, title: 'suite "before all" hook for "a"' };

describe('a ring is judged by its result file', () => {
  const cases: [string, Result | undefined, typeof well, number, number, string[]][] = [
    ['all passed', { registered: 2, tests: [passed, passed] }, well, 2, 0, []],
    ['one failed', { registered: 2, tests: [passed, failed] }, testsFailed, 1, 1, ['1 failed']],
    ['a failure with exit code 0', { registered: 1, tests: [failed] }, well, 0, 1, ['1 failed']],
    ['a pending test', { registered: 2, tests: [passed, pending] }, well, 1, 1, ['1 pending']],
    ['no test', { registered: 0, tests: [] }, well, 0, 1, ['no test ran']],
    ['no result', undefined, well, 0, 1, ['no result was written']],
    ['no result and a bad end', undefined, { ...well, code: 7 }, 0, 1, ['no result was written: exit code 7']],
    ['tests never reached', { registered: 3, tests: [passed] }, well, 1, 2, ['2 not reached']],
    ['a broken hook', { registered: 3, tests: [brokenHook] }, testsFailed, 0, 3, ['1 failed', '3 not reached']],
    ['a broken last hook', { registered: 1, tests: [passed, brokenHook] }, testsFailed, 1, 1, ['1 failed']],
    ['passed, then a bad end', { registered: 1, tests: [passed] }, { ...well, code: 2 }, 1, 1, ['exit code 2']],
    ['passed, yet exit code 1', { registered: 1, tests: [passed] }, testsFailed, 1, 1, ['exit code 1']],
    [
      'passed, then too long',
      { registered: 1, tests: [passed] },
      { ...well, timedOut: true },
      1,
      1,
      ['stopped at its time limit'],
    ],
  ];
  for (const [title, result, ending, passes, failures, reasons] of cases) {
    it(title, () => assert.deepEqual(judge(result, ending), { passed: passes, failed: failures, reasons }));
  }
});

describe('the summary', () => {
  const row = (name: string, passes: number, failures: number): Row => ({
    name,
    passed: passes,
    failed: failures,
    seconds: 1,
    reasons: [],
  });

  it('ends with the sum, alone on its line', () => {
    assert.equal(
      summary([row('core', 3, 0), row('cli', 4, 2)])
        .split('\n')
        .at(-1),
      '7 passed, 2 failed',
    );
  });

  it('is green only when something passed and nothing failed', () => {
    assert.equal(allPassed([row('core', 3, 0)]), true);
    assert.equal(allPassed([row('core', 3, 0), row('cli', 0, 1)]), false);
    assert.equal(allPassed([row('core', 0, 0)]), false);
    assert.equal(allPassed([]), false);
  });
});

describe('a ring as a real process', () => {
  let dir: string;
  beforeEach(() => {
    dir = mkdtempSync(join(tmpdir(), 'party-ring-'));
  });
  afterEach(() => rmSync(dir, { recursive: true, force: true }));

  async function ring(source: string, limit = 10_000) {
    const file = join(dir, 'some.test.ts');
    const resultFile = join(dir, 'result.json');
    writeFileSync(file, source);
    writeFileSync(resultFile, JSON.stringify({ registered: 1, tests: [passed] })); // of an earlier run
    return await runRing({ files: [file], resultFile, env: cleanEnvironment(process.env), limit, stdio: 'ignore' });
  }

  it('passes', async () => {
    assert.deepEqual(await ring(`it('a', (): void => {}); it('b', () => {});`), { passed: 2, failed: 0, reasons: [] });
  });

  const failures: [string, string, number, number, string[]][] = [
    ['a failing test', `it('a', () => {}); it('b', () => { throw new Error('no'); });`, 1, 1, ['1 failed']],
    ['a skipped test', `it('a', () => {}); it.skip('b', () => {});`, 1, 1, ['1 pending']],
    ['a test without a body', `it('a', () => {}); it('b');`, 1, 1, ['1 pending']],
    ['no tests', `describe('empty', () => {});`, 0, 1, ['no test ran']],
    [
      'a broken before hook',
      `before(() => { throw 1; }); it('a', () => {}); it('b', () => {});`,
      0,
      2,
      ['1 failed', '2 not reached'],
    ],
    ['a file that does not load', `import './absent.ts';`, 0, 1, ['no result was written: exit code 1']],
    ['only', `it.only('a', () => {}); it('b', () => {});`, 0, 1, ['no result was written: exit code 1']],
    ['process.exit(0) inside a test', `it('a', () => process.exit(0));`, 0, 1, ['no result was written']],
    [
      'a kill inside a test',
      `it('a', () => process.kill(process.pid, 'SIGKILL'));`,
      0,
      1,
      ['no result was written: killed by SIGKILL'],
    ],
    [
      'an error after the last test',
      `it('a', () => {}); after(() => { setTimeout(() => { throw new Error(); }, 50); });`,
      1,
      1,
      ['exit code 7'],
    ],
  ];
  for (const [title, source, passes, fails, reasons] of failures) {
    it(`fails: ${title}`, async () => {
      assert.deepEqual(await ring(source), { passed: passes, failed: fails, reasons });
    });
  }

  it('fails: a hang, and ends what the test started', async () => {
    const born = join(dir, 'born');
    const survived = join(dir, 'survived');
    const child = `const { writeFileSync } = require('node:fs');
      writeFileSync(${JSON.stringify(born)}, '');
      setTimeout(() => writeFileSync(${JSON.stringify(survived)}, ''), 2500);`;
    const source = `import { spawn } from 'node:child_process';
      it('a', function () {
        this.timeout(0);
        spawn(process.execPath, ['-e', ${JSON.stringify(child)}]);
        return new Promise(() => {});
      });`;
    const { passed: passes, failed: fails, reasons } = await ring(source, 2000);
    assert.deepEqual([passes, fails], [0, 1]);
    assert.match(reasons.join(), /no result was written: stopped at its time limit/);
    assert.equal(existsSync(born), true);
    await new Promise((resolve) => setTimeout(resolve, 2500));
    assert.equal(existsSync(survived), false);
  });

  it('knows a folder of tests that no ring runs', () => {
    for (const path of ['core', 'stray/deep', 'support']) mkdirSync(join(dir, path), { recursive: true });
    for (const path of ['core/a.test.ts', 'stray/deep/b.test.ts', 'support/c.ts']) writeFileSync(join(dir, path), '');
    assert.deepEqual(strayTests(dir, ['core']), ['stray']);
  });

  it('fails: no test files', async () => {
    assert.deepEqual(testFiles(dir), []);
    const none = { files: [], resultFile: join(dir, 'r.json'), env: process.env, limit: 1000 };
    assert.deepEqual(await runRing(none), { passed: 0, failed: 1, reasons: ['no test files'] });
  });
});

describe('the environment of a ring', () => {
  it('drops what belongs to the party, agent or tmux around it', () => {
    const foreign = ['PARTY_SESSION', 'PARTY_HOME', 'TMUX', 'TMUX_PANE', 'CLAUDECODE', 'CLAUDE_X', 'CODEX_HOME'];
    const secret = ['ANTHROPIC_API_KEY', 'OPENAI_API_KEY'];
    const env = Object.fromEntries([...foreign, ...secret].map((name) => [name, 'x']));
    const clean = cleanEnvironment({ ...env, PARTY_TEST_DESKTOP: '1', HOME: '/h', PATH: '/bin' });
    assert.deepEqual(Object.keys(clean).sort(), ['HOME', 'PARTY_TEST_DESKTOP', 'PARTY_TEST_NODE20', 'PATH']);
  });

  it('finds the Node of the user behind the one that npm puts in front', () => {
    const front = join(process.cwd(), 'node_modules/.bin');
    const clean = cleanEnvironment({ PATH: `${front}:${process.env['PATH']}` });
    assert.equal(clean['PATH']?.includes('node_modules'), false);
    assert.equal(clean['PARTY_TEST_NODE20'], findProgram('node', clean['PATH'] ?? ''));
  });
});
