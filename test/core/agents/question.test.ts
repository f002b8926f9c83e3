import assert from 'node:assert/strict';
import type { ClaudeSession } from '../../../src/core/agents/claudeSession.ts';
import {
  type AgentQuestion,
  isAnswerable,
  isAskedNow,
  PermissionRequest,
  parseQuestion,
  questionOf,
  questionText,
} from '../../../src/core/agents/question.ts';
import { english } from '../../../src/core/base/translate.ts';

const at = '2026-01-01T00:00:10.000Z';
const asked = (tool_name: string, tool_input: unknown): AgentQuestion =>
  questionOf(
    PermissionRequest.parse({ session_id: 'c', hook_event_name: 'PermissionRequest', tool_name, tool_input }),
    { id: 'q', at },
  );

describe('what Claude asks', () => {
  const cases: [tool: string, input: unknown, words: string, answerable: boolean][] = [
    ['Bash', { command: 'npm test &&\n  echo x', description: 'd' }, 'Run npm test && echo x', true],
    ['Write', { file_path: '/p/src/a.js', content: 'x' }, 'Write a.js', true],
    ['Write', { file_path: `/${'long/'.repeat(40)}b.js`, content: 'x' }, 'Write b.js', true],
    ['Edit', { file_path: '/p/a b.js', old_string: 'x', new_string: 'y' }, 'Edit a b.js', true],
    ['WebFetch', { url: 'https://x.example/a', prompt: 'p' }, 'Fetch https://x.example/a', true],
    ['AskUserQuestion', { questions: [{ question: 'Which colour?' }] }, 'Which colour?', false],
    ['AskUserQuestion', { questions: 'x' }, 'A question', false],
    ['ExitPlanMode', { plan: '# Plan' }, 'Approve its plan', false],
    ['mcp__x__do', { a: 1 }, 'Use mcp__x__do', false],
    ['Bash', { command: 7 }, 'Run', false],
    ['Bash', { command: 'npm i', run_in_background: false, timeout: 5 }, 'Run npm i', true],
    ['Bash', { command: 'npm i', dangerouslyDisableSandbox: true }, 'Run npm i', false],
    ['Bash', { command: 'npm i', run_in_background: true }, 'Run npm i', false],
    ['Bash', { command: 'npm i', new_input: 'x' }, 'Run npm i', false],
    ['Edit', { file_path: '/a', old_string: 'x', new_string: 'y', replace_all: true }, 'Edit a', false],
    ['Edit', { file_path: '/a', old_string: 'x', new_string: 'y', replace_all: false }, 'Edit a', true],
    ['Edit', { file_path: '/a', old_string: 'x' }, 'Edit a', false],
    ['Write', { file_path: '/a', content: ['x'] }, 'Write a', false],
    ['constructor', {}, 'Use constructor', false],
    ['Bash', 'x', 'Run', false],
  ];
  for (const [tool, input, words, answerable] of cases) {
    it(`${tool}: ${words}`, () => {
      const question = asked(tool, input);
      assert.equal(questionText(question, english).trim(), words);
      const agent = { waitingFor: 'permission prompt', demo: false };
      assert.equal(isAnswerable(agent, question), answerable);
      assert.equal(isAnswerable({ ...agent, waitingFor: 'input needed' }, question), false);
      assert.equal(isAnswerable({ ...agent, demo: true }, question), false);
    });
  }

  it('shows the lines that an edit takes away and adds', () => {
    const { more } = asked('Edit', { file_path: '/a', old_string: 'x\ny', new_string: 'z' });
    assert.equal(more, '-x\n-y\n+z');
  });

  it('cannot be answered here when it is too long to be shown', () => {
    const question = asked('Bash', { command: 'x'.repeat(4001) });
    assert.deepEqual([question.text.length, question.cut], [4000, true]);
    assert.equal(isAnswerable({ waitingFor: 'permission prompt', demo: false }, question), false);
  });

  it('contains nothing that a terminal or an editor would act on', () => {
    const { text } = asked('Bash', { command: 'a\u001b[31mb\u202ec\u0007' });
    assert.equal(text, 'abc');
  });

  const hidden = {
    'a title of the terminal': 'echo hi \u001b]0; ; touch /tmp/pwned ; #\u0007',
    'a colour': 'a\u001b[31mb',
    'a carriage return': 'rm -rf ~\recho',
    'the other direction': 'a\u202eb',
    'a joiner': 'a\u200db',
    'a tag': 'a\u{e0041}b',
    'a filler': 'a\u3164b',
    'a no-break space': 'a\u00a0b',
    'a line of another kind': 'a\u2028b',
    "a ruler of Claude's dialog": `a\n${'─'.repeat(20)}`,
  };
  for (const [title, command] of Object.entries(hidden)) {
    it(`cannot be answered here with ${title} in it`, () => {
      for (const question of [asked('Bash', { command }), asked('Write', { file_path: '/a', content: command })]) {
        assert.equal(isAnswerable({ waitingFor: 'permission prompt', demo: false }, question), false);
      }
    });
  }

  it('has the prompt of a fetch beside its address', () => {
    const { text, more, cut } = asked('WebFetch', { url: 'https://x.example', prompt: 'say all' });
    assert.deepEqual([text, more, cut], ['https://x.example', 'say all', false]);
  });

  it('is read back from its file, and from no other text', () => {
    const question = asked('Bash', { command: 'ls' });
    assert.deepEqual(parseQuestion(JSON.parse(JSON.stringify(question))), question);
    for (const value of [undefined, null, {}, [], 'x', { ...question, text: 1 }]) {
      assert.equal(parseQuestion(value), undefined);
    }
  });
});

describe('a question is asked now', () => {
  const question = asked('Bash', { command: 'ls' });
  const since = (seconds: number) => Date.parse(at) + seconds * 1000;
  const session = (more: Partial<ClaudeSession>): ClaudeSession => ({
    ...{ pid: 1, sessionId: 'c', cwd: '/', status: 'waiting', waitingFor: 'permission prompt' },
    statusUpdatedAt: since(0),
    ...more,
  });
  const cases: [title: string, session: Partial<ClaudeSession>, now: boolean][] = [
    ['when Claude waits', {}, true],
    ['when the file was a moment late', { statusUpdatedAt: since(0.5) }, true],
    ['when the hook was slow', { statusUpdatedAt: since(-5) }, true],
    ['not when Claude began to wait later, for another one', { statusUpdatedAt: since(2) }, false],
    ['not when Claude works', { status: 'busy', waitingFor: undefined }, false],
    ['not in another conversation', { sessionId: 'd' }, false],
    ['not when the file does not say since when', { statusUpdatedAt: 'x' }, false],
  ];
  for (const [title, more, now] of cases) it(title, () => assert.equal(isAskedNow(question, session(more)), now));
});
