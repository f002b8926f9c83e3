import assert from 'node:assert/strict';
import { plainLine } from '../../../src/core/messages/paneLines.ts';

const facts = { id: '01hq3v9abcde', file: '/state/messages/to-shell/talk-1.md', response: undefined };

describe('the line for a program without a composer', () => {
  // A terminal counts bytes, and each of these letters takes three.
  const cases: [title: string, text: string, fits: boolean][] = [
    ['a line of 1,000 letters', 'a'.repeat(1000), true],
    ['a line of 1,001 letters', 'a'.repeat(1001), false],
    ['a line of 1,000 bytes', `${'語'.repeat(333)}a`, true],
    ['a line of 1,001 bytes', `${'語'.repeat(333)}aa`, false],
    ['several short lines', `${'a'.repeat(900)}\n${'a'.repeat(900)}`, true],
  ];
  for (const [title, text, fits] of cases) {
    it(`${fits ? 'is' : 'names the file instead of'} ${title}`, () => {
      const line = plainLine(text, facts);
      assert.equal(line, fits ? text : `Message waiting (${text.length} characters). Read: ${facts.file}`);
    });
  }
});
