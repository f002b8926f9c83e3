// One queue for all that ask Codex in a project, and what each run has cost.

import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isPartyError } from '../../../src/core/base/errors.ts';
import type { EventOf } from '../../../src/core/project/event.ts';
import { askCodexExec, type CodexQuestion } from '../../../src/node/codex/codexExec.ts';
import { partyPaths } from '../../../src/node/project/paths.ts';
import { openProjectLog, type ProjectLog } from '../../../src/node/project/projectLog.ts';
import { sweepDrafts } from '../../../src/node/system/drafts.ts';
import { withLock } from '../../../src/node/system/lock.ts';
import { processIdentity } from '../../../src/node/system/processIdentity.ts';
import { jsonLines } from '../../support/jsonLines.ts';
import { repository, Sandbox, until } from '../../support/sandbox.ts';

const thread = '01a1e2c0-0b6e-7e80-8341-7e4ebd12d590';

describe('the queue for Codex', function () {
  this.timeout(60_000);
  let box: Sandbox;
  let top: string;
  let log: ProjectLog;
  let codex: string;
  let called: string;
  let count = 0;
  beforeEach(() => {
    box = new Sandbox();
    top = box.project();
    log = openProjectLog(partyPaths(box.env), top);
    called = join(box.root, 'called.jsonl');
    const bin = box.directory('bin');
    codex = join(bin, 'codex');
    symlinkSync(join(repository, 'test/cli/fixtures/planCodex.mjs'), codex);
    symlinkSync(process.execPath, join(bin, 'node'));
    Object.assign(box.env, { PATH: [bin, box.env['PATH']].join(delimiter), STAND_IN_LOG: called });
  });
  afterEach(() => box.dispose());

  const calls = () => jsonLines<{ pid: number }>(called);
  const go = () => writeFileSync(`${called}.go`, '');
  const lock = () => join(log.directory, 'codex.lock');
  const spent = async () => (await log.events()).filter((event): event is EventOf<'spent'> => event.event === 'spent');

  function ask(env: Record<string, string> = {}, more: Partial<CodexQuestion> = {}) {
    const doing: string[] = [];
    const answered = askCodexExec({
      ...{ env: { ...box.env, ...env }, top, prompt: 'p', schema: {}, loop: 'plan', log, timeoutMs: 30_000 },
      reviewer: { path: codex, args: [], version: undefined, flags: [] },
      file: join(box.root, `answer-${count++}.json`),
      signal: new AbortController().signal,
      onDoing: (one) => doing.push(one),
      again: 'reviewPlan',
      ...more,
    }).then(({ thread: used }) => used);
    // Looked at later.
    answered.catch(() => {});
    return { answered, isWaiting: () => doing.some((one) => one.startsWith('is waiting for another review')) };
  }
  const failsWith = (code: Parameters<typeof isPartyError>[1], message: RegExp) => (error: unknown) =>
    isPartyError(error, code) && message.test(error.message);
  const limit = (budget: object) => {
    mkdirSync(join(box.home, '.tmux-team'));
    writeFileSync(join(box.home, '.tmux-team/config.json'), JSON.stringify({ budget }));
  };

  it('runs one at a time', async () => {
    const first = ask({ STAND_IN: 'wait' });
    await until('the first run', () => calls().length === 1);
    const second = ask({ STAND_IN: 'wait' }, { loop: 'review' });
    await until('the second to wait', () => second.isWaiting());
    assert.equal(calls().length, 1);
    assert.equal((await spent()).length, 0);
    go();
    assert.deepEqual(await Promise.all([first.answered, second.answered]), [thread, thread]);
    assert.equal(calls().length, 2);
    assert.deepEqual(
      (await spent()).map(({ loop }) => loop),
      ['plan', 'review'],
    );
    assert.ok(!first.isWaiting());
  });

  it('is free when its holder is killed; that Codex is ended, and its cost counted', async () => {
    const fixture = join(import.meta.dirname, '../fixtures/codexAsker.ts');
    const env = { ...box.env, STAND_IN: 'hang' };
    const holder = fork(fixture, [top, codex, join(box.root, 'answer.json')], { env });
    await until('the run of the other process', () => calls().length === 1);
    const next = ask();
    await until('ours to wait', () => next.isWaiting());
    holder.kill('SIGKILL');
    await once(holder, 'exit');
    assert.equal(await next.answered, thread);
    const [left] = calls();
    assert.ok(left !== undefined && processIdentity(left.pid) === undefined);
    const runs = await spent();
    assert.deepEqual(
      runs.map(({ loop, tokens }) => [loop, tokens]),
      [
        ['plan', null],
        ['plan', null],
      ],
    );
    assert.ok((runs[0]?.seconds ?? 0) > 0);
    // The holder may have been killed in the middle of writing about its run.
    await sweepDrafts(log.directory);
    assert.deepEqual(
      readdirSync(log.directory).filter((name) => name.includes('run')),
      [],
    );
  });

  it('counts a run that outlived its killed holder up to its last sign of life', async () => {
    const began = Date.now() - 3_600_000;
    mkdirSync(log.directory, { recursive: true });
    const file = join(log.directory, 'codex.run.json');
    const run = { codex: '1:gone', loop: 'collab', thread, began, timeoutMs: 600_000 };
    for (const [heard, seconds] of [
      [began + 90_000, 90],
      [began + 1_800_000, 600],
      [began - 5000, 0],
    ] as const) {
      writeFileSync(file, JSON.stringify(run));
      utimesSync(file, new Date(heard), new Date(heard));
      await ask().answered;
      assert.deepEqual(
        (await spent()).slice(-2).map((one) => [one.loop, one.thread, one.loop === 'collab' ? one.seconds : 0]),
        [
          ['collab', thread, seconds],
          ['plan', thread, 0],
        ],
      );
    }
  });

  it('is not held up by an unreadable note', async () => {
    mkdirSync(log.directory, { recursive: true });
    writeFileSync(join(log.directory, 'codex.run.json'), '{"codex":');
    assert.equal(await ask().answered, thread);
    assert.equal((await spent()).length, 1);
  });

  it('is left by a cancelled waiter, which costs nothing', async () => {
    const first = ask({ STAND_IN: 'wait' });
    await until('the first run', () => calls().length === 1);
    const cancel = new AbortController();
    const second = ask({}, { signal: cancel.signal });
    await until('the second to wait', () => second.isWaiting());
    cancel.abort();
    await assert.rejects(second.answered, failsWith('CANCELLED', /The review was stopped; nothing was recorded/));
    go();
    await first.answered;
    assert.equal(calls().length, 1);
    assert.equal((await spent()).length, 1);
  });

  it('has a limit for the wait', async () => {
    await withLock(lock(), { waitMs: 0 }, async () => {
      const { answered } = ask({}, { queueMs: 50 });
      await assert.rejects(answered, failsWith('LOCK_BUSY', /busy with another review .*so it was not asked/));
    });
    assert.deepEqual(calls(), []);
  });

  it('does not shorten the time limit of the run', async () => {
    const timeoutMs = 1000;
    const waiter = await withLock(lock(), { waitMs: 0 }, async () => {
      const one = ask({ STAND_IN: 'hang' }, { timeoutMs });
      await until('it to wait', () => one.isWaiting());
      // Longer than the run may take: a limit that began with the question is over by now.
      await sleep(timeoutMs);
      return one;
    });
    await assert.rejects(waiter.answered, failsWith('TIMEOUT', /within 1 s/));
    const [run, ...others] = await spent();
    assert.deepEqual(others, []);
    assert.ok(run !== undefined && run.seconds >= timeoutMs / 1000, `it was ended after ${run?.seconds} s`);
  });

  it('is not counted as time of the run', async () => {
    // An hour passes while it waits, by the clocks that are asked.
    const hour = 3_600_000;
    const real = { now: Date.now, performance: performance.now.bind(performance) };
    try {
      const waiter = await withLock(lock(), { waitMs: 0 }, async () => {
        const one = ask({}, { queueMs: 2 * hour });
        await until('it to wait', () => one.isWaiting());
        Date.now = () => real.now() + hour;
        performance.now = () => real.performance() + hour;
        return one;
      });
      assert.equal(await waiter.answered, thread);
    } finally {
      Date.now = real.now;
      performance.now = real.performance;
    }
    const [run, ...others] = await spent();
    assert.deepEqual(others, []);
    assert.ok(run !== undefined && run.seconds > 0 && run.seconds < hour / 1000, `${run?.seconds} s`);
  });

  it('is separate for each project', async () => {
    const other = box.project('other');
    await withLock(lock(), { waitMs: 0 }, async () => {
      const { answered } = ask({}, { top: other, log: openProjectLog(partyPaths(box.env), other) });
      assert.equal(await answered, thread);
    });
  });

  describe('writes down what a run has cost', () => {
    const usage = (input: number, output: number) => ({
      STAND_IN_USAGE: JSON.stringify({ input_tokens: input, cached_input_tokens: 1, output_tokens: output }),
    });

    it('as the difference to what its thread had cost before, and never less than nothing', async () => {
      await ask(usage(100, 10)).answered;
      await ask(usage(200, 30), { thread }).answered;
      await ask({}, { thread }).answered;
      await ask(usage(250, 30), { thread, loop: 'collab' }).answered;
      await ask(usage(40, 2), { thread }).answered;
      assert.deepEqual(
        (await spent()).map((one) => [one.loop, one.tokens, one.threadTokens, one.thread]),
        [
          ['plan', 110, 110, thread],
          ['plan', 120, 230, thread],
          ['plan', null, null, thread],
          ['collab', 50, 280, thread],
          ['plan', 42, 42, thread],
        ],
      );
    });

    for (const [how, code, env, more] of [
      ['fails', 'COMMAND_FAILED', { STAND_IN: '500' }, {}],
      ['leaves no answer', 'COMMAND_FAILED', { STAND_IN: 'nothing' }, {}],
      ['takes too long', 'TIMEOUT', { STAND_IN: 'hang' }, { timeoutMs: 1500 }],
    ] as const) {
      it(`also when it ${how}`, async () => {
        await assert.rejects(ask({ ...env, ...usage(7, 1) }, more).answered, failsWith(code, /./));
        const [run, ...others] = await spent();
        assert.deepEqual(others, []);
        assert.equal(run?.tokens, 8);
        assert.ok(run !== undefined && run.seconds > 0);
      });
    }

    it('also when it is stopped', async () => {
      const cancel = new AbortController();
      const { answered } = ask({ STAND_IN: 'hang' }, { signal: cancel.signal });
      await until('the run', () => calls().length === 1);
      cancel.abort();
      await assert.rejects(answered, failsWith('CANCELLED', /stopped/));
      assert.equal((await spent()).length, 1);
    });

    it('but not for a run that could not begin', async () => {
      const reviewer = { path: join(box.root, 'none'), args: [], version: undefined, flags: [] };
      await assert.rejects(ask({}, { reviewer }).answered, failsWith('AGENT_MISSING', /cannot be executed/));
      assert.deepEqual(await spent(), []);
    });

    it('until the budget is used up, also for a run that waits', async () => {
      limit({ tokens: 100 });
      const first = ask({ STAND_IN: 'wait', ...usage(99, 1) });
      await until('the first run', () => calls().length === 1);
      const second = ask();
      await until('the second to wait', () => second.isWaiting());
      go();
      await first.answered;
      await assert.rejects(second.answered, failsWith('REFUSED', /100 of 100 tokens.*, so Codex was not asked$/));
      assert.equal(calls().length, 1);
      await log.append({ event: 'budget-renewed', actor: 'human', reason: 'r' });
      assert.equal(await ask().answered, thread);
    });
  });
});
