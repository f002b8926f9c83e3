// The summary of a review as Markdown.
import assert from 'node:assert/strict';
import { reviewSentence, reviewSummary } from '../../../../src/core/review/ready/summary.ts';
import { finding, reviewOf, round } from '../../../support/reviews.ts';

const now = Date.parse('2026-01-01T01:00:00Z');

describe('the summary of a review', () => {
  const rounds = [
    round({ title: 'Login', found: 2, foundBlocking: 1, outcome: 'changes-requested' }),
    round({ n: 2, delta: true, outcome: 'approved' }),
  ];
  const findings = [
    finding({ state: 'fixed', description: 'divides by zero' }),
    finding({ key: 'r1-F2', severity: 'non-blocking', state: 'rejected', reason: 'a matter of taste' }),
  ];
  const review = reviewOf({ status: { kind: 'approved', round: 2 }, rounds, findings });

  it('has the rounds, what became of each finding and why, and the checks', () => {
    assert.equal(
      reviewSummary({ ...review, policy: { ...review.policy, required: ['tests-passed'] } }, now),
      [
        '## Review: Login',
        '',
        'Approved by Codex after 2 rounds: 1 finding fixed, 1 rejected.',
        '',
        '| Round | Found | Blocking | Outcome |',
        '|---|---|---|---|',
        '| 1 | 2 | 1 | changes requested |',
        '| 2 (delta) | 0 | 0 | approved |',
        '',
        '### Findings',
        '',
        '- **r1-F1** src/a.ts:1 (blocking), **fixed**\\',
        '  divides by zero',
        '- **r1-F2** src/a.ts:1 (non-blocking), **rejected**: a matter of taste\\',
        '  a bug',
        '',
        '### Checks: 0 of 1',
        '',
        '- [ ] Tests passed (missing)',
        '',
      ].join('\n'),
    );
  });

  it('says in one sentence how the review ended', () => {
    assert.equal(reviewSentence(review), 'Approved by Codex after 2 rounds: 1 finding fixed, 1 rejected.');
    assert.equal(
      reviewSentence(reviewOf({ status: { kind: 'approved' }, rounds: [round()] })),
      'Approved by Codex after 1 round: no findings.',
    );
    assert.match(
      reviewSentence(reviewOf({ status: { kind: 'findings', blocking: 1 }, rounds })),
      /^State of the review/,
    );
  });

  it('only shows text from outside', () => {
    const evil = finding({
      description: '@team see https://evil.example\n# big',
      state: 'rejected',
      reason: '[x](y) #12',
    });
    const text = reviewSummary(reviewOf({ rounds: [round({ title: '![a](b)' })], findings: [evil] }), now);
    assert.doesNotMatch(text, /@team|https:|^# big|\[x\]\(y\)|!\[a\]/m);
  });

  it('of a change without a review says so', () => {
    assert.match(reviewSummary(reviewOf(), now), /Codex has not reviewed this change yet\./);
  });
});
