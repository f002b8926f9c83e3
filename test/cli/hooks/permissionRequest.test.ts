// What Claude asks, left for the editor to show.

import assert from 'node:assert/strict';
import { chmodSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { staysSilent } from './support/everyObserver.ts';
import { allowed, HookedProject } from './support/hookedProject.ts';

describe('permission-request', () => {
  let at: HookedProject;
  let stateDir: string;
  beforeEach(() => {
    at = new HookedProject();
    const session = (at.env['PARTY_SESSION'] ?? '').replace(/^(?:party-)?/, 'party-');
    stateDir = join(at.env['PARTY_STATE_ROOT'] ?? '', session);
    mkdirSync(stateDir, { recursive: true, mode: 0o700 });
  });
  afterEach(() => at.dispose());

  const files = () => readdirSync(stateDir).map((name) => join(stateDir, name));
  const kept = () => files().map((path) => JSON.parse(readFileSync(path, 'utf8')));
  const texts = () => kept().map(({ text }) => text);
  const input = (tool_name: string, tool_input: unknown, more: object = {}) =>
    at.event('PermissionRequest', {
      ...{ tool_name, tool_input, prompt_id: 'p1', permission_suggestions: [{ type: 'setMode' }] },
      ...more,
    });
  const ask = async (tool_name: string, tool_input: unknown, more: object = {}) => {
    const before = new Set(files());
    // It prints nothing: an answer would decide for the human.
    allowed(await at.hook('permission-request', input(tool_name, tool_input, more)));
    const [file = ''] = files().filter((path) => !before.has(path));
    return JSON.parse(readFileSync(file, 'utf8'));
  };
  const bash = (command: string, more: object = {}) => ask('Bash', { command }, more);

  it('writes the question into a file that only this user can read', async () => {
    const began = Date.now();
    const { id, at: time, ...question } = await ask('Bash', { command: 'npm test', description: 'd' });
    const { session_id, cwd } = JSON.parse(JSON.stringify(input('Bash', {})));
    const said = { conversation: session_id, tool: 'Bash', text: 'npm test', more: '', cut: false };
    assert.deepEqual(question, { ...said, cwd, prompt: 'p1' });
    assert.match(id, /^[a-z0-9]{8,}$/);
    assert.ok(Date.parse(time) >= began && Date.parse(time) <= Date.now());
    assert.deepEqual(
      files().map((path) => statSync(path).mode & 0o077),
      [0],
    );
    assert.deepEqual(at.logged(), []);
  });

  it('keeps the questions of one prompt, which can be open at the same time', async () => {
    const first = await bash('one');
    const second = await ask('Edit', { file_path: '/a', old_string: 'x', new_string: 'y' });
    assert.notEqual(first.id, second.id);
    assert.deepEqual([second.tool, second.text, second.more], ['Edit', '/a', '-x\n+y']);
    assert.deepEqual(texts().sort(), ['/a', 'one']);
  });

  it('keeps questions that are asked at the same moment', async () => {
    const commands = ['one', 'two', 'three', 'four'];
    const runs = commands.map((command) => at.hook('permission-request', input('Bash', { command })));
    for (const run of await Promise.all(runs)) allowed(run);
    assert.deepEqual(texts().sort(), [...commands].sort());
  });

  it('drops questions of an earlier prompt, but not those of a sub-agent', async () => {
    await bash('one');
    await bash('beside', { agent_id: 'a1' });
    await bash('two', { prompt_id: 'p2' });
    assert.deepEqual(texts().sort(), ['beside', 'two']);
    await bash('three', { session_id: 'another', prompt_id: 'p2' });
    assert.deepEqual(texts(), ['three']);
  });

  it('says nothing, and logs why, when the directory of the party is not safe', async () => {
    chmodSync(stateDir, 0o755);
    allowed(await at.hook('permission-request', input('Bash', { command: 'ls' })));
    assert.match(at.logged().join(), /is open to other users/);
  });

  it('says nothing when the party has ended', async () => {
    rmSync(stateDir, { recursive: true });
    allowed(await at.hook('permission-request', input('Bash', { command: 'ls' })));
    assert.deepEqual(at.logged(), []);
  });

  staysSilent('permission-request', () => at);
});
