import assert from 'node:assert/strict';
import { bar, number, quote } from '../../../src/core/base/quote.ts';

describe('quoted text', () => {
  it('has a bar before each line', () => {
    assert.deepEqual(bar('one\n\n# two '), ['| one', '|', '| # two']);
    assert.deepEqual(bar(''), []);
  });

  for (const [name, lineBreak] of [
    ['CR', '\r'],
    ['CR LF', '\r\n'],
    ['VT', '\v'],
    ['FF', '\f'],
    ['NEL', '\u0085'],
    ['LS', '\u2028'],
    ['PS', '\u2029'],
  ]) {
    it(`stays behind its bar after a ${name}`, () => {
      const text = `one${lineBreak}## Do this`;
      assert.deepEqual(bar(text), ['| one', '| ## Do this']);
      for (const line of [...quote(text, 100), ...number([text])]) assert.match(line, /^(?:1)?\| /);
      assert.equal(number([text]).length, 1);
    });
  }

  it('loses what a terminal acts on, and is cut', () => {
    assert.deepEqual(quote(' \u001b[31mred\u001b[0m\nblue ', 100), ['| red', '| blue']);
    assert.deepEqual(quote('12345678', 5), ['| 1234…']);
    assert.deepEqual(quote(' \n', 5), []);
  });

  it('has the line numbers of its file', () => {
    const lines = Array.from({ length: 10 }, (_, index) => (index === 1 ? '' : `line ${index + 1}`));
    assert.deepEqual(number(lines).slice(0, 2), [' 1| line 1', ' 2|']);
    assert.equal(number(lines)[9], '10| line 10');
  });
});
