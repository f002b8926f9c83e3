import assert from 'node:assert/strict';
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isPartyError } from '../../src/core/errors.ts';
import { withLock } from '../../src/node/lock.ts';
import { processIdentity } from '../../src/node/processIdentity.ts';

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

  it('lets one in at a time and gives the result back', async () => {
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

  it('waits only so long for a holder that lives, and names it', async () => {
    heldBy(processIdentity(process.pid) ?? '');
    await assert.rejects(
      withLock(lock, { waitMs: 50 }, async () => {}),
      (error) => isPartyError(error, 'LOCK_BUSY') && error.message.includes(String(process.pid)),
    );
  });

  it('takes over from a dead holder', async () => {
    heldBy('999999999:x:1');
    assert.equal(await withLock(lock, { waitMs: 10 }, async () => 'mine'), 'mine');
  });

  it('is not fooled by another process that was given the same pid', async () => {
    heldBy((processIdentity(process.pid) ?? '').replace(/\d+$/, '1'));
    assert.equal(await withLock(lock, { waitMs: 10 }, async () => 'mine'), 'mine');
  });

  it('takes over from a holder that was cut off while it wrote its name', async () => {
    heldBy('');
    assert.equal(await withLock(lock, { waitMs: 10 }, async () => 'mine'), 'mine');
  });

  it('keeps its directory small', async () => {
    for (let n = 0; n < 40; n++) await withLock(lock, { waitMs: 1000 }, async () => {});
    assert.ok(readdirSync(lock).length <= 10, readdirSync(lock).join());
  });

  it('never has two holders in 300 take-overs from killed holders by 8 contenders', async function () {
    this.timeout(180_000);
    const claim = join(directory, 'claim');
    const log = join(directory, 'log');
    writeFileSync(log, '');
    const fixture = join(import.meta.dirname, 'fixtures', 'lockContender.ts');
    const contenders = new Set<ChildProcess>();
    const enter = async () => {
      const contender = fork(fixture, [lock, claim, log], { stdio: 'inherit' });
      contenders.add(contender);
      await once(contender, 'message');
    };
    await Promise.all(Array.from({ length: 8 }, enter));
    let killed = 0;
    let replacement: Promise<void> | undefined;
    while (killed < 300) {
      const holder = [...contenders].find((contender) => String(contender.pid) === readClaim(claim));
      if (holder === undefined) {
        await new Promise((wake) => setImmediate(wake));
        continue;
      }
      contenders.delete(holder);
      holder.kill('SIGKILL');
      killed++;
      // Fewer than eight for a moment, never fewer than six.
      if (contenders.size < 7) {
        await replacement;
      }
      replacement = enter();
    }
    await replacement;
    const exits = [...contenders].map((contender) => once(contender, 'exit'));
    for (const contender of contenders) contender.kill('SIGKILL');
    await Promise.all(exits);
    const lines = readFileSync(log, 'utf8').split('\n');
    assert.deepEqual(
      lines.filter((line) => line.startsWith('two')),
      [],
    );
    assert.ok(lines.filter((line) => line.startsWith('held')).length > 300);
  });
});

function readClaim(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
