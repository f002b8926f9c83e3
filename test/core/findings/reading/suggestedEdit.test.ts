// Suggestions that are a small patch: what they would change, and when that is not certain.
import assert from 'node:assert/strict';
import { english } from '../../../../src/core/base/translate.ts';
import { linesOf } from '../../../../src/core/findings/lines.ts';
import {
  asEdits,
  hasPatch,
  type LineChange,
  suggestedEdit,
  withChanges,
} from '../../../../src/core/findings/reading/suggestedEdit.ts';
import type { ShownAt } from '../../../../src/core/findings/words.ts';
import { finding } from '../../../support/reviews.ts';

const code = [
  'export function price(items) {', // 1
  '  let total = 0;',
  '  for (const item of items) {',
  '    total += item.price;',
  '  }',
  '  return total;', // 6
  '}',
  '',
  'export function count(items) {', // 9
  '  let total = 0;',
  '  return items.length;',
  '}',
  '',
].join('\n');

function suggest(suggestion: string, line: number | null = 4, text = code, shownAt?: ShownAt): string {
  const one = finding({ file: 'src/price.js', line, suggestion });
  const at: ShownAt = shownAt ?? (line === null ? { kind: 'file' } : { kind: 'line', line: line - 1 });
  const edit = suggestedEdit(one, at, linesOf(text), english);
  if (edit.kind === 'refused') return edit.problem;
  return withChanges(text.split('\n'), edit.changes).join('\n');
}
const fence = (language: string, ...lines: string[]) => ['Do this:', `\`\`\`${language}`, ...lines, '```'].join('\n');
const replaced = (before: string, after: string) => code.replace(before, after);
const changed = 'The code under the patch has changed since the review';
const unclear = 'The suggestion does not say which lines it replaces';
const noPatch = 'The suggestion of r1-F1 is not a patch';

