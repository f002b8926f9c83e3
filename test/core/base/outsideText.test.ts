// Text from outside that gets into Markdown stays text, and its words can be wrapped.
import assert from 'node:assert/strict';
import { asMarkdown } from '../../../src/core/base/outsideText.ts';

/** As a browser reads it. */
const read = (html: string) => html.replace(/&#(\d+);/g, (_, code) => String.fromCodePoint(Number(code)));

describe('text in Markdown', () => {
  const texts = [
    'A greeting without a name',
    '$(flame) [run](command:party.stop) <b>x</b> **bold** _it_ `code` ~~no~~',
    'https://example.com www.example.com a@example.com',
    '1. one\n- two\n# three\n| four |\n    five',
    'Grüße an 日本 and 👩‍💻, &nbsp; &#36;(flame) \\*',
  ];
  for (const text of texts) {
    it(`is shown as plain text: ${JSON.stringify(text.slice(0, 40))}`, () => {
      const written = asMarkdown(text);
      assert.equal(read(written), text);
      assert.match(written, /^(?:[\p{L}\p{M}\p{N} ]|&#\d+;)*$/u);
    });
  }

  it('keeps its spaces as they are', () => {
    assert.equal(asMarkdown('one two'), 'one two');
  });
});
