import assert from 'node:assert/strict';
import { listed } from '../../../src/core/base/listed.ts';

describe('a list on one line', () => {
  for (const [items, text] of [
    [[], ''],
    [['a'], 'a'],
    [['a', 'b'], 'a, b'],
    [['a', 'b', 'c', 'd'], 'a, b and 2 more'],
  ] as const) {
    it(`of ${items.length} items is "${text}"`, () => assert.equal(listed(items, 2), text));
  }
});
