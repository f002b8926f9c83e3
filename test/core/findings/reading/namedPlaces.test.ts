// Places and findings that a text names.
import assert from 'node:assert/strict';
import type { ProjectFiles } from '../../../../src/core/findings/finding.ts';
import { keysIn, otherPlaces, placesIn } from '../../../../src/core/findings/reading/namedPlaces.ts';
import { shortNames } from '../../../../src/core/findings/reading/rowNames.ts';
import { finding } from '../../../support/reviews.ts';

const known = ['src/a.ts', 'b.js', 'Makefile', 'src/größe.ts', 'x/@y/z+1.ts'];
const project: ProjectFiles = {
  roots: ['/p'],
  kind: (path) =>
    known.includes(path) ? 'file' : path === 'src' ? 'directory' : path === 'out.ts' ? 'outside' : 'absent',
};

describe('the places that a text names', () => {
  const table: readonly [text: string, places: string][] = [
    ['see src/a.ts:3', 'src/a.ts:3@4+10'],
    ['src/a.ts:3:14: error', 'src/a.ts:3:14@0+13'],
    ['(src/a.ts:3), `b.js:9`. Makefile:2', 'src/a.ts:3@1+10 b.js:9@15+6 Makefile:2@24+10'],
    ['./src/a.ts:3 and /p/src/a.ts:4', 'src/a.ts:3@0+12 src/a.ts:4@17+13'],
    ['src/x/../a.ts:3', 'src/a.ts:3@0+15'],
    ['│src/größe.ts:7│', 'src/größe.ts:7@1+14'],
    ['x/@y/z+1.ts:1', 'x/@y/z+1.ts:1@0+13'],
    ['error:b.js:2', 'b.js:2@6+6'],
    ['src/a.ts:3-5', 'src/a.ts:3@0+10'],
    ['src/a.ts', ''],
    ['src/a.ts:0 src/a.ts:12345678 src/a.ts:3x', ''],
    ['src:3 gone.ts:3 out.ts:3', ''],
    ['../a.ts:3 /etc/b.js:3 /q/src/a.ts:3 ../p/b.js:1', ''],
    ['https://host/src/a.ts:3 https://b.js:80 12:30', ''],
    ['xsrc/a.ts:3 -src/a.ts:3', ''],
    ['~/src/a.ts:3 C:\\src\\a.ts:3', ''],
  ];
  for (const [text, expected] of table) {
    it(text, () => {
      const found = placesIn(text, project).map(
        ({ file, line, column, start, length }) =>
          `${file}:${line}${column === undefined ? '' : `:${column}`}@${start}+${length}`,
      );
      assert.equal(found.join(' '), expected);
    });
  }

  // A pattern that reads a text again from each letter would not end here within the limit of a case.
  it('are not found in a long text without any', () => {
    for (const text of ['a/'.repeat(10_000), 'a.'.repeat(10_000), ':1'.repeat(10_000), 'r1-'.repeat(7000)]) {
      assert.deepEqual([placesIn(text, project), keysIn(text).filter(({ key }) => key === 'r1-F1')], [[], []]);
    }
  });

  it('of a finding are the other ones, each once', () => {
    const description = 'Like b.js:9 and src/a.ts:1, see b.js:9 and /p/b.js:9';
    const one = finding({ description, suggestion: 'As in Makefile:2' });
    const named = otherPlaces(one, project).map(({ file, line }) => `${file}:${line}`);
    assert.deepEqual(named, ['b.js:9', 'Makefile:2']);
  });
});

describe('the keys that a text names', () => {
  const table: readonly [text: string, keys: string][] = [
    ['r1-F1', 'r1-F1@0'],
    ['fixed r1-F1, r12-F3-2 and d2r1-F1.', 'r1-F1@6 r12-F3-2@13 d2r1-F1@26'],
    ['│c1r2-x.y_z│', 'c1r2-x.y_z@1'],
    ['(r1-Größe)', 'r1-Größe@1'],
    ['r1-F1...', 'r1-F1@0'],
    ['car1-F1 xr1-F1 /r1-F1 a.r1-F1 r1- r-F1 R1-F1', ''],
  ];
  for (const [text, expected] of table) {
    it(text, () => {
      const found = keysIn(text).map(({ key, start, length }) => {
        assert.equal(text.slice(start, start + length), key);
        return `${key}@${start}`;
      });
      assert.equal(found.join(' '), expected);
    });
  }
});

describe('short names of files', () => {
  const table: readonly [files: string[], names: string[]][] = [
    [['src/price.js'], ['price.js']],
    [
      ['src/a/index.ts', 'src/b/index.ts', 'src/c.ts'],
      ['a/index.ts', 'b/index.ts', 'c.ts'],
    ],
    [
      ['x.ts', 'a/x.ts', 'b/a/x.ts'],
      ['x.ts', 'a/x.ts', 'b/a/x.ts'],
    ],
    [
      ['', 'a.ts', ''],
      ['', 'a.ts'],
    ],
  ];
  for (const [files, names] of table) {
    it(files.join(', '), () =>
      assert.deepEqual(
        [...new Set(files)].map((file) => shortNames(files).get(file)),
        names,
      ),
    );
  }
});
