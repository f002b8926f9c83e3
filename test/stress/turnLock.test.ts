// The queue is empty most of the time, so that numbers are drawn late and start again: the moment at which two could be in.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { forkFixture } from '../support/forkFixture.ts';

describe('6 processes that take their turn 400 times', function () {
  this.timeout(300_000);

  it('never hold the lock two at a time', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'party-turn-'));
    const lock = join(directory, 'lock');
    mkdirSync(lock);
    const fixture = join(import.meta.dirname, 'fixtures', 'turnVisitor.ts');
    const answers = Array.from({ length: 6 }, () => once(forkFixture(fixture, [lock, '400']), 'message'));
    assert.deepEqual(
      (await Promise.all(answers)).map(([intrusions]) => intrusions),
      [0, 0, 0, 0, 0, 0],
    );
    assert.deepEqual(readdirSync(lock), []);
    rmSync(directory, { recursive: true, force: true });
  });
});
