// A notification is for the moment when a review begins to need the human.
import assert from 'node:assert/strict';
import { type Need, needOf, startedNeedingHuman } from '../../../src/core/review/startedNeedingHuman.ts';
import { reviewOf } from '../../support/reviews.ts';

describe('a review that needs the human', () => {
  const { status } = reviewOf();
  const needs: [string, Partial<typeof status>, Need | undefined][] = [
    ['discussed', { kind: 'needs-discussion' }, 'discussion'],
    ['overdue', { kind: 'requested', overdue: true }, 'overdue'],
    ['in time', { kind: 'requested', overdue: false }, undefined],
    ['approved', { kind: 'approved', overdue: true }, undefined],
  ];
  for (const [title, more, expected] of needs) {
    it(`${title}: ${expected ?? 'does not'}`, () => assert.equal(needOf({ status: { ...status, ...more } }), expected));
  }

  const began: [title: string, before: [string, Need?][], after: [string, Need?][], expected: string][] = [
    ['says so once', [['a']], [['a', 'discussion']], 'a discussion'],
    ['is silent while it lasts', [['a', 'discussion']], [['a', 'discussion']], ''],
    ['is silent when it is over', [['a', 'overdue']], [['a']], ''],
    ['says when it needs something else', [['a', 'overdue']], [['a', 'discussion']], 'a discussion'],
    ['is silent about one that was not there before', [], [['a', 'discussion']], ''],
    ['tells which one', [['a'], ['b']], [['a'], ['b', 'overdue']], 'b overdue'],
  ];
  const known = (entries: [string, Need?][]) => new Map(entries.map(([top, need]) => [top, need]));
  for (const [title, before, after, expected] of began) {
    it(title, () =>
      assert.equal(
        startedNeedingHuman(known(before), known(after))
          .map(({ top, need }) => `${top} ${need}`)
          .join(),
        expected,
      ),
    );
  }
});
