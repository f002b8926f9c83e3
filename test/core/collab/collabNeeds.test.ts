import assert from 'node:assert/strict';
import { type CollabNeed, type NewNeed, newNeeds } from '../../../src/core/collab/collabNeeds.ts';

const quiet: CollabNeed = { held: null, conflicts: [], usedUp: false };
const no: Omit<NewNeed, 'top'> = { held: null, conflicts: 0, usedUp: false };

describe('what in collab starts to need the human', () => {
  const cases: [title: string, before: CollabNeed | undefined, after: CollabNeed, news: Omit<NewNeed, 'top'>[]][] = [
    ['nothing', quiet, quiet, []],
    ['it holds', quiet, { ...quiet, held: 'why' }, [{ ...no, held: 'why' }]],
    ['it still holds, for another reason', { ...quiet, held: 'why' }, { ...quiet, held: 'so' }, []],
    ['it goes on', { ...quiet, held: 'why' }, quiet, []],
    ['something goes against the design', quiet, { ...quiet, conflicts: ['a'] }, [{ ...no, conflicts: 1 }]],
    [
      'more goes against the design',
      { ...quiet, conflicts: ['a'] },
      { ...quiet, conflicts: ['a', 'b', 'c'] },
      [{ ...no, conflicts: 2 }],
    ],
    ['less does', { ...quiet, conflicts: ['a', 'b'] }, { ...quiet, conflicts: ['b'] }, []],
    ['both', quiet, { ...quiet, held: 'why', conflicts: ['a'] }, [{ ...no, held: 'why', conflicts: 1 }]],
    ['the budget is used up', quiet, { ...quiet, usedUp: true }, [{ ...no, usedUp: true }]],
    ['it still is', { ...quiet, usedUp: true }, { ...quiet, usedUp: true }, []],
    ['it is renewed', { ...quiet, usedUp: true }, quiet, []],
    ['what was so when it was first seen', undefined, { held: 'why', conflicts: ['a'], usedUp: true }, []],
  ];
  for (const [title, before, after, news] of cases) {
    it(title, () => {
      const known = new Map(before === undefined ? [] : [['/p', before]]);
      assert.deepEqual(
        newNeeds(known, new Map([['/p', after]])),
        news.map((one) => ({ top: '/p', ...one })),
      );
    });
  }

  it('is reported for each project separately', () => {
    const before = new Map([
      ['/a', quiet],
      ['/b', quiet],
    ] as const);
    const after = new Map([
      ['/a', quiet],
      ['/b', { ...quiet, held: 'why' }],
    ] as const);
    assert.deepEqual(
      newNeeds(before, after).map(({ top }) => top),
      ['/b'],
    );
  });
});
