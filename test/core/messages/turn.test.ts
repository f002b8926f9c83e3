// What the clients' own records say about a turn, in the forms that they really have (Claude Code 2.1.325, Codex 0.166.0).

import assert from 'node:assert/strict';
import { claudeTurn } from '../../../src/core/messages/claudeTurn.ts';
import { codexTurn, onlyReads } from '../../../src/core/messages/codexTurn.ts';
import { failureText, isTaken, type Turn, turnFailure } from '../../../src/core/messages/turn.ts';

const line = '[HUMAN abcdefgh1] hello there';

describe('a turn in a rollout of Codex', () => {
  const message = { id: 'abcdefgh1', line };
  const event = (payload: object) => JSON.stringify({ timestamp: 't', type: 'event_msg', payload });
  const started = (turn_id = 'u1') => event({ type: 'task_started', turn_id });
  const complete = (more: object, turn_id = 'u1') => event({ type: 'task_complete', turn_id, ...more });
  const aborted = (turn_id = 'u1') => event({ type: 'turn_aborted', turn_id, reason: 'interrupted' });
  const asked = (text = line, turn_id?: string) =>
    JSON.stringify({
      type: 'response_item',
      payload: {
        ...{ type: 'message', role: 'user', content: [{ type: 'input_text', text }] },
        ...(turn_id === undefined ? {} : { internal_chat_message_metadata_passthrough: { turn_id } }),
      },
    });
  const done = complete({ last_agent_message: 'yes' });

  const cases: [title: string, lines: string[], turn: Turn][] = [
    ['that has ended', [started(), asked(line, 'u1'), done], { kind: 'done', text: 'yes' }],
    [
      'that has ended without a word',
      [started(), asked(), complete({ last_agent_message: null })],
      { kind: 'done', text: undefined },
    ],
    ['that goes on', [started(), asked(line, 'u1')], { kind: 'running' }],
    ['that a person interrupted', [started(), asked(line, 'u1'), aborted()], { kind: 'interrupted' }],
    [
      'that met the usage limit',
      [
        started(),
        asked(),
        complete({ last_agent_message: null, error: { message: 'You have hit your usage limit.' } }),
      ],
      { kind: 'failed', reason: 'You have hit your usage limit.' },
    ],
    [
      'whose request was refused',
      [started(), asked(), complete({ error: { message: '{"error":{"type":"x","message":"no such thing"}}' } })],
      { kind: 'failed', reason: 'no such thing' },
    ],
    [
      'whose error is an event of its own',
      [started(), asked(), event({ type: 'error', message: 'broken' }), complete({ last_agent_message: null })],
      { kind: 'failed', reason: 'broken' },
    ],
    [
      'that Codex did not survive',
      [started(), asked(line, 'u1'), started('u2'), asked('else', 'u2')],
      { kind: 'interrupted' },
    ],
    [
      'before the one that has ended well',
      [
        started(),
        asked(line, 'u1'),
        aborted(),
        started('u2'),
        asked('else', 'u2'),
        complete({ last_agent_message: 'x' }, 'u2'),
      ],
      { kind: 'interrupted' },
    ],
    [
      'after one that failed',
      [
        started('u0'),
        asked('else', 'u0'),
        complete({ error: { message: 'e' } }, 'u0'),
        started(),
        asked(line, 'u1'),
        done,
      ],
      { kind: 'done', text: 'yes' },
    ],
    [
      'of a message that a person has asked about before',
      [started('u0'), asked('what is [HUMAN abcdefgh1]?', 'u0'), aborted('u0'), started(), asked(line, 'u1'), done],
      { kind: 'done', text: 'yes' },
    ],
    [
      'of a message whose text the client has changed',
      [started(), asked('[HUMAN abcdefgh1] hellothere!', 'u1'), aborted()],
      { kind: 'interrupted' },
    ],
    ['of another message', [started(), asked('[HUMAN abcdefgh2] hello there', 'u1'), aborted()], { kind: 'unknown' }],
    [
      'of a command that a person ran',
      [started(), asked(`<user_shell_command>echo ${line}</user_shell_command>`, 'u1'), aborted()],
      { kind: 'unknown' },
    ],
    ['in lines that are none', ['{"half', '', '"task_started"'], { kind: 'unknown' }],
  ];
  for (const [title, lines, turn] of cases) it(title, () => assert.deepEqual(codexTurn(lines, message), turn));
});

