// The project log as a chain: what each way to change the file leads to, and what does not break it.

import assert from 'node:assert/strict';
import { appendFileSync, readFileSync, rmSync, truncateSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { ChainProblemKind } from '../../../src/core/project/chain.ts';
import { checkLog } from '../../../src/node/gates/checkLog.ts';
import { headFile } from '../../../src/node/project/logHead.ts';
import { openProjectLog, type ProjectLog } from '../../../src/node/project/projectLog.ts';
import { sha256 } from '../../../src/node/system/hash.ts';
import { newProject, type Project } from '../../support/project.ts';

describe('the project log as a chain', () => {
  let at: Project;
  let path: string;
  beforeEach(() => {
    at = newProject({});
    path = at.durable('events.jsonl');
  });
  afterEach(() => at.dispose());

  const open = (): ProjectLog => openProjectLog(at.paths, at.top);
  const failed = (reason: string) =>
    ({ event: 'plan', actor: 'human', what: 'failed', version: 0, hash: null, reason }) as const;
  const add = (reason: string) => open().append(failed(reason));
  const write = async (...reasons: string[]) => {
    for (const reason of reasons) await add(reason);
  };
  const lines = () => readFileSync(path, 'utf8').split('\n').slice(0, -1);
  const put = (all: readonly string[]) => writeFileSync(path, all.map((line) => `${line}\n`).join(''));
  /** From all lines, and from the state, which reads what is new. */
  const said = async (log = open()) => {
    const events = await log.events();
    const state = await log.state();
    assert.equal(state.count, events.length);
    assert.deepEqual(
      state.planEvents(),
      events.filter(({ event }) => event === 'plan'),
    );
    return events.map((event) => ('reason' in event ? String(event.reason) : event.event));
  };
  const problems = async (log = open()) =>
    (await log.health()).problems.map(({ line, kind, accepted }): [number, ChainProblemKind, boolean] => [
      line,
      kind,
      accepted,
    ]);
  const isBroken = async (log = open()) => (await log.health()).broken;
  const foreign = (reason: string, more: object = {}) =>
    JSON.stringify({ at: '2026-01-01T00:00:00Z', ...failed(reason), ...more });
  const anchor = () => open().append({ event: 'anchored', actor: 'human', reason: 'looked at it' });
  const prevOf = (line: string | undefined) => JSON.parse(line ?? '{}').prev;

  it('links each line to the bytes of the line before', async () => {
    await write('a', 'ä', 'c');
    const [a = '', b = '', c = ''] = lines();
    assert.deepEqual([a, b, c].map(prevOf), [sha256(''), sha256(a), sha256(b)]);
    assert.deepEqual(await problems(), []);
  });

  it('begins after the lines of an older log, which are believed as they are', async () => {
    await write('first');
    put([foreign('old 1'), foreign('old 2')]);
    rmSync(headFile(dirname(path)));
    await write('a', 'b');
    assert.equal(prevOf(lines()[2]), sha256(lines()[1] ?? ''));
    assert.deepEqual(await said(), ['old 1', 'old 2', 'a', 'b']);
    assert.deepEqual(await problems(), []);
  });

  it('is not broken by a cut at any byte of the last line', async () => {
    await write('a', 'b');
    const [a = '', b = ''] = lines();
    const head = readFileSync(headFile(dirname(path)));
    await add('c');
    const whole = readFileSync(path);
    for (let size = a.length + b.length + 2; size < whole.length; size++) {
      writeFileSync(path, whole.subarray(0, size));
      // As a writer leaves it that was killed in the middle of the line.
      writeFileSync(headFile(dirname(path)), head);
      await add('d');
      // When only the line break is missing, the next writer completes the line.
      const expected = size === whole.length - 1 ? ['a', 'b', 'c', 'd'] : ['a', 'b', 'd'];
      assert.deepEqual(await said(), expected, `cut at byte ${size}`);
      assert.deepEqual(await problems(), [], `cut at byte ${size}`);
    }
  });

  it('has its last line also without the line break, for readers and for writers', async () => {
    await write('a', 'b');
    truncateSync(path, readFileSync(path).length - 1);
    const log = open();
    for (let look = 0; look < 2; look++) assert.deepEqual(await said(log), ['a', 'b']);
    assert.deepEqual(await problems(log), []);
    const { ok, lines: count } = await checkLog({ cwd: at.top, paths: at.paths });
    assert.deepEqual([ok, count], [true, 2]);
    await add('c');
    for (const one of [log, open()]) {
      assert.deepEqual(await said(one), ['a', 'b', 'c']);
      assert.deepEqual(await problems(one), []);
    }
  });

  it('continues after lines whose writer was killed before it recorded them', async () => {
    await write('a');
    const head = readFileSync(headFile(dirname(path)));
    await write('b', 'c');
    writeFileSync(headFile(dirname(path)), head);
    await add('d');
    assert.deepEqual(await said(), ['a', 'b', 'c', 'd']);
    assert.deepEqual(await problems(), []);
  });

  for (const broken of ['', '{"form":', '{}', 'null']) {
    it(`goes on when its record is ${broken === '' ? 'empty' : broken}`, async () => {
      await write('a', 'b');
      writeFileSync(headFile(dirname(path)), broken);
      await add('c');
      assert.deepEqual(await said(), ['a', 'b', 'c']);
      assert.deepEqual(await problems(), []);
    });
  }

  it('does not believe a line that another program has appended, and goes on', async () => {
    await write('a');
    for (const [index, line] of [foreign('none'), foreign('wrong', { prev: sha256('x') })].entries()) {
      const log = open();
      await log.state();
      appendFileSync(path, `${line}\n`);
      const before = index === 0 ? ['a'] : ['a', 'b'];
      assert.deepEqual(await said(log), before, 'a log that is open');
      assert.deepEqual(await said(), before);
      await add(index === 0 ? 'b' : 'c');
      assert.deepEqual(await said(log), [...before, index === 0 ? 'b' : 'c']);
      assert.deepEqual(await said(), [...before, index === 0 ? 'b' : 'c']);
    }
    assert.deepEqual(await problems(), [
      [2, 'no-prev', false],
      [4, 'stray', false],
    ]);
    assert.equal(await isBroken(), false);
    await anchor();
    assert.deepEqual(await problems(), [
      [2, 'no-prev', true],
      [4, 'stray', true],
    ]);
  });

  it('does not believe a line that names an earlier one, to cut off what came after it', async () => {
    await write('a', 'b', 'c');
    appendFileSync(path, `${foreign('x', { prev: sha256(lines()[0] ?? '') })}\n`);
    assert.deepEqual(await said(), ['a', 'b', 'c']);
    await add('d');
    assert.deepEqual(await said(), ['a', 'b', 'c', 'd']);
    assert.deepEqual(await problems(), [[4, 'stray', false]]);
  });

  it('does not believe a line that was inserted, also when it names the line before', async () => {
    await write('a', 'b', 'c');
    const [a = '', b = '', c = ''] = lines();
    for (const line of [foreign('x'), foreign('x', { prev: sha256('x') }), foreign('x', { prev: sha256(a) })]) {
      put([a, line, b, c]);
      assert.deepEqual(await said(), ['a', 'b', 'c'], line);
      assert.equal((await problems()).length, 1, line);
      assert.equal(await isBroken(), false);
    }
  });

  it('believes a repeated line once', async () => {
    await write('a', 'b', 'c');
    const [a = '', b = '', c = ''] = lines();
    put([a, b, b, c]);
    assert.deepEqual(await said(), ['a', 'b', 'c']);
    assert.equal((await problems()).length, 1);
    put([a, b, c, b]);
    assert.deepEqual(await said(), ['a', 'b', 'c']);
    assert.deepEqual(await problems(), [[4, 'stray', false]]);
  });

  it('does not believe an altered line, and proves nothing until a human has anchored it', async () => {
    await write('a', 'b', 'c', 'd');
    await open().append({ event: 'verified', actor: 'human', hash: 'h' });
    assert.deepEqual(await said(), ['a', 'b', 'c', 'd', 'verified']);
    const log = open();
    await log.state();
    put(lines().map((line, index) => (index === 1 ? line.replace('"b"', '"B"') : line)));
    for (const one of [log, open()]) {
      assert.deepEqual(await said(one), ['a', 'c', 'd']);
      assert.ok(await isBroken(one));
      assert.deepEqual(await problems(one), [
        [2, 'suspect', false],
        [3, 'break', false],
      ]);
    }
    await add('e');
    assert.deepEqual(await said(log), ['a', 'c', 'd', 'e'], 'still not proven');
    await anchor();
    assert.deepEqual(await said(log), ['a', 'c', 'd', 'verified', 'e', 'looked at it']);
    assert.deepEqual(await said(), ['a', 'c', 'd', 'verified', 'e', 'looked at it']);
    assert.equal(await isBroken(), false);
  });

  it('notices an edit in place by the same number of bytes, with the time of the file put back', async () => {
    await write('a', 'b', 'c');
    const log = open();
    await log.state();
    put(lines().map((line) => line.replace('"b"', '"x"')));
    utimesSync(path, new Date(0), new Date(0));
    assert.deepEqual(await said(log), ['a', 'c']);
    assert.deepEqual(await said(), ['a', 'c']);
  });

  it('notices a removed line', async () => {
    await write('a', 'b', 'c', 'd');
    put(lines().filter((_, index) => index !== 1));
    // Party cannot tell whether the line before was altered.
    assert.deepEqual(await said(), ['c', 'd']);
    assert.ok(await isBroken());
    assert.deepEqual(await problems(), [
      [1, 'suspect', false],
      [2, 'break', false],
    ]);
  });

  it('notices swapped lines', async () => {
    await write('a', 'b', 'c', 'd');
    const [a = '', b = '', c = '', d = ''] = lines();
    put([a, c, b, d]);
    assert.ok(await isBroken());
    assert.ok(!(await said()).includes('b'));
  });

  it('notices that the last line is gone or altered, also after more was written', async () => {
    for (const change of [() => truncateLast(), () => alterLast()]) {
      rmSync(dirname(path), { recursive: true, force: true });
      await write('a', 'b', 'c');
      change();
      assert.ok(await isBroken());
      assert.ok(!(await said()).some((reason) => reason === 'c' || reason === 'C'));
      await write('d', 'e');
      assert.ok(await isBroken(), 'the next line has not hidden it');
      assert.ok((await said()).join().endsWith('d,e'));
      assert.ok(!(await said()).includes('C'));
      await anchor();
      assert.equal(await isBroken(), false);
    }
  });
  const truncateLast = () => truncateSync(path, readFileSync(path).length - (lines().at(-1)?.length ?? 0) - 1);
  const alterLast = () => put(lines().map((line) => line.replace('"c"', '"C"')));

  it('notices that the whole log is gone, or was written again without its chain', async () => {
    await write('a', 'b');
    const without = lines().map((line) => line.replace(/,"prev":"[^"]*"/, ''));
    rmSync(path);
    assert.ok(await isBroken());
    put([...without, foreign('x')]);
    assert.ok(await isBroken());
    await add('c');
    assert.ok(await isBroken());
    await anchor();
    assert.equal(await isBroken(), false);
  });

  it('notices a changed last line of an older log, after the chain began', async () => {
    await write('x');
    rmSync(headFile(dirname(path)));
    put([foreign('old 1'), foreign('old 2')]);
    await write('a', 'b');
    put(lines().map((line) => line.replace('old 2', 'new 2')));
    assert.deepEqual(await said(), ['old 1', 'a', 'b']);
    assert.ok(await isBroken());
  });

  it('is anchored by a human alone', async () => {
    await write('a', 'b');
    put(lines().slice(0, 1));
    await open().append({ event: 'anchored', actor: 'claude', reason: 'me' });
    assert.ok(await isBroken());
  });

  it('is not written by a version that does not know its form', async () => {
    await write('a');
    const head = JSON.parse(readFileSync(headFile(dirname(path)), 'utf8'));
    writeFileSync(headFile(dirname(path)), JSON.stringify({ ...head, form: 3, more: true }));
    const before = readFileSync(path);
    await assert.rejects(add('b'), /newer version of Party writes this project's log/);
    assert.deepEqual(readFileSync(path), before);
    assert.deepEqual(await said(), ['a'], 'reading goes on');
  });

  it('does not depend on the clock', async () => {
    await write('a');
    await open().append({ ...failed('before'), ...{ at: '1999-01-01T00:00:00Z' } });
    await write('c');
    assert.deepEqual(await said(), ['a', 'before', 'c']);
    assert.deepEqual(await problems(), []);
  });

  it('takes lines of many writers in one chain', async () => {
    const logs = Array.from({ length: 5 }, open);
    await Promise.all(
      logs.flatMap((log, index) => Array.from({ length: 8 }, (_, n) => log.append(failed(`${index}.${n}`)))),
    );
    assert.equal((await said()).length, 40);
    assert.deepEqual(await problems(), []);
  });

  it('is copied with its directory', async () => {
    await write('a', 'b');
    const [log, head] = [readFileSync(path), readFileSync(headFile(dirname(path)))];
    rmSync(dirname(path), { recursive: true });
    await write('x');
    writeFileSync(path, log);
    writeFileSync(headFile(dirname(path)), head);
    assert.deepEqual(await said(), ['a', 'b']);
    await add('c');
    assert.deepEqual(await problems(), []);
  });
});
