import assert from 'node:assert/strict';
import { execFileSync, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire, syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isPartyError } from '../../../src/core/base/errors.ts';
import { processIdentity } from '../../../src/node/system/processIdentity.ts';
import { withTurn } from '../../../src/node/system/turnLock.ts';
import { until } from '../../support/sandbox.ts';

describe('withTurn', () => {
  let lock: string;
  beforeEach(() => {
    lock = mkdtempSync(join(tmpdir(), 'party-turn-'));
  });
  afterEach(() => rmSync(lock, { recursive: true, force: true }));

  const ticket = (number: number, identity = '999999999:x:1') => symlinkSync(identity, join(lock, String(number)));
  const busy = (act: Promise<unknown>) =>
    assert.rejects(
      act,
      (error) => isPartyError(error, 'LOCK_BUSY') && error.message.includes(`process ${process.pid}`),
    );

  it('admits one holder at a time, in the order of arrival', async () => {
    const visits: number[] = [];
    let inside = 0;
    const visit = (n: number) =>
      withTurn(lock, { waitMs: 60_000 }, async () => {
        assert.equal(++inside, 1);
        await new Promise((wake) => setTimeout(wake, 2));
        visits.push(n);
        inside--;
      });
    const order = Array.from({ length: 20 }, (_, n) => n);
    await Promise.all(order.map(visit));
    assert.deepEqual(visits, order);
    assert.deepEqual(readdirSync(lock), []);
  });

  it('is free after a failure inside, and returns the result', async () => {
    await assert.rejects(
      withTurn(lock, { waitMs: 0 }, () => Promise.reject(new Error('inside'))),
      /inside/,
    );
    assert.equal(await withTurn(lock, { waitMs: 0 }, () => 'free'), 'free');
  });

  it('waits for a live holder until the limit, names it, and leaves the queue', async () => {
    ticket(5, processIdentity(process.pid));
    await busy(withTurn(lock, { waitMs: 30 }, () => {}));
    assert.deepEqual(readdirSync(lock), ['5']);
  });

  for (const hour of [-3_600_000, 3_600_000]) {
    it(`waits as long as it said when the clock jumps ${hour < 0 ? 'back' : 'ahead'}`, async () => {
      const { now } = Date;
      let jumps = 0;
      Date.now = () => now() + ++jumps * hour;
      try {
        ticket(5, processIdentity(process.pid));
        await busy(withTurn(lock, { waitMs: 30 }, () => {}));
        const waiting = withTurn(lock, { waitMs: 60_000 }, () => 'in');
        assert.equal(readdirSync(lock).length, 2);
        rmSync(join(lock, '5'));
        assert.equal(await waiting, 'in');
      } finally {
        Date.now = now;
      }
    });
  }

  it('names a holder that is stopped, since when, and what to do, also to those further behind', async function () {
    this.timeout(60_000);
    const holder = fork(join(import.meta.dirname, '../fixtures/turnHolder.ts'), [lock]);
    await once(holder, 'message');
    const { pid = 0 } = holder;
    const [number = ''] = readdirSync(lock);
    ticket(Number(number) + 1, processIdentity(process.pid));
    const message = new RegExp(
      `^The thing has been held by process ${pid} .* since (?:[\\d-]+ )?\\d\\d:\\d\\d\\. That process is stopped: continue it \\(kill -CONT ${pid}\\)`,
    );
    try {
      execFileSync('kill', ['-STOP', String(pid)]);
      await until('the message', () =>
        withTurn(lock, { what: 'The thing', waitMs: 0 }, () => {}).then(
          () => false,
          (error: unknown) => isPartyError(error, 'LOCK_BUSY') && message.test(error.message),
        ),
      );
    } finally {
      execFileSync('kill', ['-9', String(pid)]);
    }
    await once(holder, 'exit');
  });

  it('skips dead processes anywhere in the queue, and removes their tickets', async () => {
    for (const number of [3, 4, 9]) ticket(number);
    ticket(5, (processIdentity(process.pid) ?? '').replace(/\d+$/, '1'));
    writeFileSync(join(lock, '6'), 'no ticket at all');
    assert.equal(await withTurn(lock, { waitMs: 0 }, () => 'mine'), 'mine');
    assert.deepEqual(readdirSync(lock), []);
  });

  it('waits for a live holder ahead of dead ones', async () => {
    ticket(1);
    ticket(2, processIdentity(process.pid));
    ticket(3);
    await busy(withTurn(lock, { waitMs: 0 }, () => {}));
  });

  it('is not taken by a number that was drawn too late', async () => {
    const fs = createRequire(import.meta.url)('node:fs') as { readdirSync(path: string): string[] };
    const { readdirSync: original } = fs;
    try {
      // Between looking at the queue and drawing a number, another process has entered with a higher one.
      fs.readdirSync = (path) => {
        const names = original(path);
        fs.readdirSync = original;
        syncBuiltinESMExports();
        ticket(6, processIdentity(process.pid));
        return names;
      };
      syncBuiltinESMExports();
      await busy(withTurn(lock, { waitMs: 0 }, () => {}));
    } finally {
      fs.readdirSync = original;
      syncBuiltinESMExports();
    }
    assert.deepEqual(readdirSync(lock), ['6']);
  });

  it('keeps the ticket of a slow process that has just linked a freed number', async () => {
    const fs = createRequire(import.meta.url)('node:fs') as { readlinkSync(path: string): string };
    const { readlinkSync: original } = fs;
    ticket(1, processIdentity(process.pid));
    try {
      // The holder of 1 leaves after we listed the queue. A process that listed the queue earlier then links 1.
      fs.readlinkSync = (path) => {
        fs.readlinkSync = original;
        syncBuiltinESMExports();
        rmSync(path);
        try {
          return original(path);
        } finally {
          ticket(1, processIdentity(process.pid));
        }
      };
      syncBuiltinESMExports();
      assert.deepEqual(await withTurn(lock, { waitMs: 0 }, () => readdirSync(lock).sort()), ['1', '2']);
    } finally {
      fs.readlinkSync = original;
      syncBuiltinESMExports();
    }
  });

  it('takes over from holders that are killed while they hold it', async function () {
    this.timeout(60_000);
    const fixture = join(import.meta.dirname, '../fixtures/turnHolder.ts');
    for (let round = 0; round < 5; round++) {
      const holder = fork(fixture, [lock]);
      await once(holder, 'message');
      await assert.rejects(
        withTurn(lock, { waitMs: 0 }, () => {}),
        (error) => isPartyError(error, 'LOCK_BUSY'),
      );
      holder.kill('SIGKILL');
      await once(holder, 'exit');
      assert.equal(await withTurn(lock, { waitMs: 1000 }, () => 'mine'), 'mine');
    }
  });
});
