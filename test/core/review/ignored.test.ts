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
    for (const path of ['.claude/review/approval.json', '.claude/codex-collab.state.json', '.tmux-team/team.json']) {
      assert.ok(createIgnored([])(path), path);
      assert.equal(createIsDocument([])(path), false, path);
    }
    assert.ok(createIsDocument(['*.md'])('docs/a.md'));
  });

  const instructions = [
    ...['CLAUDE.md', 'claude.md', 'sub/CLAUDE.local.md', 'AGENTS.md', 'pkg/AGENTS.override.md', 'GEMINI.md'],
    ...['.claude/skills/x/SKILL.md', '.claude/commands/x.md', '.claude/agents/x.md', '.claude/settings.json'],
    ...['.claude/settings.local.json', '.claude/rules/x.md', 'sub/.claude/x.md', '.codex/prompts/x.md', '.mcp.json'],
    ...['.kiro/steering/x.md', '.junie/guidelines.md', '.roo/rules/x.md', '.amazonq/rules/x.md', 'QWEN.md'],
    ...['tmux-team.json', 'sub/tmux-team.json', '.github/workflows/ci.md', '.github/workflows/ci.yml', '.husky/a.md'],
    ...['.github/copilot-instructions.md', 'skills/x/notes.md', 'plugin/commands/x.md', 'plugin/agents/x.md'],
    ...['plugin/hooks/x.md', 'docs/SKILL.md', '.cursor/rules/x.md', '.githooks/pre-commit.log', '.gitattributes'],
  ];
  it('match what agents note for themselves', () => {
    const isIgnored = createIgnored(['*.md']);
    for (const path of ['.claude/notes.md', '.claude/notes/today.md', '.claude/plans/a.md', 'sub/.claude/todo.md'])
      assert.equal(isIgnored(path), true, path);
    for (const path of ['.claude/loop.md', '.claude/notes/CLAUDE.md', '.claude/notes/skills/x.md', '.codex/notes.md'])
      assert.equal(isIgnored(path), false, path);
    assert.equal(isIgnored('.claude/notes/run.sh'), false);
  });

  it('match no instructions, settings, hooks or workflows', () => {
    for (const path of instructions) {
      assert.equal(createIgnored(['*.md', '**', '*'])(path), false, path);
      assert.equal(createIsDocument(['*.md', '**', '*'])(path), false, path);
    }
  });

  it('match other documents', () => {
    const others = [
      'README.md',
      'docs/commands/add.md',
      'docs/claude.md.txt',
      'src/agents.md.bak',
      '.github/README.md',
    ];
    for (const path of others) assert.ok(createIgnored(['*'])(path), path);
  });
});
