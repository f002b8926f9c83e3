// The project log in several files: what a reader finds after the log was archived, and after something went wrong.
import assert from 'node:assert/strict';
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { checkLog } from '../../../src/node/gates/checkLog.ts';
import { archiveLog } from '../../../src/node/project/archiveLog.ts';
import { headFile } from '../../../src/node/project/logHead.ts';
import { openProjectLog, type ProjectLog } from '../../../src/node/project/projectLog.ts';
import { sha256 } from '../../../src/node/system/hash.ts';
import { newProject, type Project } from '../../support/project.ts';

describe('an archived project log', () => {
  let at: Project;
  beforeEach(() => {
    at = newProject({});
  });
  afterEach(() => at.dispose());

  const open = (): ProjectLog => openProjectLog(at.paths, at.top);
  const current = () => at.durable('events.jsonl');
  const directory = () => dirname(current());
  const inArchive = (segment: number, name = 'events.jsonl') => at.durable(`archive/00000${segment}/${name}`);
  const linesOf = (file: string) => readFileSync(file, 'utf8').split('\n').slice(0, -1);
  const write = async (...reasons: string[]) => {
    for (const reason of reasons) {
      await open().append({ event: 'plan', actor: 'human', what: 'failed', version: 0, hash: null, reason });
    }
  };
  const prove = () =>
    open().append({ event: 'plan', actor: 'human', what: 'forced', version: 1, hash: 'h', reason: 'p' });
  const archive = () => archiveLog(directory());
  /** The same from the whole history and from the state. */
  const reasons = async (log = open()) => {
    const state = await log.state();
    const events = await log.events();
    assert.equal(state.count, events.length);
    assert.deepEqual(state.planEvents(), events);
    return events.map((event) => ('reason' in event ? event.reason : event.event));
  };
  const check = () => checkLog({ cwd: at.top, paths: at.paths });
  const isProven = async () => (await open().state()).planEvents().some(({ what }) => what === 'forced');

  it('goes on with the chain in a new file, and all of it can be read', async () => {
    await write('a', 'b');
    await archive();
    await write('c');
    await archive();
    await write('d', 'e');
    assert.deepEqual(await reasons(), ['a', 'b', 'c', 'd', 'e']);
    assert.deepEqual(
      [1, 2].map((one) => linesOf(inArchive(one)).length),
      [2, 2],
    );
    const [first = '', second = ''] = linesOf(current());
    const { event, segment, lines, prev } = JSON.parse(first);
    const last = linesOf(inArchive(2)).at(-1) ?? '';
    assert.deepEqual({ event, segment, lines, prev }, { event: 'archived', segment: 2, lines: 4, prev: sha256(last) });
    assert.equal(JSON.parse(second).prev, sha256(first));
    const found = await check();
    assert.deepEqual([found.ok, found.lines, found.archived, found.problems], [true, 7, 4, []]);
    assert.equal((await open().health()).lines, 7);
  });

  it('is followed by a reader that has read the log before', async () => {
    const log = open();
    await write('a');
    assert.deepEqual(await reasons(log), ['a']);
    await archive();
    assert.deepEqual(await reasons(log), ['a']);
    await write('b');
    assert.deepEqual(await reasons(log), ['a', 'b']);
  });

  it('gives its state without reading its lines', async () => {
    await write('a');
    await prove();
    await archive();
    rmSync(inArchive(1));
    await write('b');
    assert.equal((await open().state()).count, 3);
    assert.equal(await isProven(), true);
    const { ok, broken, problems } = await check();
    assert.deepEqual([ok, broken, problems.map(({ kind }) => kind)], [false, true, ['break']]);
  });

  it('is read again when its state is missing, altered, or from another version', async () => {
    await write('a');
    await prove();
    await archive();
    const state = inArchive(1, 'events.checkpoint');
    const text = readFileSync(state, 'utf8');
    for (const other of [
      undefined,
      '',
      text.replace('"count":2', '"count":3'),
      text.replace(/"fold":\d+/, '"fold":0'),
    ]) {
      rmSync(state);
      if (other !== undefined) writeFileSync(state, other);
      rmSync(at.durable('events.checkpoint'), { force: true });
      assert.deepEqual(await reasons(), ['a', 'p']);
      assert.ok(existsSync(at.durable('events.checkpoint')), 'the next call need not read it all');
      assert.deepEqual(await reasons(), ['a', 'p']);
      writeFileSync(state, text);
    }
  });

  it('proves nothing when neither its state nor its lines are there, until a human anchors the log', async () => {
    await prove();
    await archive();
    await write('b');
    rmSync(dirname(inArchive(1)), { recursive: true });
    assert.deepEqual([await isProven(), (await open().health()).broken], [false, true]);
    await open().append({ event: 'anchored', actor: 'human', reason: 'looked at it' });
    assert.deepEqual([await isProven(), (await open().health()).broken], [false, false]);
    await write('c');
    assert.equal((await open().health()).broken, false);
  });

  it('proves nothing when the new log is altered', async () => {
    await prove();
    await archive();
    await write('b', 'c');
    const [first = '', b = '', ...rest] = linesOf(current());
    writeFileSync(current(), `${[first, b.replace('"b"', '"x"'), ...rest].join('\n')}\n`);
    assert.deepEqual([await isProven(), (await open().health()).broken], [false, true]);
    assert.deepEqual(
      (await check()).problems.map(({ line, kind }) => [line, kind]),
      [
        [3, 'suspect'],
        [4, 'break'],
      ],
    );
  });

  it('does not rely on an edited checkpoint', async () => {
    await write(...Array.from({ length: 600 }, (_, n) => `${n} ${'x'.repeat(100)}`));
    await open().state();
    const checkpoint = at.durable('events.checkpoint');
    const text = readFileSync(checkpoint, 'utf8');
    const count = /"count":(\d+)/.exec(text)?.[1] ?? '';
    writeFileSync(checkpoint, text.replace(`"count":${count}`, `"count":${Number(count) - 1}`));
    await archive();
    rmSync(checkpoint);
    assert.equal((await open().state()).count, 600);
  });

  it('is not made while a human has yet to check the log', async () => {
    await write('a', 'b', 'c');
    const lines = linesOf(current());
    writeFileSync(current(), `${[lines[0], lines[2]].join('\n')}\n`);
    await archive();
    assert.equal(existsSync(at.durable('archive')), false);
    await open().append({ event: 'anchored', actor: 'human', reason: 'looked at it' });
    await archive();
    assert.ok(existsSync(inArchive(1)));
    assert.equal((await open().health()).broken, false);
    assert.ok(
      (await check()).problems.every(({ accepted }) => accepted),
      'they stay named',
    );
    assert.notEqual((await check()).problems.length, 0);
  });

  it('is made when the log has become long, once', async function () {
    this.timeout(60_000);
    await write('a');
    const [line = ''] = linesOf(current());
    // As an older version has left it: 5 MB, and no record.
    const { prev: _, ...event } = JSON.parse(line);
    const old = JSON.stringify({ ...event, reason: 'x'.repeat(500) });
    writeFileSync(current(), `${old}\n`.repeat(8000));
    rmSync(headFile(directory()));
    await write('b', 'c');
    assert.deepEqual([linesOf(inArchive(1)).length, linesOf(current()).length], [8001, 2]);
    assert.equal((await open().state()).count, 8002);
  });

  describe('after a kill', () => {
    it('of the writer right before the new log takes its place is written again', async () => {
      await write('a');
      mkdirSync(dirname(inArchive(1)), { recursive: true });
      linkSync(current(), inArchive(1));
      writeFileSync(inArchive(1, 'events.checkpoint'), 'half');
      await write('b');
      assert.deepEqual(await reasons(), ['a', 'b']);
      await archive();
      await write('c');
      assert.deepEqual(await reasons(), ['a', 'b', 'c']);
      assert.equal((await check()).ok, true);
    });

    it('of the writer right after that has the record of the archived log', async () => {
      await write('a', 'b');
      const head = readFileSync(headFile(directory()), 'utf8');
      await archive();
      writeFileSync(headFile(directory()), JSON.stringify({ ...JSON.parse(head), form: 2 }));
      assert.deepEqual(await reasons(), ['a', 'b']);
      assert.equal((await check()).ok, true);
      await write('c');
      assert.deepEqual(await reasons(), ['a', 'b', 'c']);
      assert.equal((await check()).ok, true);
      assert.equal(JSON.parse(readFileSync(headFile(directory()), 'utf8')).form, 2);
    });

    it('and without a record goes on, in the newer form', async () => {
      await write('a');
      await archive();
      rmSync(headFile(directory()));
      await write('b');
      assert.deepEqual(await reasons(), ['a', 'b']);
      assert.equal(JSON.parse(readFileSync(headFile(directory()), 'utf8')).form, 2);
      assert.equal((await check()).ok, true);
    });
  });

  it('is noticed when its end is cut off', async () => {
    await write('a');
    await archive();
    await write('b', 'c');
    writeFileSync(current(), `${linesOf(current()).slice(0, 2).join('\n')}\n`);
    assert.equal((await open().health()).broken, true);
    assert.equal((await check()).broken, true);
  });

  it('has a form that an older version of Party does not write to', async () => {
    await write('a');
    const form = () => JSON.parse(readFileSync(headFile(directory()), 'utf8')).form;
    assert.equal(form(), 1);
    await archive();
    assert.equal(form(), 2);
    await write('b');
    assert.equal(form(), 2);
    // What an older version does with a form that it does not know, here with one that no version knows yet.
    writeFileSync(headFile(directory()), JSON.stringify({ form: 3 }));
    await assert.rejects(write('c'), /newer version/);
  });

  it('is a private folder', async () => {
    await write('a');
    await archive();
    const { statSync } = await import('node:fs');
    assert.equal(statSync(join(directory(), 'archive')).mode & 0o777, 0o700);
    assert.equal(statSync(current()).mode & 0o777, 0o600);
  });
});
