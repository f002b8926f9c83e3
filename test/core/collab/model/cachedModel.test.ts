import assert from 'node:assert/strict';
import { idleCollab } from '../../../../src/core/collab/machine.ts';
import { type CachedModel, cachedModelOf, withCachedModel } from '../../../../src/core/collab/model/cachedModel.ts';

const at = '2026-01-01T00:00:00Z';

describe('the model in the state', () => {
  for (const [what, cached] of [
    ['everything', { model: 'gpt-5.5', catalogue: { 'gpt-5.5': ['high'] }, refused: ['gpt-9'], at }],
    ['a Codex that did not say', { model: null, catalogue: {}, refused: [], at }],
  ] as const satisfies [string, CachedModel][]) {
    it(`is kept with ${what}`, () => {
      assert.deepEqual(cachedModelOf(withCachedModel(idleCollab('/p'), cached)), cached);
    });
  }

  it('is asked for again when it is missing or not a name', () => {
    assert.equal(cachedModelOf(idleCollab('/p')), null);
    for (const model of ['--dangerously-bypass-approvals-and-sandbox', '', 'a b', 'x\n---']) {
      assert.equal(cachedModelOf(withCachedModel(idleCollab('/p'), { model, catalogue: {}, at })), null, model);
    }
  });

  it('has no list of models when the list in the state is invalid', () => {
    const state = { ...idleCollab('/p'), cached_model: 'gpt-5.5', model_cached_at: at };
    const edited = { ...state, cached_catalogue: { 'gpt-5.5': 'high' }, refused_models: 3 };
    assert.deepEqual(cachedModelOf(edited), { model: 'gpt-5.5', catalogue: {}, refused: [], at });
  });
});
