import assert from 'node:assert/strict';
import { ageText, untilNextAge } from '../../../src/core/base/age.ts';

describe('an age', () => {
  const minute = 60_000;
  const cases: [ms: number, text: string, next: number][] = [
    [-300, '0s', 5300],
    [0, '0s', 5000],
    [999, '0s', 4001],
    [12_400, '10s', 2600],
    [59_999, '55s', 1],
    [minute, '1m', minute],
    [2.5 * minute, '2m', 0.5 * minute],
    [60 * minute, '1h', 60 * minute],
    [23.5 * 60 * minute, '23h', 30 * minute],
    [49 * 60 * minute, '2d', 23 * 60 * minute],
  ];
  for (const [ms, text, next] of cases) {
    it(`of ${ms} ms is ${text}`, () => assert.deepEqual([ageText(ms), untilNextAge(ms)], [text, next]));
    it(`of ${ms} ms changes at the announced time, and not before`, () => {
      assert.notEqual(ageText(ms + next), text);
      assert.equal(ageText(ms + next - 1), text);
    });
  }
});
