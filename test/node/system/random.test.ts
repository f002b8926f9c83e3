import assert from 'node:assert/strict';
import { randomBytes } from '../../../src/node/system/random.ts';

describe('random bytes', () => {
  it('are as many as asked for, and others each time', () => {
    for (const count of [1, 3, 8, 16]) assert.equal(randomBytes(count).length, count);
    const names = Array.from({ length: 100 }, () => randomBytes(8).toString('hex'));
    assert.equal(new Set(names).size, names.length);
  });
});