describe('a suggestion', () => {
  const better = '    total += item.price * item.count;';
  const applied = replaced('    total += item.price;', better);

  const table: readonly [name: string, suggestion: string, result: string, line?: number | null][] = [
    [
      'that is a whole diff',
      [
        '--- a/src/price.js',
        '+++ b/src/price.js',
        '@@ -3,3 +3,3 @@ function',
        '   for (const item of items) {',
        '-    total += item.price;',
        `+${better}`,
        '   }',
      ].join('\n'),
      applied,
    ],
    [
      'that git made',
      fence(
        'diff',
        'diff --git a/src/price.js b/src/price.js',
        'index 1..2 100644',
        '--- a/src/price.js',
        '+++ b/src/price.js',
        '@@ -4 +4 @@',
        '-    total += item.price;',
        `+${better}`,
      ),
      applied,
    ],
    ['whose lines have moved', fence('diff', '@@ -40,1 +40,1 @@', '-    total += item.price;', `+${better}`), applied],
    ['whose counts are wrong', fence('diff', '@@ -4,9 +4,9 @@', '-    total += item.price;', `+${better}`), applied],
    ['without a head', fence('diff', '-    total += item.price;', `+${better}`), applied],
    ['with a bare head', fence('patch', '@@', '-    total += item.price;', `+${better}`), applied],
    ['for the whole file', fence('diff', '@@ -4 +4 @@', '-    total += item.price;', `+${better}`), applied, null],
    [
      'with words around the diff',
      ['Like so:', '@@ -4 +4 @@', '-    total += item.price;', `+${better}`, '', 'Then test it.'].join('\n'),
      applied,
    ],
    [
      'that adds a line',
      fence(
        'diff',
        '@@ -2,1 +2,2 @@',
        '   let total = 0;',
        '+  if (items.length === 0) return 0;',
        '   for (const item of items) {',
      ),
      replaced('  for (', '  if (items.length === 0) return 0;\n  for ('),
    ],
    [
      'that removes lines',
      fence('diff', '@@', '-  for (const item of items) {', '-    total += item.price;', '-  }', '   return total;'),
      replaced('  for (const item of items) {\n    total += item.price;\n  }\n', ''),
    ],
    [
      'with two hunks',
      fence(
        'diff',
        '@@ -1 +1 @@',
        '-export function price(items) {',
        '+export function price(items = []) {',
        '@@ -11 +11 @@',
        '-  return items.length;',
        '+  return items?.length ?? 0;',
      ),
      replaced('price(items)', 'price(items = [])').replace('items.length', 'items?.length ?? 0'),
    ],
    [
      'that fits twice, and is at the line that it names',
      fence('diff', '@@ -10 +10 @@', '-  let total = 0;', '+  let total = 1;'),
      `${code.slice(0, 140)}${code.slice(140).replace('total = 0', 'total = 1')}`,
      null,
    ],
    [
      'that fits twice, and is around the finding',
      fence('diff', '@@', '-  let total = 0;', '+  let total = 1;'),
      replaced('total = 0', 'total = 1'),
      2,
    ],
    [
      'that fits twice',
      fence('diff', '@@', '-  let total = 0;', '+  let total = 1;'),
      'The patch fits at several places: let Claude do it',
      4,
    ],
    ['for code that is gone', fence('diff', '@@ -4 +4 @@', '-    total += item.cost;', `+${better}`), changed],
    ['with other spaces', fence('diff', '@@ -4 +4 @@', '-\ttotal += item.price;', `+${better}`), changed],
    [
      'that is in the code already',
      fence('diff', '@@ -4 +4 @@', '-    total += item.cost;', '+    total += item.price;'),
      'The code already has this change',
    ],
    [
      'of which only a part fits',
      fence(
        'diff',
        '@@ -4 +4 @@',
        '-    total += item.price;',
        `+${better}`,
        '@@ -6 +6 @@',
        '-  return sum;',
        '+  return total;',
      ),
      'The code already has this change',
    ],
    ['without old lines', fence('diff', '@@ -4,0 +5,1 @@', '+  console.log(1);'), changed],
    [
      'for another file',
      fence('diff', '--- a/src/other.js', '+++ b/src/other.js', '@@ -1 +1 @@', '-a', '+b'),
      'The patch is for another file: src/other.js',
    ],
    [
      'for two files',
      fence(
        'diff',
        '--- a/src/price.js',
        '+++ b/src/price.js',
        '@@ -4 +4 @@',
        '-    total += item.price;',
        `+${better}`,
        '--- a/x.js',
        '+++ b/x.js',
        '@@ -1 +1 @@',
        '-a',
        '+b',
      ),
      'The patch is for another file: x.js',
    ],
    [
      'that makes a file',
      fence('diff', '--- /dev/null', '+++ b/src/price.js', '@@ -0,0 +1 @@', '+a'),
      'The patch adds or deletes a file: let Claude do it',
    ],
    ['that changes nothing', fence('diff', '@@ -4 +4 @@', '     total += item.price;'), noPatch],
    ['that is no diff inside', fence('diff', '@@ -4 +4 @@', '-    total += item.price;', 'what?'), noPatch],

    ['that is one line', fence('js', better), applied],
    ['that is one line at the margin', fence('', better.trim()), applied],
    ['that is one other line', fence('js', 'console.log(items);'), unclear],
    ['with another indentation', fence('js', `  ${better}`), unclear],
    [
      'in the form of GitHub',
      fence('suggestion', '    if (!item) continue;', better),
      replaced('    total += item.price;', `    if (!item) continue;\n${better}`),
    ],
    ['that is the block around the finding', fence('js', '  for (const item of items) {', better, '  }'), applied],
    [
      'that is that block at the margin',
      fence('js', 'for (const item of items) {', `  ${better.trim()}`, '}'),
      applied,
    ],
    [
      'that is the function around the finding',
      fence('js', 'export function price(items) {', '  return 1;', '}'),
      replaced(code.slice(0, code.indexOf('\n}\n') + 2), 'export function price(items) {\n  return 1;\n}'),
    ],
    ['that is the function before', fence('js', 'export function price(items) {', '  return 1;', '}'), unclear, 11],
    ['that is the function after', fence('js', 'export function count(items) {', '  return 1;', '}'), unclear],
    ['that ends elsewhere', fence('js', '  for (const item of items) {', better), unclear],
    ['that is the same', fence('js', '    total += item.price;'), 'The code already has this change'],
    ['for the whole file that is a block', fence('js', better), unclear, null],
    ['with two blocks', `${fence('js', better)}\n${fence('js', better)}`, noPatch],
    ['whose block has no end', `\`\`\`js\n${better}`, noPatch],
    ['in words', 'Multiply by the count', noPatch],
    ['with code in a line', 'Use `item.count` and @@', noPatch],
    ['that is empty', '', noPatch],
    ['with an empty block', fence('js', ''), noPatch],
    [
      'with hidden marks',
      fence('js', '    total += item.price; // \u202e count item'),
      'The patch has characters that are not visible, so Party does not apply it',
    ],
    [
      'with a mark of no width',
      fence('js', '    total += item.pri\u200bce; // item total'),
      'The patch has characters that are not visible, so Party does not apply it',
    ],
    [
      'that is very long',
      fence('suggestion', ...Array.from({ length: 201 }, (_, n) => `    f(${n});`)),
      'The patch is too long to apply it here: let Claude do it',
    ],
  ];
  for (const [name, suggestion, result, line = 4] of table) {
    it(name, () => assert.equal(suggest(suggestion, line), result));
  }

  it('is refused as a block when the line has changed or is gone', () => {
    const block = fence('js', better);
    const expected = 'The code under the suggestion has changed since the review';
    for (const shownAt of [
      { kind: 'line', line: 3, changed: true },
      { kind: 'gone', line: 3 },
      { kind: 'absent' },
    ] as const) {
      assert.equal(suggest(block, 4, code, shownAt), expected);
    }
  });

  it('follows the finding to its current line', () => {
    const moved = `// one\n// two\n${code}`;
    assert.equal(suggest(fence('js', better), 4, moved, { kind: 'line', line: 5 }), `// one\n// two\n${applied}`);
  });

  it('is a patch by its form', () => {
    const of = (suggestion: string, more = {}) => hasPatch(finding({ suggestion, ...more }));
    assert.equal(of(fence('js', 'a')), true);
    assert.equal(of(fence('js', 'a'), { linked: false }), false);
    assert.equal(of(fence('js', 'a'), { document: 'docs/a.md' }), false);
    assert.equal(of('Use @@ here'), false);
  });
});

