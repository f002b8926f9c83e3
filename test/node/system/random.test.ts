import assert from 'node:assert/strict';
import { randomHex } from '../../../src/node/system/random.ts';

describe('a random name', () => {
  it('has two hexadecimal digits for each byte, and is another one each time', () => {
    for (const bytes of [3, 4, 8]) assert.match(randomHex(bytes), new RegExp(`^[0-9a-f]{${bytes * 2}}$`));
    assert.equal(new Set(Array.from({ length: 1000 }, () => randomHex(8))).size, 1000);
  });
});
