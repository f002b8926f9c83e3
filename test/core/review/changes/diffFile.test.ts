import assert from 'node:assert/strict';
import { type DiffFile, parseDiff } from '../../../../src/core/review/changes/diffFile.ts';

const [one, two] = ['1'.repeat(40), '2'.repeat(40)];
const none = '0'.repeat(40);
const raw = (modes: string, ids: string, letter: string, ...names: string[]) =>
  [`:${modes} ${ids} ${letter}`, ...names].join('\0');
const parse = (...fields: string[]) => parseDiff(`${fields.join('\0')}\0`, (name) => name);

describe("git's list of changed files", () => {
  const plain = '100644 100644';
  const cases: [title: string, fields: string[], expected: Partial<DiffFile>][] = [
    [
      'has a modified file',
      [raw(plain, `${one} ${none}`, 'M', 'src/a.ts'), '3\t1\tsrc/a.ts'],
      { path: 'src/a.ts', status: 'modified', before: one, after: null, lines: { added: 3, removed: 1 } },
    ],
    [
      'has an added file',
      [raw('000000 100644', `${none} ${two}`, 'A', 'a'), '2\t0\ta'],
      { status: 'added', before: null, after: two, lines: { added: 2, removed: 0 } },
    ],
    ['has a deleted file', [raw('100644 000000', `${one} ${none}`, 'D', 'd'), '0\t7\td'], { status: 'deleted' }],
    [
      'has both names of a renamed file',
      [raw(plain, `${one} ${two}`, 'R085', 'old name', 'new\tname'), '1\t0\t', 'old name', 'new\tname'],
      { path: 'new\tname', from: 'old name', status: 'renamed', lines: { added: 1, removed: 0 } },
    ],
    ['has no lines of a binary file', [raw(plain, `${one} ${two}`, 'M', 'b'), '-\t-\tb'], { lines: null }],
    ['knows a link', [raw('120000 120000', `${one} ${two}`, 'M', 'l'), '1\t1\tl'], { type: 'link' }],
    ['knows a file that became a link', [raw('100644 120000', `${one} ${two}`, 'T', 'l'), '1\t1\tl'], { type: 'link' }],
    [
      'knows a submodule',
      [raw('160000 160000', `${one} ${two}`, 'M', 's'), '1\t1\ts'],
      { type: 'submodule', status: 'modified' },
    ],
    ['reads a name with a line break', [raw(plain, `${one} ${two}`, 'M', 'a\n:b'), '1\t1\ta\n:b'], { path: 'a\n:b' }],
  ];
  for (const [title, fields, expected] of cases) {
    it(title, () => {
      const [file, ...others] = parse(...fields);
      assert.ok(file);
      assert.deepEqual({ ...file, ...expected }, file);
      assert.deepEqual(others, []);
    });
  }

  it('has the files in their order, each with its own lines', () => {
    const files = parse(
      ...[raw(plain, `${one} ${two}`, 'M', 'a'), raw(plain, `${one} ${two}`, 'R100', 'b', 'c')],
      ...['1\t2\ta', '0\t0\t', 'b', 'c'],
    );
    assert.deepEqual(
      files.map(({ path, lines }) => [path, lines?.removed]),
      [
        ['a', 2],
        ['c', 0],
      ],
    );
  });

  it('is empty when nothing has changed', () => assert.deepEqual(parseDiff('', String), []));
});
