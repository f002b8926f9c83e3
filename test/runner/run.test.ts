// Tests the test runner itself: what it must never report as passed.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mock } from 'node:test';
import { isAlive } from '../support/alive.ts';
import { until } from '../support/sandbox.ts';
import { deal, lastDurations } from './deal.mjs';
import { cleanEnvironment, findProgram, ringEnvironment } from './environment.mjs';
import { inMemory } from './memory.mjs';
import { clock, Progress, type Step } from './progress.mjs';
import { failureRates, repeatSummary } from './repeat.mjs';
import { allPassed, judge, type Result, type Row, summary } from './results.mjs';
import { runRing, strayTests, testFiles } from './ring.mjs';
import { silence } from './silence.mjs';
import { Slots } from './slots.mjs';

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
    it(title, () => {
      const { cases: named, ...counts } = judge(result, ending);
      assert.deepEqual(counts, { passed: passes, failed: failures, reasons });
      assert.equal(
        named.some((one) => one.title === 'a'),
        false,
      );
    });
  }

  it('names what failed, was skipped, or broke before it', () => {
    const result = { registered: 4, tests: [passed, failed, pending, brokenHook] };
    assert.deepEqual(judge(result, testsFailed).cases, [
      { title: 'b', error: 'no' },
      { title: 'c' },
      { title: brokenHook.title, error: 'no' },
    ]);
  });
});

describe('the files of a ring', () => {
  const weights: Record<string, number> = { a: 1, b: 5, c: 2, d: 3, e: 1 };
  const dealt = (processes: number) =>
    deal(Object.keys(weights), processes, (file) => weights[file] ?? 0).map((hand) => hand.files);

  it('are spread so that all processes have the same work', () => {
    assert.deepEqual(dealt(1), [['a', 'b', 'c', 'd', 'e']]);
    assert.deepEqual(dealt(2), [
      ['a', 'b'],
      ['c', 'd', 'e'],
    ]);
    assert.deepEqual(dealt(9).flat().sort(), ['a', 'b', 'c', 'd', 'e']);
    assert.ok(dealt(9).every((hand) => hand.length === 1));
  });

  it('weigh what they took last time, and their size when they are new', () => {
    const dir = mkdtempSync(join(tmpdir(), 'party-run-'));
    const files = { last: join(dir, 'last.json'), cut: join(dir, 'cut.json'), fresh: join(dir, 'new.test.ts') };
    writeFileSync(files.last, JSON.stringify({ registered: 1, tests: [], files: [{ file: '/x.test.ts', ms: 70 }] }));
    writeFileSync(files.cut, '{"registered"');
    writeFileSync(files.fresh, 'x'.repeat(500));
    const weight = lastDurations([files.last, files.cut, join(dir, 'none.json')], 0.5);
    assert.equal(weight('/x.test.ts'), 70);
    assert.equal(weight(files.fresh), 250);
    rmSync(dir, { recursive: true });
  });
});

describe('the slots of a run', () => {
  it('hold no more work than there are slots, the longest first, and are free after a failure', async () => {
    const slots = new Slots(2);
    const began: number[] = [];
    const work = (weight: number) => {
      let end = () => {};
      const ended = new Promise<void>((resolve, reject) => {
        end = () => (weight === 3 ? reject(new Error('no')) : resolve());
      });
      const done = slots.run({ weight }, () => {
        began.push(weight);
        return ended;
      });
      return { end, done };
    };
    const [one, three, two, four] = [work(1), work(3), work(2), work(4)] as const;
    await until('two of them', () => began.length === 2);
    assert.deepEqual(began, [4, 3]);
    three.end();
    await assert.rejects(three.done, /no/);
    await until('the next', () => began.length === 3);
    for (const { end } of [two, four, one]) end();
    await Promise.all([one.done, two.done, four.done]);
    assert.deepEqual(began, [4, 3, 2, 1]);
  });

  it('wait for one that needs several, which no shorter one passes', async () => {
    const slots = new Slots(2);
    const began: string[] = [];
    let end = () => {};
    const short = slots.run({ weight: 3 }, () => {
      began.push('short');
      return new Promise<void>((resolve) => {
        end = resolve;
      });
    });
    await until('the first', () => began.length === 1);
    const large = slots.run({ weight: 2, size: 5 }, async () => began.push('large'));
    const last = slots.run({ weight: 1 }, async () => began.push('last'));
    await new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
    assert.deepEqual(began, ['short']);
    end();
    await Promise.all([short, large, last]);
    assert.deepEqual(began, ['short', 'large', 'last']);
  });
});

