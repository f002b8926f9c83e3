import assert from 'node:assert/strict';
import { english } from '../../../../src/core/base/translate.ts';
import type { ProjectEvent } from '../../../../src/core/project/event.ts';
import {
  type Comparison,
  comparisonText,
  fixOf,
  ofRound,
  roundComparisons,
  sinceReview,
  wholeChange,
} from '../../../../src/core/review/changes/comparisons.ts';
import { stateOf } from '../../../../src/core/review/logState.ts';
import { reduceReview } from '../../../../src/core/review/reduce.ts';
import { finding, reviewOf, round } from '../../../support/reviews.ts';
import { approved, facts, received, requested } from '../events.ts';

const rounds = [
  round({ n: 1, tree: 't1' }),
  round({ n: 2, tree: 't2' }),
  round({ n: 3, tree: 't3', receivedAt: null }),
];
const text = (comparison: Comparison | undefined) => comparison && comparisonText(comparison, english);

describe('what can be compared in a change', () => {
  it('is everything since its base', () => {
    assert.deepEqual(wholeChange(reviewOf()), { before: { kind: 'base', tree: 'main' }, after: { kind: 'now' } });
    assert.equal(wholeChange({ change: null }), undefined);
  });

  it('is what made the approval stale', () => {
    const since = sinceReview(reviewOf({ rounds, approvedTree: 'ta' }));
    assert.equal(text(since), 'Approved ↔ Current');
    assert.deepEqual(since?.before, { kind: 'approved', tree: 'ta' });
  });

  it('is, before the first approval, what has changed since the last round that was answered', () => {
    assert.equal(text(sinceReview(reviewOf({ rounds }))), 'Round 2 ↔ Current');
    assert.equal(sinceReview(reviewOf()), undefined);
  });

  it('is each round and the one before it, newest first', () => {
    const review = reviewOf({ rounds });
    const all = ['Round 3 ↔ Current', 'Round 2 ↔ Round 3', 'Round 1 ↔ Round 2', 'Base ↔ Round 1'];
    assert.deepEqual(roundComparisons(review).map(text), all);
    assert.equal(text(ofRound(review, 2)), 'Round 1 ↔ Round 2');
    assert.equal(text(ofRound(review, 1)), 'Base ↔ Round 1');
    assert.equal(ofRound(review, 4), undefined);
  });

  it('leaves out a round whose code git could not keep', () => {
    const lost = [round({ n: 1, tree: 't1' }), round({ n: 2, tree: null }), round({ n: 3, tree: 't3' })];
    assert.deepEqual(roundComparisons(reviewOf({ rounds: lost })).map(text), [
      'Round 3 ↔ Current',
      'Round 1 ↔ Round 3',
      'Base ↔ Round 1',
    ]);
  });
});

describe('what a fix changed', () => {
  const raised = [
    { round: 1, severity: 'blocking' as const },
    { round: 2, severity: 'blocking' as const },
  ];
  const cases: [title: string, more: Parameters<typeof finding>[0], expected: string | undefined][] = [
    ['ends with the next round, for a fixed finding', { state: 'fixed' }, 'Round 1 ↔ Round 2'],
    ['begins when the finding was last raised', { state: 'fixed', raised }, 'Round 2 ↔ Round 3'],
    ['ends now, while the finding is open', { state: 'open' }, 'Round 1 ↔ Current'],
    ['is not known for a document', { state: 'fixed', document: 'docs/plan.md' }, undefined],
    ['is not known for a finding of collab', { state: 'fixed', collab: 'task' }, undefined],
    ['is not known for a round that is gone', { raised: [{ round: 9, severity: 'blocking' }] }, undefined],
  ];
  for (const [title, more, expected] of cases) {
    it(title, () => assert.equal(text(fixOf(reviewOf({ rounds }), finding(more))), expected));
  }

  it('ends now, when no round followed', () => {
    const last = finding({ state: 'fixed', raised: [{ round: 3, severity: 'blocking' }] });
    assert.equal(text(fixOf(reviewOf({ rounds }), last)), 'Round 3 ↔ Current');
  });
});

describe('the tree of the approved code', () => {
  const asked = [requested('q1', 1, 'h1', { tree: 't1' }), received('q1', [])];
  const review = (...events: ProjectEvent[]) =>
    reduceReview(stateOf(events), facts('now'), { now: Date.parse('2026-01-02T00:00:00Z') });

  it('is that of the round with the same code', () => {
    const { approvedTree, rounds: all } = review(...asked, approved('h1'));
    assert.equal(approvedTree, 't1');
    assert.equal(all[0]?.tree, 't1');
  });

  it('is its own after a small fix', () => {
    assert.equal(review(...asked, approved('h2', { targeted: 'a typo', tree: 't2' })).approvedTree, 't2');
    assert.equal(review(...asked, approved('h2', { targeted: 'by an older version' })).approvedTree, null);
  });

  it('is null before an approval, and when the next round is requested', () => {
    assert.equal(review(...asked).approvedTree, null);
    const next = requested('q2', 2, 'h2', { tree: 't2' });
    assert.equal(review(...asked, approved('h1'), next).approvedTree, null);
  });
});
