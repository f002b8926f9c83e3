// With what Codex is asked, and which of its failures are about that.
import assert from 'node:assert/strict';
import type { CachedModel } from '../../../../src/core/collab/model/cachedModel.ts';
import { noSettings } from '../../../../src/core/collab/model/localSettings.ts';
import {
  type Choice,
  choose,
  fallback,
  refusedIn,
  withRefusal,
} from '../../../../src/core/collab/model/modelChoice.ts';

const toHigh = ['low', 'medium', 'high'];
const toXhigh = [...toHigh, 'xhigh'];
const toMax = [...toXhigh, 'max'];
const codex: CachedModel = {
  ...{ model: 'gpt-5.5', at: '2026-01-01T00:00:00Z' },
  catalogue: { 'gpt-5.5': toXhigh, 'gpt-6-sol': toMax, 'gpt-small': toHigh },
};
const silent: CachedModel = { model: null, catalogue: {}, at: codex.at };

describe('model and effort', () => {
  it("are Codex's own and the rule's when nobody says otherwise", () => {
    assert.deepEqual(choose('xhigh', noSettings, codex), { model: 'gpt-5.5', effort: 'xhigh', notes: [] });
    assert.deepEqual(choose('high', noSettings, silent), { model: null, effort: 'high', notes: [] });
  });

  it('are those that the user asks for', () => {
    const wish = { ...noSettings, model: 'gpt-6-sol', effort: 'max' } as const;
    assert.deepEqual(choose('high', wish, codex), { model: 'gpt-6-sol', effort: 'max', notes: [] });
    assert.deepEqual(choose('high', wish, silent), { model: 'gpt-6-sol', effort: 'max', notes: [] });
  });

  it('are said to be others when Codex does not list them', () => {
    const wish = { ...noSettings, model: 'gpt-9', effort: 'max' } as const;
    assert.deepEqual(choose('high', wish, codex), {
      ...{ model: 'gpt-5.5', effort: 'xhigh' },
      notes: [
        'Codex does not list the model gpt-9; the review is done by gpt-5.5',
        'gpt-5.5 does not know the effort max; the review is done with xhigh',
      ],
    });
    const small = choose('xhigh', { ...noSettings, model: 'gpt-small' }, codex);
    assert.deepEqual([small.effort, small.notes.length], ['high', 1]);
  });

  it('of a provider that the list is not about are taken as they are', () => {
    const local = { ...codex, model: 'my-model' };
    const wish = { ...noSettings, model: 'my-other-model' };
    assert.deepEqual(choose('high', wish, local), { model: 'my-other-model', effort: 'high', notes: [] });
    assert.deepEqual(choose('high', noSettings, local), { model: 'my-model', effort: 'high', notes: [] });
    assert.equal(choose('high', { ...noSettings, model: 'constructor' }, codex).model, 'gpt-5.5');
  });

  it('of such a provider are still taken as they are when it has refused an effort', () => {
    const local = withRefusal('effort', { model: 'my-model', effort: 'xhigh' }, { ...codex, model: 'my-model' });
    const wish = { ...noSettings, model: 'my-other-model' };
    assert.deepEqual(choose('xhigh', wish, local), { model: 'my-other-model', effort: 'xhigh', notes: [] });
    assert.deepEqual(choose('xhigh', noSettings, local), {
      ...{ model: 'my-model', effort: 'high' },
      notes: ['my-model does not know the effort xhigh; the review is done with high'],
    });
  });

  const asked: Choice = { model: 'gpt-9', effort: 'max' };
  for (const [reason, refused] of [
    ["Unsupported value: 'max' is not supported with the 'gpt-5.5' model. Supported values are: 'low'", 'effort'],
    ['{"error":{"message":"Invalid value: \'max\'.","param":"reasoning.effort","code":"invalid_value"}}', 'effort'],
    ['{"error":{"message":"Unknown","param":"reasoning.effort","code":"unsupported_value"}}', 'effort'],
    ['{"detail":"The \'gpt-9\' model is not supported when using Codex with a ChatGPT account."}', 'model'],
    ['unexpected status 404 Not Found: The model `gpt-9` does not exist or you do not have access to it.', 'model'],
    ['{"error":{"message":"Project has no access to model gpt-9","code":"model_not_found"}}', 'model'],
    ['The requested model does not exist', 'model'],
    ['exceeded retry limit, last status: 429 Too Many Requests', undefined],
    ['Rate limit reached for model gpt-9: not available until 6:20', undefined],
    ["You've hit your usage limit for this model. It is not available until 6:20 AM.", undefined],
    ['Your input exceeds the context window of this model, which is not supported', undefined],
    ['unexpected status 503 Service Unavailable: model is not available', undefined],
    ['unexpected status 401 Unauthorized: Incorrect API key provided', undefined],
    ['We’re currently experiencing high demand, which may cause temporary errors.', undefined],
    ['no rollout found for thread id 01a1e2c0-0b6e-7e80-8341-7e4ebd12d599', undefined],
    ["Invalid value: 'input_text'. Supported values are: 'output_text'", undefined],
    ['stream disconnected before completion', undefined],
  ] as const) {
    it(`${refused === undefined ? 'are not' : `(${refused}) are`} refused by: ${reason.slice(0, 80)}`, () =>
      assert.equal(refusedIn(reason, asked), refused));
  }

  it('that nobody gave cannot be refused', () => {
    const none = { model: null, effort: null };
    assert.equal(refusedIn('The requested model does not exist', none), undefined);
    assert.equal(refusedIn('"param":"reasoning.effort"', none), undefined);
  });

  for (const [what, refused, choice, rule, expected, said] of [
    [
      'a wish for a model',
      'model',
      asked,
      'high',
      { model: 'gpt-5.5', effort: 'xhigh' },
      /model gpt-9; .* by gpt-5\.5/,
    ],
    ['its own model', 'model', { model: 'gpt-5.5', effort: 'high' }, 'high', { model: null, effort: 'high' }, /itself/],
    [
      'a wish for an effort',
      'effort',
      { model: 'gpt-5.5', effort: 'max' },
      'high',
      { model: 'gpt-5.5', effort: 'high' },
      /max; .* with high/,
    ],
    [
      "the rule's effort",
      'effort',
      { model: null, effort: 'xhigh' },
      'xhigh',
      { model: null, effort: 'high' },
      /xhigh; .* with high/,
    ],
    ['the least effort', 'effort', { model: null, effort: 'high' }, 'high', { model: null, effort: null }, /itself/],
  ] as const) {
    it(`have another to try when ${what} is refused`, () => {
      const { notes, ...other } = fallback(refused, choice, rule, codex);
      assert.deepEqual(other, expected);
      assert.match(notes.join(), said);
    });
  }
});
