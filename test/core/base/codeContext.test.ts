import assert from 'node:assert/strict';
import { codeContext, type Excerpt, selectedLines } from '../../../src/core/base/codeContext.ts';

describe('the text of a message about code', () => {
  const greet: Excerpt = { path: 'src/greet.js', lines: { first: 10, last: 14 }, code: 'a\nb', language: 'javascript' };
  const cases: [title: string, Excerpt[], comment: string | undefined, text: string][] = [
    ['a selection', [greet], undefined, 'src/greet.js:10-14\n\n```javascript\na\nb\n```'],
    ['with a comment', [greet], ' Why? \n', 'src/greet.js:10-14\n\n```javascript\na\nb\n```\n\nWhy?'],
    ['with an empty comment', [greet], '  ', 'src/greet.js:10-14\n\n```javascript\na\nb\n```'],
    ['one line', [{ ...greet, lines: { first: 3, last: 3 } }], '', 'src/greet.js:3\n\n```javascript\na\nb\n```'],
    ['code that ends its line', [{ path: 'x', code: 'a\n' }], '', 'x\n\n```\na\n```'],
    ['plain text', [{ path: 'x', code: 'a', language: 'plaintext' }], '', 'x\n\n```\na\n```'],
    ['an invalid language', [{ path: 'x', code: 'a', language: 'a b`' }], '', 'x\n\n```\na\n```'],
    ['code with a fence in it', [{ path: 'x', code: '```js\n````\n```' }], '', 'x\n\n`````\n```js\n````\n```\n`````'],
    ['code with single backticks', [{ path: 'x', code: '`a` ``b``' }], '', 'x\n\n```\n`a` ``b``\n```'],
    ['a file', [{ path: 'docs/a b.md' }], 'Read it', 'docs/a b.md\n\nRead it'],
    ['files', [{ path: 'a' }, { path: 'b' }], '', 'a\nb'],
    [
      'two selections',
      [
        { path: 'a', code: '1' },
        { path: 'b', code: '2' },
      ],
      'c',
      'a\n\n```\n1\n```\n\nb\n\n```\n2\n```\n\nc',
    ],
    ['a name with a line break', [{ path: 'a\nb\x1b[201~' }], '', 'a?b?[201~'],
    ['a comment of several lines', [{ path: 'a' }], 'one\n\ntwo', 'a\n\none\n\ntwo'],
  ];
  for (const [title, excerpts, comment, text] of cases) {
    it(title, () => assert.equal(codeContext(excerpts, comment), text));
  }
});

describe('selected lines', () => {
  const cases: [start: number, end: [line: number, character: number], first: number, last: number][] = [
    [9, [13, 4], 10, 14],
    [9, [14, 0], 10, 14],
    [9, [9, 0], 10, 10],
    [0, [0, 7], 1, 1],
    [0, [1, 0], 1, 1],
  ];
  for (const [start, [line, character], first, last] of cases) {
    it(`${start} to ${line}:${character}`, () =>
      assert.deepEqual(selectedLines({ start: { line: start }, end: { line, character } }), { first, last }));
  }
});
