// Many at once: the moment at which the usual lock file lets two in. That moment itself is in test/node/system/lock.test.ts.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { forkFixture } from '../support/forkFixture.ts';

describe('300 take-overs from a dead holder by 8 contenders', function () {
  this.timeout(120_000);
  let directory: string;
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'party-lock-'));
  });
  afterEach(() => rmSync(directory, { recursive: true, force: true }));

  /** How many of the contenders were not alone inside. */
  const contend = async (kind: 'ours' | 'none', rounds: number): Promise<number> => {
    const fixture = join(import.meta.dirname, 'fixtures', 'lockContender.ts');
    const contenders = Array.from({ length: 8 }, () => forkFixture(fixture, [kind]));
    await Promise.all(contenders.map((contender) => once(contender, 'message')));
    let intruders = 0;
    for (let round = 0; round < rounds; round++) {
      const lock = join(directory, String(round));
      mkdirSync(lock);
      writeFileSync(join(lock, '1'), '999999999:x:1');
      const answers = contenders.map((contender) => once(contender, 'message'));
      for (const contender of contenders) contender.send(lock);
      const visits = (await Promise.all(answers)).map(([visit]) => visit as { alone: boolean; entered: boolean });
      assert.ok(
        visits.some(({ entered }) => entered),
        'no contender took the lock over',
      );
      intruders += visits.filter(({ alone }) => !alone).length;
    }
    for (const contender of contenders) contender.kill();
    return intruders;
  };

  it('never have two holders', async () => assert.equal(await contend('ours', 300), 0));

  it('have two holders without the lock, so the test can notice them', async () => {
    assert.equal(await contend('none', 2), 2 * 7);
  });
});
