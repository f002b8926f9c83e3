import assert from 'node:assert/strict';
import { flattened, pastedLines, withLines } from '../../../src/core/tmux/pastedLines.ts';

describe('several lines in an input box', () => {
  const lines = 'one\r\n\r\n  two (x)\n';

  it('are shown as one', () => assert.equal(flattened(lines), 'one    two (x)'));

  it('are noticed when they are pasted', () => {
    assert.equal(pastedLines('see: ', `see: ${flattened(lines)}`, lines), 'one\r\n\r\n  two (x)');
    assert.equal(pastedLines('', 'one', lines), undefined);
    assert.equal(pastedLines('', 'one line', 'one line\n'), undefined);
    // Something else was pasted while the clipboard held what already stands there.
    const twice = `${flattened(lines)} other`;
    assert.equal(pastedLines(flattened(lines), twice, lines), undefined);
  });

  it('are restored when the text is sent', () => {
    const value = `see: ${flattened(lines)} — why?`;
    assert.equal(withLines(value, [lines.trimEnd()]), 'see: one\n\n  two (x) — why?');
    assert.equal(withLines(value, []), value);
    assert.equal(withLines('one two', [lines.trimEnd()]), 'one two');
  });

  it('are restored once, the longer paste first', () => {
    assert.equal(withLines('a b c | a b', ['a\nb', 'a\nb\nc']), 'a\nb\nc | a\nb');
  });
});