const row = (name: string, passes: number, failures: number, cases: string[] = []): Row => ({
  name,
  passed: passes,
  failed: failures,
  seconds: 1,
  reasons: failures > cases.length ? ['stopped at its time limit'] : [],
  cases: cases.map((title) => ({ title })),
});

describe('the summary', () => {
  it('ends with the sum, alone on its line', () => {
    assert.equal(
      summary([row('core', 3, 0), row('cli', 4, 2)])
        .split('\n')
        .at(-1),
      '7 passed, 2 failed',
    );
  });

  it('names each case that failed', () => {
    assert.match(summary([row('cli', 4, 1, ['talk › waits'])]), /^ {2}cli › talk › waits$/m);
  });

  it('says why a case failed, in its first lines', () => {
    const error = `Error: gone\n${'    at a line\n'.repeat(50)}`;
    const text = summary([{ ...row('cli', 4, 1), cases: [{ title: 'talk › waits', error }] }]);
    assert.match(text, /^ {2}cli › talk › waits\n {6}Error: gone\n {6}at a line$/m);
    assert.ok(text.split('\n').length < 15);
  });

  it('names what passed close to its limit', () => {
    const close = [{ what: 'the wait for a pane', ms: 8_200, limitMs: 10_000 }];
    assert.match(summary([{ ...row('cli', 4, 0), close }]), /^ {2}cli › 8\.2 of 10 s {2}the wait for a pane$/m);
  });

  it('is green only when something passed and nothing failed', () => {
    assert.equal(allPassed([row('core', 3, 0)]), true);
    assert.equal(allPassed([row('core', 3, 0), row('cli', 0, 1)]), false);
    assert.equal(allPassed([row('core', 0, 0)]), false);
    assert.equal(allPassed([]), false);
  });
});

describe('repetitions', () => {
  const green = [row('core', 3, 0), row('cli', 4, 0)];

  it('are counted, with the rate of each case that failed', () => {
    const once = [row('core', 3, 0), row('cli', 3, 1, ['talk › waits'])];
    const both = [row('core', 2, 1, ['a › b']), row('cli', 3, 1, ['talk › waits'])];
    assert.deepEqual(failureRates([green, once, both]), [
      { ring: 'cli', title: 'talk › waits', times: 2 },
      { ring: 'core', title: 'a › b', times: 1 },
    ]);
    assert.match(repeatSummary([green, once, both]), /^ {2}2 of 3 {2}cli › talk › waits$/m);
    assert.match(repeatSummary([green, once, both]), /^3 repetitions: 1 green, 2 red$/m);
  });

  it('name the reason where no case failed', () => {
    assert.deepEqual(failureRates([[row('cli', 3, 1)]]), [
      { ring: 'cli', title: 'stopped at its time limit', times: 1 },
    ]);
  });

  it('that were all green are one line', () => {
    assert.equal(repeatSummary([green, green]), '2 repetitions: 2 green, 0 red');
  });
});

describe('the progress', () => {
  it('says how far each ring is', () => {
    const progress = new Progress('repetition 2 of 3');
    try {
      for (const ring of ['core', 'cli', 'node']) progress.begin(ring);
      progress.step('cli', 0, { done: 3, total: 10 });
      progress.step('cli', 1, { done: 4, total: 5 });
      progress.step('node', 0, { done: 0, total: 0 });
      progress.end('core');
      assert.equal(progress.line(), '  … 0:00 · repetition 2 of 3 · cli 7 of 15 · node: getting ready');
      progress.step('node', 1, { done: 1, total: 2 });
      assert.equal(progress.line(), '  … 0:00 · repetition 2 of 3 · cli 7 of 15 · node 1 of 2 and more');
    } finally {
      progress.close();
    }
  });

  it('counts minutes', () => assert.equal(clock(754_900), '12:34'));
});

