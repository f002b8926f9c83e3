// The state gate as Claude Code calls it: through sh, with and without Node.
import assert from 'node:assert/strict';
import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { openMailbox } from '../../../src/node/messages/mailbox.ts';
import { HookedProject } from './support/hookedProject.ts';

describe('state-gate.sh', function () {
  this.timeout(60_000);
  let at: HookedProject;
  let state: string;
  beforeEach(() => {
    at = new HookedProject();
    state = join(at.paths.stateRoot, 'party-app-1');
    mkdirSync(state, { recursive: true, mode: 0o700 });
  });
  afterEach(() => at.dispose());

  const ask = (tool_name: string, tool_input: object, env: Record<string, string> = {}) =>
    at.hook('state-gate', at.event('PreToolUse', { tool_name, tool_input, tool_use_id: 't' }), env);
  const denies = async (tool: string, input: object) => {
    const { code, stdout, stderr } = await ask(tool, input);
    assert.equal(code, 0, stderr);
    assert.match(stdout, /"permissionDecision":"deny".*Only Party writes/, JSON.stringify(input));
  };
  const allows = async (tool: string, input: object, env = {}) =>
    assert.deepEqual(await ask(tool, input, env), { code: 0, stdout: '', stderr: '' }, JSON.stringify(input));

  it('lets files of the project pass without Node, and nothing else', async () => {
    const without = at.withoutNode();
    await allows('Write', { file_path: at.file('src/auth.ts'), content: 'x' }, without);
    await allows('Edit', { file_path: at.file('src/new.ts'), old_string: 'a', new_string: 'b' }, without);
    symlinkSync(at.paths.home, at.file('link'));
    for (const path of [
      join(at.paths.home, 'x'),
      `${at.top}/../x`,
      at.file('link/x'),
      at.file('link'),
      // Claude Code cuts off the space.
      at.file('link '),
      at.file('no/such/folder/x'),
      'src/auth.ts',
    ]) {
      const { code, stdout, stderr } = await ask('Write', { file_path: path, content: '' }, without);
      assert.deepEqual([code, stdout], [2, ''], path);
      assert.match(stderr, /state-gate could not decide/);
    }
  });

  it('does nothing outside of a party', async () => {
    await allows('Write', { file_path: join(at.paths.home, 'x') }, { PARTY_SESSION: '' });
  });

  it('denies every tool that writes what the gates rely on', async () => {
    mkdirSync(at.paths.home, { recursive: true });
    symlinkSync(at.paths.home, at.file('link'));
    await denies('Write', { file_path: at.durable('events.jsonl'), content: '' });
    await denies('Edit', { file_path: at.file('link/user/events.jsonl'), old_string: 'a', new_string: 'b' });
    await denies('MultiEdit', { file_path: join(state, 'codex/findings/q.json'), edits: [] });
    await denies('NotebookEdit', { notebook_path: join(state, 'messages.jsonl'), new_source: '' });
    await denies('Write', { file_path: join(at.box.home, '.tmux-team/config.json'), content: '' });
    Object.assign(at.env, { XDG_CONFIG_HOME: join(at.box.home, 'settings') });
    await denies('Write', { file_path: join(at.box.home, 'settings/tmux-team/config.json'), content: '' });
    Object.assign(at.env, { PARTY_CONFIG_HOME: at.file('own') });
    await denies('Write', { file_path: at.file('own/config.json'), content: '' });
    await denies('mcp__files__write_file', { path: at.durable('events.jsonl'), content: '' });
    await allows('mcp__files__write_file', { path: at.file('src/auth.ts'), content: '' });
    // A comment, for example, is longer than any name of a file.
    await allows('mcp__github__add_comment', { body: 'word '.repeat(200) });
    await allows('NotebookEdit', { notebook_path: at.file('a.ipynb'), new_source: '' });
  });

  it('lets Claude answer an open question, once', async () => {
    const mailbox = openMailbox(state);
    const response = join(state, 'messages/to-codex/response-q.md');
    await denies('Write', { file_path: response, content: 'yes' });
    const { id } = await mailbox.write({
      ...{ to: 'claude', from: 'codex', kind: 'question', text: 'Which?' },
      ...{ line: () => 'Question waiting', response: () => response },
    });
    await allows('Write', { file_path: response, content: 'yes' });
    await mailbox.record({ event: 'answered', id, file: response });
    await denies('Write', { file_path: response, content: 'no' });
  });

  it('denies lines of Bash that write there', async () => {
    for (const line of [`echo x > ${state}/codex/findings/q.json`, `cp a ${at.durable('events.jsonl')}`]) {
      const { stdout } = await at.hook('codex-gate', at.bash(line));
      assert.match(stdout, /"permissionDecision":"deny".*Only Party writes/, line);
    }
    const read = await at.hook('codex-gate', at.bash(`cat ${state}/codex/findings/q.json`));
    assert.deepEqual([read.code, read.stdout], [0, '']);
  });
});
