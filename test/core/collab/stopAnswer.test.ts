import assert from 'node:assert/strict';
import { stopAnswer } from '../../../src/core/collab/stopAnswer.ts';

const feedback = (additionalContext: string) => ({
  hookSpecificOutput: { hookEventName: 'Stop', additionalContext },
});
const blocked = (reason: string) => ({ decision: 'block', reason });

describe('the answer to a Stop', () => {
  const rows: [string | undefined, 'feedback' | 'block'][] = [
    ['2.1.325', 'feedback'],
    ['2.1.326', 'feedback'],
    ['2.2.0', 'feedback'],
    ['3.0', 'feedback'],
    ['2.1.324', 'block'],
    ['2.1.250', 'block'],
    ['1.9.999', 'block'],
    ['tomorrow', 'block'],
    ['', 'block'],
    [undefined, 'block'],
  ];
  for (const [version, form] of rows) {
    it(`lets Claude Code ${version || 'of unknown version'} go on by ${form}`, () => {
      const expected = form === 'feedback' ? feedback('Party: fix it') : blocked('Party: fix it');
      assert.deepEqual(stopAnswer({ block: 'fix it', said: null }, version), expected);
      assert.deepEqual(stopAnswer({ block: 'fix it', said: 'Codex flagged 1' }, version), {
        ...expected,
        systemMessage: 'Party: Codex flagged 1',
      });
    });
  }

  it('is not feedback when the client would cut it to a preview, counted in bytes', () => {
    const longest = 8000 - 'Party: '.length;
    const answer = (text: string) => stopAnswer({ block: text, said: null }, '2.1.325');
    assert.deepEqual(answer('x'.repeat(longest)), feedback(`Party: ${'x'.repeat(longest)}`));
    assert.deepEqual(answer('x'.repeat(longest + 1)), blocked(`Party: ${'x'.repeat(longest + 1)}`));
    assert.deepEqual(answer('ä'.repeat(longest / 2 + 1)), blocked(`Party: ${'ä'.repeat(longest / 2 + 1)}`));
  });

  it('lets Claude stop otherwise', () => {
    assert.equal(stopAnswer({ block: null, said: null }, '2.1.325'), undefined);
    assert.deepEqual(stopAnswer({ block: null, said: 'done' }, '2.1.325'), { systemMessage: 'Party: done' });
  });
});
