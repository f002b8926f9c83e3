// Many write to a log that is archived again and again, and some are killed while they do: no line is lost or counted
// twice, and the chain goes on.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { checkLog } from '../../src/node/gates/checkLog.ts';
import { openProjectLog } from '../../src/node/project/projectLog.ts';
import { forkFixture } from '../support/forkFixture.ts';
import { newProject, type Project } from '../support/project.ts';

describe('a log that is archived while writers are killed with -9', function () {
  this.timeout(240_000);
  const writers = 6;
  const each = 40;
  let at: Project;
  before(() => {
    at = newProject({});
    mkdirSync(dirname(at.durable('events.jsonl')), { recursive: true });
  });
  after(() => at.dispose());

  it('has every confirmed line, once', async () => {
    const path = at.durable('events.jsonl');
    const said: string[] = [];
    const wrong: string[] = [];
    const log = openProjectLog(at.paths, at.top);
    const fixture = join(import.meta.dirname, 'fixtures/logWriter.ts');
    let running = writers;
    const exits = Array.from({ length: writers }, async (_, n) => {
      const child = forkFixture(fixture, [path, `w${n}`, String(each)], at.env);
      let lines = 0;
      child.on('message', (reason) => {
        said.push(String(reason));
        // Half of them, at different moments of a later line.
        if (n % 2 === 0 && ++lines === 10 + n) setTimeout(() => child.kill('SIGKILL'), n * 5 + 1);
      });
      await once(child, 'exit');
      running--;
    });
    // A reader beside them, as the editor is: it never finds a broken log, and its state only grows.
    let count = 0;
    while (running > 0) {
      // A read waits for no event, so that the ends of the writers would never be heard.
      await setImmediate();
      const state = await log.state();
      const { broken, problems } = await log.health();
      if (broken || problems.length > 0 || state.count < count)
        wrong.push(JSON.stringify([count, state.count, problems]));
      count = state.count;
    }
    await Promise.all(exits);
    assert.deepEqual(wrong, []);
    const written = (await log.events()).map((event) => ('reason' in event ? String(event.reason) : event.event));
    assert.deepEqual(written.length, new Set(written).size, 'no line twice');
    assert.deepEqual(
      said.filter((reason) => !written.includes(reason)),
      [],
    );
    assert.ok(said.length >= (writers / 2) * (each + 10), `only ${said.length} lines`);
    assert.equal((await log.state()).count, written.length);
    assert.equal((await openProjectLog(at.paths, at.top).state()).count, written.length);
  });

  it('has a chain that goes through all archived logs', async () => {
    const { ok, problems, archived } = await checkLog({ cwd: at.top, paths: at.paths });
    assert.deepEqual([ok, problems], [true, []]);
    const folders = readdirSync(at.durable('archive'));
    assert.ok(folders.length > 10, `${folders.length} archived logs`);
    assert.ok(archived > 100, `${archived} archived lines`);
    assert.ok(folders.every((name) => existsSync(at.durable(`archive/${name}/events.checkpoint`))));
  });
});

describe('a log whose archiver is killed with -9 before each of its calls of the file system', function () {
  this.timeout(240_000);
  let at: Project;
  before(() => {
    at = newProject({});
    mkdirSync(dirname(at.durable('events.jsonl')), { recursive: true });
  });
  after(() => at.dispose());

  it('is the old or the new log', async () => {
    const path = at.durable('events.jsonl');
    const fixture = join(import.meta.dirname, 'fixtures/killedArchiver.ts');
    const reasons = async () =>
      (await openProjectLog(at.paths, at.top).events()).map((event) =>
        'reason' in event ? event.reason : event.event,
      );
    let before: readonly string[] = [];
    for (let last = 1; ; last++) {
      const child = forkFixture(fixture, [path, `line ${last}`, String(last)], at.env);
      let calls: unknown;
      child.on('message', (count) => {
        calls = count;
      });
      const [code, signal] = await once(child, 'exit');
      assert.ok(code === 0 || signal === 'SIGKILL', `call ${last}: ${code} ${signal}`);
      const after = await reasons();
      const isWritten = after.length > before.length;
      assert.deepEqual(after, isWritten ? [...before, `line ${last}`] : before, `call ${last}`);
      assert.equal((await openProjectLog(at.paths, at.top).state()).count, after.length, `call ${last}`);
      const { ok, problems } = await checkLog({ cwd: at.top, paths: at.paths });
      assert.ok(ok, `call ${last}: ${JSON.stringify(problems)}`);
      before = after;
      // The line after a new log has begun and its writer was killed is not due, and takes few calls.
      if (code === 0 && Number(calls) > 15) break;
    }
    assert.ok(existsSync(at.durable('archive/000002')));
  });
});