describe("a turn in Claude's transcript", () => {
  const message = { id: 'abcdefgh1', line, submission: { prompt: 'p1' } };
  const entry = (type: string, uuid: string, parentUuid: string | null, more: object) =>
    JSON.stringify({ parentUuid, isSidechain: false, type, uuid, ...more });
  const user = (uuid: string, parent: string | null, promptId: string, content: unknown) =>
    entry('user', uuid, parent, { promptId, message: { role: 'user', content } });
  const assistant = (uuid: string, parent: string, more: object = {}, text = 'yes') =>
    entry('assistant', uuid, parent, { message: { role: 'assistant', content: [{ type: 'text', text }] }, ...more });
  const over = (uuid: string, parent: string) => entry('system', uuid, parent, { subtype: 'turn_duration' });
  const asked = user('a', 'before', 'p1', line);
  const attached = entry('attachment', 'x', 'a', { attachment: { type: 'date' } });
  const result = user('r', 'b', 'p1', [{ type: 'tool_result', content: line }]);
  const stopped = (parent: string) =>
    user('s', parent, 'p1', [{ type: 'text', text: '[Request interrupted by user]' }]);
  const failure = { isApiErrorMessage: true, error: 'server_error' };

  const cases: [title: string, lines: string[], turn: Turn['kind']][] = [
    ['that has ended', [asked, assistant('b', 'a'), over('c', 'b')], 'done'],
    ['that goes on', [asked, attached, assistant('b', 'x'), result], 'running'],
    ['that the next prompt has followed', [asked, assistant('b', 'a'), user('n', 'b', 'p2', 'else')], 'done'],
    ['whose model failed', [asked, assistant('b', 'a', failure, 'API Error: 400'), over('c', 'b')], 'failed'],
    [
      'whose model failed and then answered',
      [asked, assistant('b', 'a', failure, 'API Error: too long'), assistant('c', 'b'), over('d', 'c')],
      'done',
    ],
    ['that a person interrupted', [asked, assistant('b', 'a'), stopped('b')], 'interrupted'],
    ['with nothing behind the prompt', [asked, attached], 'bare'],
    [
      'that Claude took out of the conversation',
      [asked, user('n', 'before', 'p2', 'else'), assistant('b', 'n')],
      'dropped',
    ],
    ['that was cut off by a crash', [asked, attached, user('n', 'x', 'p2', 'else')], 'running'],
    [
      'before one whose model failed',
      [asked, assistant('b', 'a'), user('n', 'b', 'p2', 'else'), assistant('d', 'n', failure)],
      'done',
    ],
    [
      'that came again, of which the hook has told',
      [user('a0', 'before', 'p0', line), user('a', 'before', 'p1', line), assistant('b', 'a'), over('c', 'b')],
      'done',
    ],
    [
      'of a sub-agent',
      [asked, entry('assistant', 'b', 'a', { isSidechain: true, message: { content: [{ text: 'yes' }] } })],
      'bare',
    ],
    [
      'in which it was typed while Claude was at work',
      [
        user('w', null, 'p0', 'work'),
        entry('attachment', 'q', 'w', { attachment: { type: 'queued_command', prompt: line } }),
        user('r', 'q', 'p0', [{ type: 'tool_result', content: 'x' }]),
      ],
      'running',
    ],
    ['of another message', [user('a', null, 'p7', '[HUMAN abcdefgh2] x')], 'unknown'],
    ['in lines that are none', ['{"type":"user"', '', '{"type":"user"}'], 'unknown'],
  ];
  for (const [title, lines, kind] of cases) it(title, () => assert.equal(claudeTurn(lines, message).kind, kind));

  it('is found without the name that the hook tells, at its last coming', () => {
    const lines = [
      user('a0', 'before', 'p0', line),
      user('a', 'before', 'p9', line),
      assistant('b', 'a'),
      over('c', 'b'),
    ];
    assert.equal(claudeTurn(lines, { ...message, submission: undefined }).kind, 'done');
  });

  it('names what the model said about its failure', () => {
    const turn = claudeTurn([asked, assistant('b', 'a', failure, 'API Error: 400 no such thing')], message);
    assert.equal(turnFailure(turn, 'Claude'), 'Claude could not answer: API Error: 400 no such thing');
  });
});

describe('a turn that came to nothing', () => {
  it('is reported with what to do next', () => {
    const failed = { id: 'abcdefgh1', reason: 'Codex could not answer: no.' };
    assert.equal(
      failureText({ ...failed, kind: 'talk' }),
      'Codex could not answer: no. Send it again with: party message resend abcdefgh1',
    );
    assert.equal(
      failureText({ ...failed, kind: 'review' }),
      'Codex could not answer: no. Ask again with: party review request',
    );
  });

  it('is no reason to keep a person from sending the message again', () => {
    const kinds = ['unknown', 'bare', 'dropped', 'interrupted', 'running'] as const;
    assert.deepEqual(
      kinds.map((kind) => isTaken({ kind })),
      [false, false, false, false, true],
    );
    assert.equal(isTaken({ kind: 'failed', reason: 'no' }), false);
    assert.equal(isTaken({ kind: 'done', text: undefined }), true);
  });
});

describe('a call of Codex', () => {
  const exec = (cmd: string) => JSON.stringify({ type: 'function_call', arguments: JSON.stringify({ cmd }) });
  for (const line of [
    'cat f.json',
    'cd /x && ls -l f.json',
    'jq . f.json | head -5; wc -c f.json',
    "sed -n '1,5p' f",
  ]) {
    it(`only reads: ${line}`, () => {
      assert.equal(onlyReads(exec(line)), true);
      const action = { type: 'exec', command: ['bash', '-lc', line] };
      assert.equal(onlyReads(JSON.stringify({ type: 'local_shell_call', action })), true);
    });
  }
  for (const line of [
    ...['cat > f.json', "cat > f.json <<'E'\n{}\nE", 'cat a | tee f.json', 'cp a f.json', 'cat f.json; mv a f.json'],
    ...['cat $(mv a f.json)', 'cat a\nmv a f.json', 'python3 x.py f.json', 'sed -i s/a/b/ f.json', 'cat', ''],
  ]) {
    it(`may write: ${line}`, () => assert.equal(onlyReads(exec(line)), false));
  }
  it('may write when its form is not known', () => {
    for (const call of [{ type: 'custom_tool_call', input: '*** Add File: f.json' }, { arguments: 'cat f' }, {}])
      assert.equal(onlyReads(JSON.stringify(call)), false);
  });
});
