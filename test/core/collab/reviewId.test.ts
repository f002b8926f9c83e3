import assert from 'node:assert/strict';
import { isReviewId, reviewId } from '../../../src/core/collab/reviewId.ts';

const at = new Date('2026-01-02T03:04:05.678Z');

describe('the id of a review', () => {
  it('says what it is about and when it was', () => {
    assert.equal(reviewId({ task: null, at }, []), 'design-review-20260102-030405');
    assert.equal(reviewId({ task: 12, at }, []), 'task-12-review-20260102-030405');
  });

  it('is unique for several reviews in one second', () => {
    const ids: string[] = [];
    for (let n = 0; n < 4; n++) ids.push(reviewId({ task: 1, at }, ids));
    assert.deepEqual(
      ids.map((id) => id.slice(14)),
      ['20260102-030405', '20260102-030405-2', '20260102-030405-3', '20260102-030405-4'],
    );
    assert.ok(ids.every(isReviewId));
  });

  for (const id of [
    '../design-review-20260102-030405',
    'design-review-20260102-030405/..',
    '/design-review-20260102-030405',
    'design-review-20260102-030405.md',
    'design-review-20260102-030405\n',
    'task-0-review-20260102-030405',
    'task--review-20260102-030405',
    'task-1-review-2026',
    'Design-review-20260102-030405',
    '..',
    '.',
    '',
    '~',
    '%2e%2e',
  ]) {
    it(`is not ${JSON.stringify(id)}`, () => assert.equal(isReviewId(id), false));
  }
});
