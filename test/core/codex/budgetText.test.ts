import assert from 'node:assert/strict';
import { remarkText } from '../../../src/core/base/remark.ts';
import { english } from '../../../src/core/base/translate.ts';
import { budgetText, hasBudget, usedUpReason } from '../../../src/core/codex/budgetText.ts';
import { defaultConfig } from '../../../src/core/config/config.ts';
import { quietStatus } from '../../../src/core/status/status.ts';
import { withReview } from '../../../src/core/status/withReview.ts';
import { reviewOf, round } from '../../support/reviews.ts';

const limits = defaultConfig.budget;
const status = (used: { rounds?: number; minutes?: number; tokens?: number; exhausted?: 'tokens' }) => ({
  budget: { rounds: 0, minutes: 0, tokens: 0, left: 0, limits, ...used },
});

describe('the budget in words', () => {
  for (const [used, words] of [
    [{ rounds: 4, minutes: 12, tokens: 123_456 }, '4 of 30 rounds, 12 of 240 minutes, 123k of 20M tokens'],
    [{ rounds: 29, tokens: 19_999_999 }, '29 of 30 rounds, 0 of 240 minutes, 19.9M of 20M tokens'],
    [
      { rounds: 1, tokens: 20_000_000, exhausted: 'tokens' },
      'used up: 1 of 30 rounds, 0 of 240 minutes, 20M of 20M tokens',
    ],
  ] as const) {
    it(words, () => {
      const next = 'exhausted' in used ? [{ act: 'renewBudget' }] : [];
      assert.deepEqual(budgetText(status(used), english), { problem: words, next });
    });
  }

  it('is not shown before anything was spent, or when it is unknown', () => {
    assert.ok(!hasBudget(status({})));
    assert.ok(!hasBudget({ budget: { ...quietStatus.budget, rounds: 2 } }));
    assert.ok(hasBudget(status({ tokens: 1 })));
  });

  it('names the way out in a refusal', () => {
    const budget = { rounds: 30, minutes: 1.7, tokens: 5, limits, exhausted: 'rounds' } as const;
    assert.match(usedUpReason(budget).problem, /used up \(30 of 30 rounds .*, so Codex was not asked$/);
    assert.match(usedUpReason({ ...budget, minutes: 240, exhausted: 'minutes' }).problem, /240 of 240 minutes/);
    assert.match(
      remarkText(usedUpReason(budget)),
      /\. The human can renew the budget: party budget renew --reason TEXT$/,
    );
    assert.match(
      remarkText(usedUpReason(budget), 'human'),
      /\. To renew the budget: party budget renew --reason TEXT$/,
    );
  });
});

describe('the budget in the status', () => {
  const spending = (more: object) => ({ rounds: 0, minutes: 0, tokens: 0, limits, exhausted: null, ...more });
  const open = round({ receivedAt: null });
  for (const [title, review, expected] of [
    ['nothing', reviewOf(), [0, 3]],
    ['a round that is with Codex', reviewOf({ rounds: [open], budget: { used: 1, limit: 3 } }), [1, 2]],
    [
      'a round that was read',
      reviewOf({ rounds: [round()], budget: { used: 1, limit: 3 }, spending: spending({ rounds: 1 }) }),
      [1, 2],
    ],
    [
      'rounds of other loops, of which less is left',
      reviewOf({ budget: { used: 1, limit: 3 }, spending: spending({ rounds: 29 }) }),
      [29, 1],
    ],
    [
      'no tokens left, so no rounds either',
      reviewOf({ spending: spending({ rounds: 2, tokens: 20_000_000, exhausted: 'tokens' }) }),
      [2, 0],
    ],
    ['a limit that was lowered meanwhile', reviewOf({ spending: spending({ rounds: 31 }) }), [31, 0]],
  ] as const) {
    it(`has rounds and what is left: ${title}`, () => {
      const { budget } = withReview(quietStatus, review);
      assert.deepEqual([budget.rounds, budget.left], expected);
      assert.equal(budget.limits, limits);
    });
  }

  it('has whole minutes, rounded down', () => {
    const { budget } = withReview(quietStatus, reviewOf({ spending: spending({ minutes: 239.9 }) }));
    assert.equal(budget.minutes, 239);
  });
});
