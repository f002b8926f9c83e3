import assert from 'node:assert/strict';
import { createIgnored, createIsDocument } from '../../../src/core/review/ignored.ts';

describe('patterns of files that need no review', () => {
  const cases: [pattern: string, path: string, is: boolean][] = [
    ['*.md', 'README.md', true],
    ['*.md', 'docs/deep/plan.md', true],
    ['*.md', 'docs/plan.mdx', false],
    ['docs/*', 'docs/a.txt', true],
    ['docs/*', 'docs/deep/a.txt', false],
    ['docs/**', 'docs/deep/a.txt', true],
    ['docs/**', 'other/docs/a.txt', false],
    ['a/**/b', 'a/b', true],
    ['a/**/b', 'a/x/b', true],
    ['a/**/b', 'a/x/y/b', true],
    ['a/**/b', 'a/xb', false],
    ['a/**/b', 'ab', false],
    ['**/b', 'b', true],
    ['**/b', 'a/b', true],
    ['**/b', 'ab', false],
    ['a**/b', 'ax/y/b', true],
    ['a**/b', 'a', false],
    ['?.txt', 'a.txt', true],
    ['?.txt', 'ab.txt', false],
    // No more than that has a meaning.
    ['{a,b}.txt', 'a.txt', false],
    ['[ab].txt', 'a.txt', false],
    ['!a.txt', 'a.txt', false],
  ];
  for (const [pattern, path, is] of cases) {
    it(`${pattern} ${is ? 'means' : 'does not mean'} ${path}`, () => assert.equal(createIgnored([pattern])(path), is));
  }

  it("are joined by Party's own files", () => {
    for (const path of ['.claude/review/approval.json', '.claude/codex-collab.state.json', 'tmux-team.json']) {
      assert.ok(createIgnored([])(path), path);
      assert.equal(createIsDocument([])(path), false, path);
    }
    assert.ok(createIsDocument(['*.md'])('docs/a.md'));
  });
});
