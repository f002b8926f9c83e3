import assert from 'node:assert/strict';
import { extensionConflicts, judgeOldHooks, oldScripts } from '../../../src/core/status/doctor/conflicts.ts';

describe('hooks of an earlier tool', () => {
  const settings = (command: unknown) => ({
    hooks: { PreToolUse: [{ matcher: 'Bash', hooks: [{ type: 'command', command }] }] },
  });
  const cases: [title: string, settings: unknown, scripts: readonly string[]][] = [
    ['are found by the names of their scripts', settings('~/.claude/hooks/codex-gate.sh'), ['codex-gate']],
    ['are found behind a shell', settings('bash "$HOME/.claude/hooks/pr-gate.sh" --x'), ['pr-gate']],
    ["are not Party's own", settings('/h/.party/current/resources/claude/hooks/pr-gate.sh'), []],
    ['are not those of others', settings('~/.claude/hooks/my-pr-gate.sh'), []],
    ['are not there in broken settings', { hooks: { PreToolUse: 'x', Stop: [{ hooks: [7, { command: 8 }] }] } }, []],
    ['are not there without hooks', {}, []],
    ['are not there in a list', [], []],
  ];
  for (const [title, given, scripts] of cases) it(title, () => assert.deepEqual(oldScripts(given), scripts));

  it('are a warning that names the file and what to do', () => {
    const check = judgeOldHooks({ file: '/h/.claude/settings.json', scripts: ['codex-gate', 'pr-gate'] });
    assert.deepEqual([check.id, check.status], ['old-hooks', 'warn']);
    assert.match(check.message, /settings\.json still calls codex-gate and pr-gate/);
    assert.match(check.fix ?? '', /^Remove these hooks/);
    assert.equal(judgeOldHooks({ file: '', scripts: [] }).status, 'ok');
  });
});

it('the worst conflict of extensions comes first', () => {
  const others = [
    { id: 'anthropic.claude-code', contributed: [] },
    { id: 'github.copilot-chat', contributed: [] },
    { id: 'a.b', contributed: ['party.start'] },
  ];
  const kinds = extensionConflicts({ others, isGated: true, readsClaudeHooks: true }).map(({ kind }) => kind);
  assert.deepEqual(kinds, ['rival', 'hook-runner', 'claude-extension']);
});
