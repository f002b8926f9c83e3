import assert from 'node:assert/strict';
import { english } from '../../../src/core/base/translate.ts';
import { type FiledIssue, writeReviewFile } from '../../../src/core/collab/reviewFile.ts';
import {
  collabReviewText,
  countsText,
  extentText,
  modelText,
  reviewTitle,
  summariseReview,
  timeText,
} from '../../../src/core/collab/reviewWords.ts';

const issue: FiledIssue = {
  ...{ severity: 'warning', category: 'tests', file: 'a.ts', line: 1, title: 'x', description: 'y', suggestion: '' },
  ...{ conflicts_with_design: false, key: 'c1r1-F1' },
};

function file(...issues: readonly Partial<FiledIssue>[]): string {
  return writeReviewFile({
    ...{ type: 'task', task: 2, model: 'gpt-5.5', reasoning: 'xhigh', timestamp: '2026-01-02T03:04:05.000Z' },
    ...{
      filesReviewed: 3,
      files: ['f0.ts', 'f1.ts', 'f2.ts'],
      linesChanged: 42,
      summary: 'Well\n\nread',
      resolved: [],
    },
    issues: issues.map((one) => ({ ...issue, ...one })),
  });
}

describe('a review in few words', () => {
  const counts: [critical: number, warning: number, info: number, text: string][] = [
    [0, 0, 0, 'nothing found'],
    [1, 0, 0, '1 critical'],
    [0, 1, 0, '1 warning'],
    [2, 2, 2, '2 critical, 2 warnings, 2 info'],
  ];
  for (const [critical, warning, info, text] of counts) {
    it(text, () => assert.equal(countsText({ critical, warning, info }, english), text));
  }

  it('is read from its file', () => {
    const id = 'task-2-review-20260102-030405';
    const summary = summariseReview(id, file({ severity: 'critical', conflicts_with_design: true }, {}));
    assert.deepEqual(summary, {
      ...{ id, task: 2 },
      said: {
        ...{ model: 'gpt-5.5', reasoning: 'xhigh', timestamp: '2026-01-02T03:04:05.000Z' },
        ...{
          filesReviewed: 3,
          linesChanged: 42,
          counts: { critical: 1, warning: 1, info: 0 },
          conflicts: 1,
        },
        summary: 'Well read',
      },
    });
    assert.equal(reviewTitle(summary, english), 'Task 2');
    assert.equal(collabReviewText(summary, english), '1 critical, 1 warning, 1 against the design');
    assert.ok(summary.said !== undefined);
    assert.equal(modelText(summary.said), 'gpt-5.5 · xhigh');
    assert.equal(extentText(summary.said, english), '3 files, 42 lines');
    assert.equal(timeText(summary.said.timestamp), '2026-01-02 03:04 UTC');
  });

  for (const text of [undefined, '', 'words', '---\ntype: other\n---\n']) {
    it(`is still named when its file holds ${JSON.stringify(text)}`, () => {
      const summary = summariseReview('design-review-20260102-030405', text);
      assert.deepEqual([reviewTitle(summary, english), collabReviewText(summary, english)], ['Design', 'unreadable']);
    });
  }

  it('names model and effort as far as they are known, on one line', () => {
    assert.equal(modelText({ model: null, reasoning: null }), undefined);
    assert.equal(modelText({ model: 'a\nb', reasoning: null }), 'a b');
    assert.equal(timeText('not\na time'), 'not a time');
    assert.equal(extentText({ filesReviewed: 1, linesChanged: 0 }, english), '1 file');
    assert.equal(extentText({ filesReviewed: 1, linesChanged: 1 }, english), '1 file, 1 line');
  });
});
