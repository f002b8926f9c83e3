// The checkpoint of the log: with it or without it the state is the same, and one that does not fit is made again.

import assert from 'node:assert/strict';
import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { ProjectEvent } from '../../../src/core/project/event.ts';
import { type LogState, stateOf } from '../../../src/core/review/logState.ts';
import { checkLog } from '../../../src/node/gates/checkLog.ts';
import { checkpointFile, readCheckpoint } from '../../../src/node/project/checkpoint.ts';
import { openProjectLog } from '../../../src/node/project/projectLog.ts';
import { noTable, RowTable } from '../../../src/node/project/rowTable.ts';
import { newProject, type Project } from '../../support/project.ts';
import { numbers, randomEvents } from '../../support/randomLog.ts';

describe('rows of a checkpoint', () => {
  it('are found and changed as in a map, whatever their keys', () => {
    const random = numbers(3);
    const expected = new Map<string, unknown>();
    let table = noTable;
    for (let round = 0; round < 60; round++) {
      const changes = new Map<string, unknown>();
      for (let n = 0; n < random(12); n++) {
        const key = ['', 'a', 'key', '"', 'ä\n\t', '\u0000', 'é🙂', 'z'][random(8)] + String(random(20));
        changes.set(key, random(4) === 0 ? null : { n: random(1000), text: 'x\n\t"'.repeat(random(4)) });
      }
      for (const [key, value] of changes) {
        if (value === null) expected.delete(key);
        else expected.set(key, value);
      }
      table = new RowTable(table.with(changes));
      for (const [key, value] of expected) assert.deepEqual(table.find(key), value, JSON.stringify(key));
      for (const key of changes.keys()) if (!expected.has(key)) assert.equal(table.find(key), undefined);
      assert.equal(table.find('missing'), undefined);
      assert.ok(table.with(new Map()).equals(noTable.with(expected)), 'the same rows are the same bytes');
    }
  });
});

