// Where a finding points to: lines that an editor can go to, files that are certainly of the project.
import assert from 'node:assert/strict';
import { limits } from '../../../src/core/findings/finding.ts';
import { findingWith, intake, only } from './documents.ts';

describe('the line of a finding', () => {
  for (const [given, line] of [
    [1, 1],
    [limits.line, limits.line],
    ['42', 42],
    ['10-14', 10],
    ['L10', 10],
    ['lines 10 to 14', 10],
    ['42:7', 42],
    [42.9, 42],
    [[42, 50], 42],
    [{ start: 42, end: 50 }, 42],
    [0, null],
    [-1, null],
    [-0.5, null],
    ['-3', null],
    ['1e3', null],
    ['4.2', null],
    [1e21, null],
    [limits.line + 1, null],
    ['99999999999', null],
    [true, null],
    [null, null],
    [undefined, null],
    [[], null],
    [{}, null],
    ['end of file', null],
  ] as const) {
    it(`${JSON.stringify(given)} is ${line}`, () => {
      assert.equal(only({ line: given }).line, line);
      assert.deepEqual(
        intake(findingWith({ line: given })).warnings,
        given === line && line !== null ? [] : ['line-adjusted'],
      );
    });
  }
});

describe('the file of a finding', () => {
  for (const [given, file, code] of [
    ['src/auth.ts', 'src/auth.ts', undefined],
    ['Makefile', 'Makefile', undefined],
    ['.gitignore', '.gitignore', undefined],
    ['docs/a b.md', 'docs/a b.md', undefined],
    ['src/日本.ts', 'src/日本.ts', undefined],
    ['/repo/src/auth.ts', 'src/auth.ts', 'file-relativised'],
    ['./src/auth.ts', 'src/auth.ts', 'file-relativised'],
    ['src/../lib//a.ts', 'lib/a.ts', 'file-relativised'],
  ] as const) {
    it(`${given} is linked as ${file}`, () => {
      assert.deepEqual([only({ file: given }).file, only({ file: given }).linked], [file, true]);
      assert.deepEqual(intake(findingWith({ file: given })).warnings, code === undefined ? [] : [code]);
    });
  }

  for (const given of [
    '/etc/passwd',
    '/repository/a.ts',
    '/repo/../etc/a.ts',
    '../a.ts',
    'src/../../a.ts',
    '..',
    '.',
    '/',
    '',
    '/repo',
    'src',
    'src/',
    'src/leak.ts',
    'src\\auth.ts',
    'C:\\x\\a.ts',
    'C:/x/a.ts',
    '\\\\server\\a.ts',
    'file:///repo/src/auth.ts',
    'command:x.y',
    '~/a.ts',
    '$' + '{HOME}/a.ts',
    '`id`.ts',
    'src/auth.ts:42',
    'src/auth.ts:42-50',
    'a.ts, b.ts',
    ' src/auth.ts',
    'src/\u202Eauth.ts',
    'src/a\nb.ts',
    'src/*.ts',
    null,
    42,
    true,
    {},
  ]) {
    it(`${JSON.stringify(given)} is shown and not linked`, () => {
      const { warnings, findings } = intake(findingWith({ file: given }));
      assert.equal(findings[0]?.linked, false);
      assert.ok(!/[\u0000-\u0008\u000b-\u001f]/.test(findings[0]?.file ?? ''));
      assert.deepEqual(warnings, ['file-unlinked']);
    });
  }
});
