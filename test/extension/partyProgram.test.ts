import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startParty, stopParty } from '../../src/extension/partyProgram.ts';

describe('the shipped program', () => {
  let root: string;
  const program = () => ({ root, env: { PATH: process.env['PATH'] ?? '', OUT: join(root, 'out') } });

  /** Not executable on purpose: a VSIX may lose that. */
  function script(body: string): void {
    writeFileSync(join(root, 'resources/bin/party'), `echo "$*" >"$OUT"; echo "$PARTY_NODE" >>"$OUT"\n${body}\n`, {
      mode: 0o644,
    });
  }
  const received = () => readFileSync(join(root, 'out'), 'utf8').trim().split('\n');

  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'party-program-'));
    mkdirSync(join(root, 'resources/bin'), { recursive: true });
  });
  afterEach(() => rmSync(root, { recursive: true }));

  const answer =
    '{"session":{"id":"x","name":"party-x","cwd":"/p"},"created":true,"panes":{},"agents":[],"warnings":["w"]}';
  const plain = { folder: '/p', demo: false, permissionMode: undefined };

  it('starts, with settings as flags and this Node', async () => {
    script(`echo '${answer}'`);
    const started = await startParty(program(), { folder: '/p q', demo: true, permissionMode: 'plan' });
    assert.deepEqual([started.session.name, started.created, started.warnings], ['party-x', true, ['w']]);
    assert.deepEqual(received(), [
      'start --detach --cwd /p q --agents demo --permission-mode plan --json',
      process.execPath,
    ]);
  });

  it('starts without flags for what is not set', async () => {
    script(`echo '${answer}'`);
    await startParty(program(), plain);
    assert.equal(received()[0], 'start --detach --cwd /p --json');
  });

  it('stops the one that is named', async () => {
    script('echo "{}"');
    await stopParty(program(), 'x');
    assert.equal(received()[0], 'stop x --json');
  });

  const failures: [title: string, body: string, code: string, message: RegExp][] = [
    [
      'a known error',
      `echo '{"error":{"code":"TMUX_MISSING","message":"no tmux"}}' >&2; exit 3`,
      'TMUX_MISSING',
      /^no tmux$/,
    ],
    [
      'an error after other lines',
      `echo hm >&2; echo '{"error":{"code":"USAGE","message":"m"}}' >&2; exit 1`,
      'USAGE',
      /^m$/,
    ],
    ['a code of a newer version', `echo '{"error":{"code":"NEW","message":"m"}}' >&2; exit 1`, 'COMMAND_FAILED', /^m$/],
    ['no error object', 'echo boom >&2; exit 9', 'COMMAND_FAILED', /^party start failed with exit code 9$/],
    ['nothing at all', 'exit 1', 'COMMAND_FAILED', /exit code 1$/],
    ['no answer', 'exit 0', 'COMMAND_FAILED', /did not understand/],
    ['another answer', `echo '{"session":null}'`, 'COMMAND_FAILED', /did not understand/],
  ];
  for (const [title, body, code, message] of failures) {
    it(`reports ${title}`, async () => {
      script(body);
      await assert.rejects(startParty(program(), plain), { name: 'PartyError', code, message });
    });
  }
});