describe('a ring as a real process', () => {
  let dir: string;
  beforeEach(() => {
    dir = mkdtempSync(join(tmpdir(), 'party-ring-'));
  });
  afterEach(() => rmSync(dir, { recursive: true, force: true }));
  const never = new AbortController().signal;

  async function ring(source: string, limit = never) {
    const file = join(dir, 'some.test.ts');
    const resultFile = join(dir, 'result.json');
    writeFileSync(file, source);
    writeFileSync(resultFile, JSON.stringify({ registered: 1, tests: [passed] })); // of an earlier run
    const steps: Step[] = [];
    const env = cleanEnvironment(process.env);
    const onStep = (step: Step) => steps.push(step);
    const { cases, ...counts } = await runRing({ files: [file], resultFile, env, limit, stdio: 'ignore', onStep });
    return { counts, cases, steps };
  }

  it('passes', async () => {
    const { counts, cases } = await ring(`it('a', (): void => {}); it('b', () => {});`);
    assert.deepEqual({ counts, cases }, { counts: { passed: 2, failed: 0, reasons: [] }, cases: [] });
  });

  it('tells after each test how far it is', async () => {
    const { steps } = await ring(`it('a', () => {}); describe('c', () => { it('b', () => {}); });`);
    // A message of a process may be read a moment after the process has ended.
    await until('both steps', () => steps.length === 2);
    assert.deepEqual(steps, [
      { done: 1, total: 2 },
      { done: 2, total: 2 },
    ]);
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
      assert.deepEqual((await ring(source)).counts, { passed: passes, failed: fails, reasons });
    });
  }

  it('fails: a hang, and ends what the test started', async () => {
    const born = join(dir, 'born');
    const source = `import { spawn } from 'node:child_process';
      import { renameSync, writeFileSync } from 'node:fs';
      it('a', function () {
        this.timeout(0);
        const child = spawn('sleep', ['600']);
        writeFileSync(${JSON.stringify(`${born}.new`)}, String(child.pid));
        renameSync(${JSON.stringify(`${born}.new`)}, ${JSON.stringify(born)});
        return new Promise(() => {});
      });`;
    const limit = new AbortController();
    const ended = ring(source, limit.signal);
    await until('the child of the test', () => existsSync(born));
    limit.abort();
    const { counts } = await ended;
    assert.deepEqual([counts.passed, counts.failed], [0, 1]);
    assert.match(counts.reasons.join(), /no result was written: stopped at its time limit/);
    const pid = Number(readFileSync(born, 'utf8'));
    await until('the end of that child', () => !isAlive(pid));
  });

  it('reaches its limit when no test has ended for that long, however long the ring has run', () => {
    mock.timers.enable({ apis: ['setTimeout'] });
    try {
      const limit = silence(100);
      for (let step = 0; step < 5; step++) {
        mock.timers.tick(99);
        limit.heard();
      }
      assert.equal(limit.signal.aborted, false);
      mock.timers.tick(100);
      assert.equal(limit.signal.aborted, true);
    } finally {
      mock.timers.reset();
    }
  });

  it('knows a folder of tests that no ring runs', () => {
    for (const path of ['core', 'stray/deep', 'support']) mkdirSync(join(dir, path), { recursive: true });
    for (const path of ['core/a.test.ts', 'stray/deep/b.test.ts', 'support/c.ts']) writeFileSync(join(dir, path), '');
    assert.deepEqual(strayTests(dir, ['core']), ['stray']);
  });

  it('fails: no test files', async () => {
    assert.deepEqual(testFiles(dir), []);
    const none = { files: [], resultFile: join(dir, 'r.json'), env: process.env, limit: never };
    assert.deepEqual(await runRing(none), { passed: 0, failed: 1, reasons: ['no test files'], cases: [] });
  });
});

describe('the temporary files of a ring', () => {
  const env = { PATH: process.env['PATH'] ?? '', TMPDIR: '/elsewhere' };
  const start = { argv: ['sh', '-c', 'echo x >"$TMPDIR/file" && cat "$TMPDIR/file"'], env } as const;

  it('are on the disk when a person wants that', () => {
    const onDisk = { argv: [...start.argv] as [string, ...string[]], env: { ...env, PARTY_TEST_DISK: '1' } };
    assert.deepEqual(inMemory(onDisk), onDisk);
  });

  it('are seen by no other process, where they are in memory', () => {
    const { argv, env: changed } = inMemory({ argv: [...start.argv], env });
    const [program, ...args] = argv;
    if (changed.TMPDIR === env.TMPDIR) return assert.deepEqual(argv, start.argv); // no root, or little memory
    assert.equal(execFileSync(program, args, { env: changed, encoding: 'utf8' }), 'x\n');
    assert.equal(existsSync(join(changed.TMPDIR ?? '', 'file')), false);
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

  it('keeps added certificates for installs, and not for the rings', () => {
    const env = { NODE_EXTRA_CA_CERTS: '/ca.pem', HOME: '/h', PATH: '/bin' };
    assert.equal(cleanEnvironment(env)['NODE_EXTRA_CA_CERTS'], '/ca.pem');
    assert.deepEqual(Object.keys(ringEnvironment(env)).sort(), ['HOME', 'PARTY_TEST_NODE20', 'PATH']);
  });

  it('finds the Node of the user behind the one that npm puts in front', () => {
    const front = join(process.cwd(), 'node_modules/.bin');
    const clean = cleanEnvironment({ PATH: `${front}:${process.env['PATH']}` });
    assert.equal(clean['PATH']?.includes('node_modules'), false);
    assert.equal(clean['PARTY_TEST_NODE20'], findProgram('node', clean['PATH'] ?? ''));
  });
});
