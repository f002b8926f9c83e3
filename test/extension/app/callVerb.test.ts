import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { messagesProgram } from '../../../src/extension/messages/messagesProgram.ts';
import { sessionProgram } from '../../../src/extension/session/sessionProgram.ts';

describe('the shipped program', () => {
  let root: string;
  const program = () => ({ root, env: { PATH: process.env['PATH'] ?? '', OUT: join(root, 'out') } });

  /** Not executable on purpose: a VSIX may lose that. */
  function script(body: string): void {
    writeFileSync(
      join(root, 'resources/bin/party'),
      `echo "$*" >"$OUT"; echo "$PARTY_NODE" >>"$OUT"; echo "$PARTY_SESSION" >>"$OUT"\n${body}\n`,
      {
        mode: 0o644,
      },
    );
  }
  const received = () => readFileSync(join(root, 'out'), 'utf8').trim().split('\n');

  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'party-program-'));
    mkdirSync(join(root, 'resources/bin'), { recursive: true });
  });
  afterEach(() => rmSync(root, { recursive: true }));

  const answer =
    '{"session":{"id":"x","name":"party-x","cwd":"/p"},"created":true,"panes":{},"agents":[],"warnings":["w"]}';
  const start = () => sessionProgram.start(program(), {}, '/p', { demo: false, permissionMode: undefined });

  it("starts a party, with settings as flags and the editor's Node", async () => {
    script(`echo '${answer}'`);
    const started = await sessionProgram.start(program(), {}, '/p q', { demo: true, permissionMode: 'plan' });
    assert.deepEqual([started.session.name, started.created, started.warnings], ['party-x', true, ['w']]);
    assert.deepEqual(received(), [
      'start --detach --cwd /p q --agents demo --permission-mode plan --json',
      process.execPath,
    ]);
    assert.equal(received().length, 2, 'it belongs to no session');
  });

  it('starts a party without flags for settings that are not set', async () => {
    script(`echo '${answer}'`);
    await start();
    assert.equal(received()[0], 'start --detach --cwd /p --json');
  });

  it('restores the last party of a folder, or the named one', async () => {
    script(`pwd >"$OUT.cwd"; echo '${answer}'`);
    const restored = await sessionProgram.restore(program(), root);
    assert.deepEqual([restored.session.name, received()[0]], ['party-x', 'restore --detach --json']);
    assert.equal(readFileSync(join(root, 'out.cwd'), 'utf8').trim(), realpathSync(root));
    await sessionProgram.restore(program(), root, 'x');
    assert.equal(received()[0], 'restore --detach x --json');
  });

  it('stops the named party', async () => {
    script('echo "{}"');
    assert.equal(await sessionProgram.stop(program(), {}, 'x'), undefined);
    assert.equal(received()[0], 'stop x --json');
  });

  it('names a Claude that a stop left running in the background', async () => {
    script(`echo '{"stopped":"x","background":{"pid":4127,"ended":false}}'`);
    assert.equal(await sessionProgram.stop(program(), {}, 'x'), 4127);
    script(`echo '{"stopped":"x","background":{"pid":4127,"ended":true}}'`);
    assert.equal(await sessionProgram.stop(program(), {}, 'x'), undefined);
  });

  const text = '-x "$HOME"\n`y`';
  const talk = () => messagesProgram.talk(program(), { session: 'x', folder: root }, 'codex', text);

  it('gets a text through stdin, and the party as an option', async () => {
    script(`cat >"$OUT.text"; pwd >"$OUT.cwd"; echo '{"requestId":"abcdefgh","status":"submitted"}'`);
    assert.deepEqual(await talk(), { id: 'abcdefgh', submitted: true });
    assert.deepEqual(received(), ['talk codex - --json', process.execPath, 'x']);
    assert.equal(readFileSync(join(root, 'out.text'), 'utf8'), text);
    assert.equal(realpathSync(readFileSync(join(root, 'out.cwd'), 'utf8').trim()), realpathSync(root));
  });

  it('reports a waiting message for exit 6', async () => {
    script(`cat >/dev/null; echo '{"requestId":"abcdefgh","status":"queued"}'; exit 6`);
    assert.deepEqual(await talk(), { id: 'abcdefgh', submitted: false });
  });

  it('reports the error that the answer of talk contains', async () => {
    script(`cat >/dev/null; echo '{"requestId":null,"error":{"code":"ROLE_NOT_FOUND","message":"no codex"}}'; exit 3`);
    await assert.rejects(talk(), { code: 'ROLE_NOT_FOUND', message: 'no codex' });
  });

  it('retries a message, and says why it still waits', async () => {
    script(`echo '{"id":"abcdefgh","state":"written","reason":"the agent is working"}'; exit 6`);
    const helped = await messagesProgram.help(program(), 'x', 'retry', 'abcdefgh');
    assert.deepEqual([helped.submitted, helped.reason], [false, 'the agent is working']);
    assert.deepEqual(received(), ['message retry abcdefgh --json', process.execPath, 'x']);
  });

  it('starts a relay that survives the end of the window', async () => {
    script('ps -o pgid= -p $$ >"$OUT.group"');
    await messagesProgram.relay(program(), { session: 'x' });
    assert.deepEqual(received(), ['relay --json', process.execPath, 'x']);
    const own = execFileSync('ps', ['-o', 'pgid=', '-p', String(process.pid)], { encoding: 'utf8' });
    assert.notEqual(readFileSync(join(root, 'out.group'), 'utf8').trim(), own.trim());
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
    ['no answer', 'exit 0', 'COMMAND_FAILED', /could not read the output/],
    ['another answer', `echo '{"session":null}'`, 'COMMAND_FAILED', /could not read the output/],
  ];
  for (const [title, body, code, message] of failures) {
    it(`reports ${title}`, async () => {
      script(body);
      await assert.rejects(start(), { name: 'PartyError', code, message });
    });
  }
});
