// Which plan a human sees, and which one would be approved.
import assert from 'node:assert/strict';
import { type DraftState, draftState, isSameText, type PlanTexts } from '../../../src/core/plan/onScreen.ts';

const cases: readonly [title: string, texts: PlanTexts, state: DraftState][] = [
  ['no draft', { file: 'a', draft: undefined }, 'none'],
  ['neither', { file: undefined, draft: undefined }, 'none'],
  ['an empty draft', { file: 'a', draft: ' \n' }, 'none'],
  ['a draft alone', { file: undefined, draft: 'a' }, 'only-draft'],
  ['the same text', { file: 'a\nb\n', draft: 'a\nb\n' }, 'same'],
  ['other line ends and a byte order mark', { file: '\uFEFFa\r\nb\r\n', draft: 'a\nb\n' }, 'same'],
  ['a file that another program wrote', { file: 'b', draft: 'a' }, 'differs'],
  ['a draft with one more line end', { file: 'a', draft: 'a\n' }, 'differs'],
];

describe('a draft of the plan', () => {
  for (const [title, texts, state] of cases) {
    it(`${title}: ${state}`, () => assert.equal(draftState(texts), state));
  }

  it('is compared as an editor shows it', () => {
    assert.ok(isSameText('a\rb', 'a\nb'));
    assert.ok(!isSameText('a b', 'a\u00a0b'));
  });
});
