// Which calls write what Party's gates rely on.
import assert from 'node:assert/strict';
import { posix } from 'node:path';
import { type StateGateFacts, stateGate } from '../../../src/core/gates/stateGate.ts';
import { call, inWords } from './gateFacts.ts';

const facts: StateGateFacts = {
  guarded: ['/h/party', '/tmp/party-x', '/h/.tmux-team/config.json'],
  // `link` leads into Party's home.
  pathsOf: (cwd, path) => {
    const full = posix.resolve(cwd, path);
    return [full, full.replace(/^\/p\/link(?=\/|$)/, '/h/party')];
  },
  isAnswer: async (path) => path === '/tmp/party-x/messages/to-codex/response-q.md',
};

const cases: readonly [tool: string, input: Record<string, unknown>, isDenied: boolean][] = [
  ['Write', { file_path: '/p/src/a.ts' }, false],
  ['Write', { file_path: '/h/party-of-mine/a' }, false],
  ['Write', { file_path: '/h/party/projects/x/events.jsonl' }, true],
  ['Edit', { file_path: '/h/party/user/events.jsonl' }, true],
  ['MultiEdit', { file_path: '/p/../h/party/x' }, true],
  ['NotebookEdit', { notebook_path: '/tmp/party-x/codex/findings/q.json' }, true],
  ['Write', { file_path: '/p/link/x' }, true],
  ['Write', { file_path: '../h/.tmux-team/config.json' }, true],
  ['Write', { file_path: '/h/.tmux-team/teams/1/tasks.json' }, false],
  ['Write', { file_path: '/tmp/party-x/messages/to-codex/response-q.md' }, false],
  ['Write', { file_path: '/tmp/party-x/messages/to-codex/response-other.md' }, true],
  ['mcp__files__write_file', { path: '/h/party/x', content: '' }, true],
  ['mcp__files__write_files', { files: [{ uri: 'file:///tmp/party-x/messages.jsonl' }] }, true],
  ['mcp__files__write_file', { path: '/tmp/party-x/messages/to-codex/response-q.md' }, true],
  ['mcp__files__write_file', { uri: 'file:/tmp/party-x/messages.jsonl' }, true],
  ['mcp__files__write_file', { uri: ' FILE://localhost/tmp/p%61rty-x/messages.jsonl' }, true],
  ['mcp__files__edit', { edits: { '/h/party/x': 'text' } }, true],
  ['mcp__files__write_file', { root: '/h', path: 'party/x' }, true],
  ['mcp__files__write_files', { paths: 'a.txt, /h/party/x' }, true],
  ['mcp__shell__run', { command: 'echo x >"/tmp/party-x/messages.jsonl"' }, true],
  ['mcp__shell__run', { args: ['-c', 'rm $PARTY_HOME/user/events.jsonl'] }, true],
  ['mcp__files__move_file', { source: '/h', destination: '/p/h' }, true],
  ['mcp__files__delete_directory', { path: '/' }, true],
  ['mcp__files__list_directory', { path: '/h' }, false],
  ['mcp__files__write_file', { path: '/p/a.md', content: 'The log is in /h/party/x' }, false],
  ['mcp__shell__run', { command: 'npm test && git diff > /p/out' }, false],
  ['mcp__github__get_issue', { number: 1, owner: 'o' }, false],
];

describe('state-gate', () => {
  for (const [tool, input, isDenied] of cases) {
    it(`${isDenied ? 'denies' : 'ignores'} ${tool} ${JSON.stringify(input)}`, async () => {
      const verdict = await inWords(stateGate(call(tool, input), facts));
      assert.equal(verdict !== undefined, isDenied);
      if (isDenied) assert.match(verdict?.deny ?? '', /^Only Party writes /);
    });
  }

  it('names the path of a call to a server, and not its field', async () => {
    for (const input of [{ path: '/h/party/x' }, { content: 'x', uri: 'file:///h/party/x' }]) {
      const verdict = await inWords(stateGate(call('mcp__files__write_file', input), facts));
      assert.match(verdict?.deny ?? '', /^Only Party writes \/h\/party\/x:/);
    }
  });

  it('cannot judge a write without a path', async () => {
    await assert.rejects(stateGate(call('Write', {}), facts), /without a path/);
    await assert.rejects(stateGate(call('NotebookEdit', { file_path: '/p/a' }), facts), /without a path/);
  });
});
