import assert from 'node:assert/strict';
import { execFileSync, fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire, syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isPartyError } from '../../../src/core/base/errors.ts';
import { isLocked, withLock } from '../../../src/node/system/lock.ts';
import { processIdentity } from '../../../src/node/system/processIdentity.ts';
import { until } from '../../support/sandbox.ts';

describe('withLock', () => {
  let directory: string;
  let lock: string;
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'party-lock-'));
    lock = join(directory, 'lock');
  });
  afterEach(() => rmSync(directory, { recursive: true, force: true }));

  const heldBy = (identity: string) => {
    mkdirSync(lock);
    writeFileSync(join(lock, '1'), identity);
  };

  it('admits one holder at a time, and returns its result', async () => {
    let inside = 0;
    const visit = (n: number) =>
      withLock(lock, { waitMs: 5000, pollMs: 1 }, async () => {
        assert.equal(++inside, 1);
        await new Promise((wake) => setTimeout(wake, 2));
        inside--;
        return n;
      });
    assert.deepEqual(await Promise.all([1, 2, 3, 4].map(visit)), [1, 2, 3, 4]);
  });

  it('is free again after a failure inside', async () => {
    await assert.rejects(
      withLock(lock, { waitMs: 10 }, () => Promise.reject(new Error('inside'))),
      /inside/,
    );
    assert.equal(await withLock(lock, { waitMs: 10 }, async () => 'free'), 'free');
  });

  it('waits for a live holder until the limit, and names it', async () => {
    heldBy(processIdentity(process.pid) ?? '');
    await assert.rejects(
      withLock(lock, { waitMs: 50 }, async () => {}),
      (error) => isPartyError(error, 'LOCK_BUSY') && error.message.includes(String(process.pid)),
    );
  });

  it('waits until the limit also when the clock jumps back', async () => {
    const { now } = Date;
    let jumps = 0;
    Date.now = () => now() - ++jumps * 3_600_000;
    try {
      heldBy(processIdentity(process.pid) ?? '');
      await assert.rejects(
        withLock(lock, { waitMs: 50 }, async () => {}),
        (error) => isPartyError(error, 'LOCK_BUSY'),
      );
    } finally {
      Date.now = now;
    }
  });

  it('names a holder that is stopped, since when, and what to do; and goes on when that is done', async function () {
    this.timeout(60_000);
    const holder = fork(join(import.meta.dirname, '../fixtures/lockHolder.ts'), [lock]);
    await once(holder, 'message');
    const { pid = 0 } = holder;
    const isStopped = new RegExp(
      `^The thing has been held by process ${pid} \\(node.* .*lockHolder.ts .*\\) since (?:[\\d-]+ )?\\d\\d:\\d\\d\\. That process is stopped: continue it \\(kill -CONT ${pid}\\) or end it \\(kill -9 ${pid}\\)$`,
    );
    const isAtWork = new RegExp(`\\d\\d:\\d\\d\\. Try again when it is done, or end it \\(kill ${pid}\\)$`);
    const says = (message: RegExp) =>
      assert.rejects(
        withLock(lock, { what: 'The thing', waitMs: 0 }, async () => {}),
        (error) => isPartyError(error, 'LOCK_BUSY') && message.test(error.message),
      );
    try {
      await says(isAtWork);
      // Each as it is told: the shell's kill comes back when the signal is on its way.
      const tell = async (signal: 'STOP' | 'CONT', message: RegExp) => {
        execFileSync('kill', [`-${signal}`, String(pid)]);
        await until(signal, () =>
          says(message).then(
            () => true,
            () => false,
          ),
        );
      };
      await tell('STOP', isStopped);
      await tell('CONT', isAtWork);
      await tell('STOP', isStopped);
    } finally {
      execFileSync('kill', ['-9', String(pid)]);
    }
    await once(holder, 'exit');
    assert.equal(await withLock(lock, { waitMs: 0 }, async () => 'mine'), 'mine');
  });

  it('takes over from a dead holder', async () => {
    heldBy('999999999:x:1');
    assert.equal(await withLock(lock, { waitMs: 10 }, async () => 'mine'), 'mine');
  });

  it('recognizes another process with a reused pid', async () => {
    heldBy((processIdentity(process.pid) ?? '').replace(/\d+$/, '1'));
    assert.equal(await withLock(lock, { waitMs: 10 }, async () => 'mine'), 'mine');
  });

  it('takes over from a holder that was cut off while it wrote its name', async () => {
    heldBy('');
    assert.equal(await withLock(lock, { waitMs: 10 }, async () => 'mine'), 'mine');
  });

  /** What happens between the look of a contender at a dead holder and its own step. */
  const inBetween = async (happens: () => void, act: () => Promise<void>) => {
    const fs = createRequire(import.meta.url)('node:fs/promises') as { link: (from: string, to: string) => unknown };
    const { link: original } = fs;
    const replace = (link: typeof original) => {
      fs.link = link;
      syncBuiltinESMExports();
    };
    replace((from, to) => {
      replace(original);
      happens();
      return original(from, to);
    });
    try {
      await act();
    } finally {
      replace(original);
    }
  };
  const isBusy = () =>
    assert.rejects(
      withLock(lock, { waitMs: 0 }, async () => {}),
      (error) => isPartyError(error, 'LOCK_BUSY'),
    );
  const own = processIdentity(process.pid) ?? '';

  it('admits one of two contenders that find the same dead holder', async () => {
    heldBy('999999999:x:1');
    await inBetween(() => writeFileSync(join(lock, '2'), own), isBusy);
    assert.deepEqual(readdirSync(lock), ['1', '2']);
    assert.equal(await isLocked(lock), true);
  });

  it('refuses a contender so slow that its number was reused and removed', async () => {
    heldBy('999999999:x:1');
    const othersWereThere = () => {
      rmSync(join(lock, '1'));
      writeFileSync(join(lock, '10'), own);
    };
    await inBetween(othersWereThere, isBusy);
    assert.deepEqual(readdirSync(lock), ['10']);
  });

  it('can be checked without creating or taking it', async () => {
    assert.equal(await isLocked(lock), false);
    assert.ok(!existsSync(lock));
    await withLock(lock, { waitMs: 10 }, async () => assert.equal(await isLocked(lock), true));
    assert.equal(await isLocked(lock), false);
    writeFileSync(join(lock, '9'), '999999999:x:1');
    assert.equal(await isLocked(lock), false, 'a dead process holds nothing');
  });

  it('keeps its directory small', async () => {
    for (let n = 0; n < 40; n++) await withLock(lock, { waitMs: 1000 }, async () => {});
    assert.ok(readdirSync(lock).length <= 10, readdirSync(lock).join());
  });

  it('takes over from holders that are killed while they hold it', async function () {
    this.timeout(60_000);
    const fixture = join(import.meta.dirname, '../fixtures/lockHolder.ts');
    for (let round = 0; round < 10; round++) {
      const holder = fork(fixture, [lock]);
      await once(holder, 'message');
      await assert.rejects(
        withLock(lock, { waitMs: 0 }, async () => {}),
        (error) => isPartyError(error, 'LOCK_BUSY'),
      );
      holder.kill('SIGKILL');
      await once(holder, 'exit');
      assert.equal(await withLock(lock, { waitMs: 0 }, async () => 'mine'), 'mine');
    }
  });
});
