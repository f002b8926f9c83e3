import assert from 'node:assert/strict';
import { claudeTokens } from '../../../src/core/agents/tokens.ts';
import { english } from '../../../src/core/base/translate.ts';
import { tokensText } from '../../../src/core/codex/budgetText.ts';

describe("the tokens of Claude's conversation", () => {
  const line = (id: string, input: number, output: number, more: object = {}) => ({
    type: 'assistant',
    message: { id, usage: { input_tokens: input, output_tokens: output, ...more } },
  });
  const sum = (lines: readonly unknown[]) => {
    const count = claudeTokens(lines, undefined);
    return count === undefined ? null : count.before + count.last;
  };

  it('count each answer once, although it has several lines', () => {
    assert.equal(sum([line('a', 10, 1), line('a', 10, 5), line('b', 20, 2)]), 37);
  });
  it('include what was cached', () => {
    assert.equal(sum([line('a', 1, 2, { cache_read_input_tokens: 30, cache_creation_input_tokens: 4 })]), 37);
  });
  it('skip lines without them', () => {
    assert.equal(sum([{}, null, { message: null }, { message: { id: 'a' } }, { message: { content: 'x' } }]), null);
    assert.equal(sum([line('a', Number.NaN, -5)]), 0);
  });
  it('go on from an earlier count', () => {
    const before = claudeTokens([line('a', 10, 1)], undefined);
    assert.deepEqual(claudeTokens([line('a', 10, 2), line('b', 1, 1)], before), { before: 12, id: 'b', last: 2 });
  });
  it('are shown for the agents whose record has them', () => {
    const agents = [{ role: 'claude', tokens: 12_345 }, { role: 'codex', tokens: null }, { role: 'shell' }] as const;
    assert.equal(tokensText(agents, english), 'Claude 12k');
    assert.equal(tokensText(agents.slice(1), english), undefined);
  });
});