describe('the checkpoint of a log', function () {
  this.timeout(60_000);
  let at: Project;
  let path: string;
  beforeEach(() => {
    at = newProject({});
    path = at.durable('events.jsonl');
    mkdirSync(dirname(path), { recursive: true });
  });
  afterEach(() => at.dispose());

  const open = () => openProjectLog(at.paths, at.top);
  const file = () => checkpointFile(dirname(path));
  const face = (state: LogState): unknown =>
    JSON.parse(JSON.stringify([state.kept(), state.cycles(), state.planEvents()]));
  const asLines = (events: readonly object[]) => events.map((event) => `${JSON.stringify(event)}\n`).join('');
  /** Enough for several checkpoints. */
  const events = randomEvents(numbers(17), 1200);
  const started = (n: number) => ({
    ...({ event: 'started', actor: 'human', session: 's', branch: `b${n}`, head: `${n}` } as const),
  });

  it('is not made for a small log', async () => {
    writeFileSync(path, asLines(events.slice(0, 50)));
    await open().state();
    assert.ok(!existsSync(file()));
  });

  it('gives the state of all events, at any time', async () => {
    const random = numbers(23);
    const log = open();
    for (let from = 0; from < events.length; ) {
      const to = Math.min(events.length, from + 1 + random(150));
      appendFileSync(path, asLines(events.slice(from, to)));
      from = to;
      const expected = face(stateOf(events.slice(0, to)));
      assert.deepEqual(face(await open().state()), expected, `after ${to} events`);
      if (random(2) === 0) assert.deepEqual(face(await log.state()), expected, 'a log that stays open');
    }
    assert.ok(existsSync(file()));
    const { forged, ok } = await checkLog(at);
    assert.deepEqual([forged, ok], [false, true], 'its bytes are those of a new one');
  });

  it('gives the state of all events after appended ones', async () => {
    writeFileSync(path, asLines(events));
    // The chain begins with this line. One that begins later than the checkpoint makes it again, once.
    await open().append(started(0));
    await open().state();
    const before = readFileSync(file());
    for (let n = 1; n < 30; n++) await open().append(started(n));
    const all = await open().events();
    assert.equal(all.length, events.length + 30);
    assert.deepEqual(face(await open().state()), face(stateOf(all)));
    assert.deepEqual(readFileSync(file()), before, 'few lines need no new one');
    assert.equal((await open().state()).partyStart('b29'), '29');
    assert.equal((await checkLog(at)).ok, true);
  });

  /** Each makes the log or the checkpoint something else, and the state has to be that of the log. */
  const changes: Readonly<Record<string, () => void>> = {
    'the checkpoint is gone': () => rmSync(file()),
    'the checkpoint is empty': () => writeFileSync(file(), ''),
    'the checkpoint is cut': () => writeFileSync(file(), readFileSync(file()).subarray(0, -10)),
    'the checkpoint is not one': () => writeFileSync(file(), '{}\n'),
    'the checkpoint is from another version of the fold': () => editHeader((header) => ({ ...header, fold: 999 })),
    'the checkpoint is from another form': () => editHeader((header) => ({ ...header, form: 999 })),
    'the checkpoint has another chain hash': () =>
      editHeader((header) => ({ ...header, position: { ...header.position, last: { from: 0, hash: 'x' } } })),
    'the checkpoint is behind the end of the log': () =>
      editHeader((header) => ({ ...header, position: { ...header.position, offset: 1e9 } })),
    'the log is shorter': () => writeFileSync(path, asLines(events.slice(0, 700))),
    'the log is another one': () => writeFileSync(path, asLines(randomEvents(numbers(99), 1300))),
    'the log is another one of the same size': () =>
      writeFileSync(path, readFileSync(path, 'utf8').replaceAll('"commit', '"COMMIT')),
    'the log is gone': () => rmSync(path),
  };
  interface Header {
    readonly position: object;
  }
  function editHeader(edit: (header: Header) => object): void {
    const [header = '', ...rows] = readFileSync(file(), 'utf8').split('\n');
    writeFileSync(file(), [JSON.stringify(edit(JSON.parse(header))), ...rows].join('\n'));
  }
  for (const [title, change] of Object.entries(changes)) {
    it(`is made again when ${title}`, async () => {
      writeFileSync(path, asLines(events));
      const log = open();
      await log.state();
      assert.ok(existsSync(file()));
      change();
      const all = existsSync(path) ? await open().events() : [];
      assert.deepEqual(face(await open().state()), face(stateOf(all)));
      assert.deepEqual(face(await open().state()), face(stateOf(all)), 'also the next time');
      assert.deepEqual(face(await log.state()), face(stateOf(all)), 'a log that stays open');
    });
  }

  it('is not believed when it belongs to another project', async () => {
    writeFileSync(path, asLines(events));
    await open().state();
    const other = newProject({ box: at.box, name: 'other' });
    mkdirSync(dirname(other.durable('events.jsonl')), { recursive: true });
    const otherEvents: ProjectEvent[] = randomEvents(numbers(4), 900);
    writeFileSync(other.durable('events.jsonl'), asLines(otherEvents));
    writeFileSync(checkpointFile(other.durable('')), readFileSync(file()));
    const state = await openProjectLog(other.paths, other.top).state();
    assert.deepEqual(face(state), face(stateOf(otherEvents)));
  });

  it('that was edited by hand is found by a check, and made again', async () => {
    writeFileSync(path, asLines(events));
    await open().state();
    const honest = readFileSync(file());
    const text = honest.toString('utf8');
    assert.equal((await checkLog(at)).ok, true);
    writeFileSync(file(), text.replace('"the code changed while it ran"', 'null                           '));
    assert.notDeepEqual(readFileSync(file()), honest, 'nothing was changed');
    const { ok, forged } = await checkLog(at);
    assert.deepEqual([ok, forged], [false, true]);
    assert.deepEqual(face(await open().state()), face(stateOf(events)));
    assert.equal((await checkLog(at)).ok, true);
  });

  it('keeps what is wrong with the log, so that no call reads all of it again', async () => {
    writeFileSync(path, asLines(events));
    await open().append(started(1));
    appendFileSync(path, `${JSON.stringify({ at: '', ...started(2) })}\n`);
    assert.equal((await open().health()).problems.length, 1);
    await open().append(started(3));
    // Another process finds the line after the checkpoint, and reads everything once.
    for (let n = 0; n < 3; n++) assert.equal((await open().health()).problems.length, 1);
    const { position } = (await readCheckpoint(dirname(path))) ?? {};
    assert.deepEqual(
      position?.problems.map(({ kind }) => kind),
      ['no-prev'],
    );
    assert.equal((await open().state()).partyStart('b2'), undefined);
    assert.equal((await open().state()).partyStart('b3'), '3');
    await open().append({ event: 'anchored', actor: 'human', reason: 'r' });
    assert.ok((await open().health()).problems.every(({ accepted }) => accepted));
  });

  it('is left alone where it cannot be written', async () => {
    writeFileSync(path, asLines(events));
    mkdirSync(file());
    assert.deepEqual(face(await open().state()), face(stateOf(events)));
    assert.ok(statSync(file()).isDirectory());
  });
});
