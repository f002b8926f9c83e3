// What the log and its checkpoint must not overlook: an edit before a checkpoint, a newer form, a damaged checkpoint.

import assert from 'node:assert/strict';
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { stateOf } from '../../../src/core/review/logState.ts';
import { checkLog } from '../../../src/node/gates/checkLog.ts';
import { checkpointFile } from '../../../src/node/project/checkpoint.ts';
import { headFile } from '../../../src/node/project/logHead.ts';
import { openProjectLog } from '../../../src/node/project/projectLog.ts';
import { newProject, type Project } from '../../support/project.ts';
import { numbers, randomEvents } from '../../support/randomLog.ts';

describe('a log with a checkpoint', function () {
  this.timeout(60_000);
  let at: Project;
  let path: string;
  beforeEach(async () => {
    at = newProject({});
    path = at.durable('events.jsonl');
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, events.map((event) => `${JSON.stringify(event)}\n`).join(''));
    for (let n = 0; n < 20; n++) await add(n);
    await open().state();
    // The checkpoint is after the first lines of the chain.
    assert.ok(existsSync(file()));
  });
  afterEach(() => at.dispose());

  const events = randomEvents(numbers(17), 1200);
  const open = () => openProjectLog(at.paths, at.top);
  const file = () => checkpointFile(dirname(path));
  const head = () => headFile(dirname(path));
  const add = (n: number) =>
    open().append({ event: 'started', actor: 'human', session: 's', branch: `b${n}`, head: `${n}` });
  const editInPlace = (from: string, to: string) => {
    const text = readFileSync(path, 'utf8');
    assert.ok(text.includes(from) && from.length === to.length);
    writeFileSync(path, text.replace(from, to));
  };

  it('notices an edit from before the checkpoint, also when Party has written since', async () => {
    editInPlace('"branch":"b3"', '"branch":"x3"');
    await add(20);
    const { broken, problems } = await open().health();
    assert.ok(broken, JSON.stringify(problems));
    assert.ok((await open().health()).broken, 'also the next time');
  });

  it('notices a removed line from before the checkpoint, also when Party has written since', async () => {
    const lines = readFileSync(path, 'utf8').split('\n');
    writeFileSync(path, lines.filter((line) => !line.includes('"branch":"b3"')).join('\n'));
    for (let n = 20; n < 30; n++) await add(n);
    assert.ok((await open().health()).broken);
  });

  it('is not written when the record is of a newer form, whatever else the record has', async () => {
    for (const record of [{ form: 3 }, { form: 3, tip: 'x', at: 1 }, { form: 3, from: '1', size: null }]) {
      writeFileSync(head(), JSON.stringify(record));
      const before = readFileSync(path);
      await assert.rejects(add(20), /newer version of Party writes this project's log/, JSON.stringify(record));
      assert.deepEqual(readFileSync(path), before);
      await open().state();
    }
  });

  it('reads a log whose end is gone only once', async () => {
    truncateSync(path, statSync(path).size - 1);
    truncateSync(path, readFileSync(path).lastIndexOf(0x0a) + 1);
    const log = open();
    assert.ok((await log.health()).broken);
    const { ino } = statSync(file());
    const again = statSync(file(), { bigint: true }).mtimeNs;
    assert.ok((await log.health()).broken);
    assert.ok((await open().health()).broken);
    assert.deepEqual([statSync(file()).ino, statSync(file(), { bigint: true }).mtimeNs], [ino, again]);
    await add(20);
    assert.ok((await log.health()).broken);
    assert.ok((await open().health()).broken);
  });

  type Header = Readonly<Record<string, unknown>> & { readonly position: object };
  const damages: Readonly<Record<string, (header: Header) => object>> = {
    'has no position': (header) => ({ ...header, position: null }),
    'has an empty position': (header) => ({ ...header, position: {} }),
    'has no last line': (header) => ({ ...header, position: { ...header.position, last: undefined } }),
    'has no file': (header) => ({ ...header, position: { ...header.position, seen: undefined } }),
    'has no problems': (header) => ({ ...header, position: { ...header.position, problems: undefined } }),
    'has no state': (header) => ({ ...header, state: null }),
    'has an empty state': (header) => ({ ...header, state: {} }),
    'has another kind of state': (header) => ({ ...header, state: { cycles: 3, budget: [], count: 'x' } }),
  };
  for (const [title, damage] of Object.entries(damages)) {
    it(`makes its checkpoint again when it ${title}`, async () => {
      const [header = '', ...rows] = readFileSync(file(), 'utf8').split('\n');
      writeFileSync(file(), [JSON.stringify(damage(JSON.parse(header))), ...rows].join('\n'));
      await add(20);
      const expected = stateOf(await open().events());
      const state = await open().state();
      assert.deepEqual([state.count, state.kept()], [expected.count, expected.kept()]);
      assert.equal((await open().health()).broken, false);
    });
  }

  it('compares its checkpoint with the lines also after a human has anchored the log', async () => {
    appendFileSync(path, `${JSON.stringify({ ...events[0], at: 'x' })}\n`);
    await open().append({ event: 'anchored', actor: 'human', reason: 'r' });
    rmSync(file());
    await open().state();
    assert.equal((await checkLog(at)).ok, true);
    assert.ok(existsSync(file()), 'an honest one is kept');
    const text = readFileSync(file(), 'utf8');
    const forged = text.replace('"the code changed while it ran"', 'null                           ');
    assert.notEqual(forged, text);
    writeFileSync(file(), forged);
    assert.equal((await checkLog(at)).forged, true);
  });
});