describe('changes of lines as edits of a text', () => {
  const text = 'a\nbb\nccc';
  const cases: readonly [name: string, ...LineChange[]][] = [
    ['a line', { first: 1, count: 1, lines: ['x', 'y'] }],
    ['the first line', { first: 0, count: 1, lines: ['x'] }],
    ['the last lines', { first: 1, count: 2, lines: ['x'] }],
    ['nothing, before a line', { first: 1, count: 0, lines: ['x', 'y'] }],
    ['nothing, at the end', { first: 3, count: 0, lines: ['x', 'y'] }],
    ['a line by nothing', { first: 1, count: 1, lines: [] }],
    ['the last line by nothing', { first: 2, count: 1, lines: [] }],
    ['two places', { first: 0, count: 1, lines: [] }, { first: 2, count: 1, lines: ['x'] }],
  ];
  for (const [name, ...changes] of cases) {
    it(`replace ${name}`, () => {
      const lines = text.split('\n');
      const offset = ({ line, character }: { line: number; character: number }) =>
        lines.slice(0, line).join('\n').length + (line === 0 ? 0 : 1) + character;
      let edited = text;
      for (const { start, end, text: added } of asEdits(changes, linesOf(text)).reverse()) {
        edited = `${edited.slice(0, offset(start))}${added}${edited.slice(offset(end))}`;
      }
      assert.equal(edited, withChanges(lines, changes).join('\n'));
    });
  }
});
