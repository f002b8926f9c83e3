import assert from 'node:assert/strict';
import { checkWorktreeName, worktreeNameProblem } from '../../../src/core/worktree/worktreeName.ts';

describe('the name of a worktree', () => {
  for (const name of ['login', 'Fix-42', '2fa', 'a.b_c', 'x'.repeat(80), 'header', 'main']) {
    it(`may be ${name.slice(0, 20)}`, () => assert.equal(worktreeNameProblem(name), undefined));
  }

  for (const name of [
    '',
    '.',
    '..',
    '../x',
    'a/b',
    '/tmp/x',
    'a\\b',
    '-x',
    '.hidden',
    'a..b',
    'a.',
    'x.lock',
    'x.git',
    'a b',
    'a\nb',
    'a\0b',
    'a~1',
    'a^',
    'a:b',
    'a@{0}',
    '$(id)',
    '~',
    'HEAD',
    'FETCH_HEAD',
    'refs',
    'ünder',
    'x'.repeat(81),
    'a'.repeat(40),
  ]) {
    it(`may not be ${JSON.stringify(name).slice(0, 20)}`, () => {
      assert.ok(worktreeNameProblem(name));
      assert.throws(() => checkWorktreeName(name), { code: 'USAGE' });
    });
  }
});
