// With what Codex is asked, and which of its failures are about that.
import assert from 'node:assert/strict';
import type { CachedModel } from '../../../../src/core/collab/model/cachedModel.ts';
import { noSettings } from '../../../../src/core/collab/model/localSettings.ts';
import { type Choice, choose, fallback, withRefusal } from '../../../../src/core/collab/model/modelChoice.ts';

const toHigh = ['low', 'medium', 'high'];
const toXhigh = [...toHigh, 'xhigh'];
const toMax = [...toXhigh, 'max'];
const codex: CachedModel = {
  ...{ model: 'gpt-5.5', at: '2026-01-01T00:00:00Z' },
  catalogue: { 'gpt-5.5': toXhigh, 'gpt-6-sol': toMax, 'gpt-small': toHigh },
};
const silent: CachedModel = { model: null, catalogue: {}, at: codex.at };

describe('model and effort', () => {
  it("are Codex's own and the rule's when the user chooses nothing", () => {
    assert.deepEqual(choose('xhigh', noSettings, codex), { model: 'gpt-5.5', effort: 'xhigh', notes: [] });
    assert.deepEqual(choose('high', noSettings, silent), { model: null, effort: 'high', notes: [] });
  });

  it('are the ones that the user asks for', () => {
    const wish = { ...noSettings, model: 'gpt-6-sol', effort: 'max' } as const;
    assert.deepEqual(choose('high', wish, codex), { model: 'gpt-6-sol', effort: 'max', notes: [] });
    assert.deepEqual(choose('high', wish, silent), { model: 'gpt-6-sol', effort: 'max', notes: [] });
  });

  it('fall back, with a note, when Codex does not list them', () => {
    const wish = { ...noSettings, model: 'gpt-9', effort: 'max' } as const;
    assert.deepEqual(choose('high', wish, codex), {
      ...{ model: 'gpt-5.5', effort: 'xhigh' },
      notes: [
        'Codex does not list the model gpt-9; the review uses gpt-5.5',
        'gpt-5.5 does not support the effort max; the review uses xhigh',
      ],
    });
    const small = choose('xhigh', { ...noSettings, model: 'gpt-small' }, codex);
    assert.deepEqual([small.effort, small.notes.length], ['high', 1]);
  });

  it('are not checked for a provider that the list does not cover', () => {
    const local = { ...codex, model: 'my-model' };
    const wish = { ...noSettings, model: 'my-other-model' };
    assert.deepEqual(choose('high', wish, local), { model: 'my-other-model', effort: 'high', notes: [] });
    assert.deepEqual(choose('high', noSettings, local), { model: 'my-model', effort: 'high', notes: [] });
    assert.equal(choose('high', { ...noSettings, model: 'constructor' }, codex).model, 'gpt-5.5');
  });

  it('are still not checked for such a provider after it refused an effort', () => {
    const local = withRefusal('effort', { model: 'my-model', effort: 'xhigh' }, { ...codex, model: 'my-model' });
    const wish = { ...noSettings, model: 'my-other-model' };
    assert.deepEqual(choose('xhigh', wish, local), { model: 'my-other-model', effort: 'xhigh', notes: [] });
    assert.deepEqual(choose('xhigh', noSettings, local), {
      ...{ model: 'my-model', effort: 'high' },
      notes: ['my-model does not support the effort xhigh; the review uses high'],
    });
  });

  const asked: Choice = { model: 'gpt-9', effort: 'max' };
  for (const [what, refused, choice, rule, expected, said] of [
    [
      'a wish for a model',
      'model',
      asked,
      'high',
      { model: 'gpt-5.5', effort: 'xhigh' },
      /model gpt-9; .* uses gpt-5\.5/,
    ],
    [
      'its own model',
      'model',
      { model: 'gpt-5.5', effort: 'high' },
      'high',
      { model: null, effort: 'high' },
      /chooses one/,
    ],
    [
      'a wish for an effort',
      'effort',
      { model: 'gpt-5.5', effort: 'max' },
      'high',
      { model: 'gpt-5.5', effort: 'high' },
      /max; .* uses high/,
    ],
    [
      "the rule's effort",
      'effort',
      { model: null, effort: 'xhigh' },
      'xhigh',
      { model: null, effort: 'high' },
      /xhigh; .* uses high/,
    ],
    [
      'the least effort',
      'effort',
      { model: null, effort: 'high' },
      'high',
      { model: null, effort: null },
      /chooses one/,
    ],
  ] as const) {
    it(`have another to try when ${what} is refused`, () => {
      const { notes, ...other } = fallback(refused, choice, rule, codex);
      assert.deepEqual(other, expected);
      assert.match(notes.join(), said);
    });
  }
});
