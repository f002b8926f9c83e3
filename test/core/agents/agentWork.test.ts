import assert from 'node:assert/strict';
import { claudeWork, codexWork } from '../../../src/core/agents/agentWork.ts';

const at = '2026-01-01T00:00:00Z';
const none = { tool: null, model: null, turnSince: null };

describe('what Claude does, by its transcript', () => {
  const says = (content: unknown, more: object = {}) =>
    JSON.stringify({ type: 'assistant', timestamp: at, message: { model: 'claude-opus-4-5', content }, ...more });
  const user = (content: unknown) => JSON.stringify({ type: 'user', timestamp: at, message: { content } });
  const call = (id: string, name = 'Bash', input: object = { command: 'npm test' }) => ({
    type: 'tool_use',
    id,
    name,
    input,
  });
  const result = (id: string) => user([{ type: 'tool_result', tool_use_id: id, content: 'ok' }]);
  const text = { type: 'text', text: 'Done' };

  it('is the call that has not returned', () => {
    assert.deepEqual(claudeWork([user('go'), says([call('a')])]), {
      tool: { name: 'Bash', text: 'npm test', since: at },
      ...{ model: 'claude-opus-4-5', turnSince: null },
    });
  });

  it('is the newest of several calls', () => {
    const lines = [says([call('a'), call('b', 'Read', { file_path: '/p/a.js' })])];
    assert.equal(claudeWork(lines).tool?.text, '/p/a.js');
    assert.equal(claudeWork([...lines, result('b')]).tool?.text, 'npm test');
  });

  const nothing: [title: string, lines: string[]][] = [
    ['when the call has come back', [says([call('a')]), result('a')]],
    ['when it only speaks', [says([text])]],
    ['after an interruption', [says([call('a')]), user([{ type: 'text', text: '[Request interrupted by user]' }])]],
    ['after the next prompt', [says([call('a')]), user('and now this')]],
    ['when only a sub-agent calls', [says([call('a')], { isSidechain: true })]],
    [
      'in lines that are cut or not of the conversation',
      ['{"type":"assistant","mess', 'x', '"type":"user"', '[]', 'null'],
    ],
  ];
  for (const [title, lines] of nothing) it(`is nothing ${title}`, () => assert.equal(claudeWork(lines).tool, null));

  it('ignores a model entry that names no model', () => {
    const made = says([text], { message: { model: '<synthetic>', content: [text] } });
    assert.equal(claudeWork([made]).model, null);
    assert.equal(claudeWork([says([text]), made]).model, 'claude-opus-4-5');
    assert.deepEqual(claudeWork([]), none);
  });

  it('is short, and on one line', () => {
    const { tool } = claudeWork([says([call('a', 'X\ny', { command: `a\n\u001b[31m${'b'.repeat(500)}` })])]);
    assert.equal(tool?.name, 'X y');
    assert.match(tool?.text ?? '', /^a \[31mb+…$/);
    assert.ok((tool?.text.length ?? 0) <= 120);
  });

  it('is the name alone when the call says nothing', () => {
    assert.equal(claudeWork([says([call('a', 'TodoWrite', { todos: [] })])]).tool?.text, '');
    assert.equal(claudeWork([says([call('a', 'Agent', { description: 'look' })])]).tool?.text, 'look');
  });
});

describe('what Codex does, by its rollout file', () => {
  const line = (type: string, payload: object) => JSON.stringify({ timestamp: at, type, payload });
  const started = line('event_msg', { type: 'task_started', turn_id: 't' });
  const context = line('turn_context', { turn_id: 't', model: 'gpt-5.5' });
  const call = line('response_item', {
    ...{ type: 'function_call', name: 'exec_command', arguments: '{"cmd":"git diff"}', call_id: 'c' },
  });
  const output = line('response_item', { type: 'function_call_output', call_id: 'c', output: 'x' });

  it('is the call that has no output', () => {
    assert.deepEqual(codexWork([started, context, call]), {
      tool: { name: 'exec_command', text: 'git diff', since: at },
      ...{ model: 'gpt-5.5', turnSince: at },
    });
    assert.deepEqual(codexWork([started, context, call, output]), { tool: null, model: 'gpt-5.5', turnSince: at });
  });

  for (const end of ['task_complete', 'turn_aborted']) {
    it(`is nothing after ${end}`, () => {
      assert.deepEqual(codexWork([started, call, line('event_msg', { type: end })]), none);
    });
  }

  it('reads the forms of older versions', () => {
    const shell = line('response_item', {
      type: 'local_shell_call',
      call_id: 'c',
      action: { command: ['sh', '-c', 'ls'] },
    });
    assert.deepEqual(codexWork([shell]).tool, { name: 'local_shell_call', text: 'ls', since: at });
    assert.deepEqual(
      codexWork(['{"type":"function_call"', line('response_item', { type: 'function_call' })]).tool?.text,
      '',
    );
  });
});
