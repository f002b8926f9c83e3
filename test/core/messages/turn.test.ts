// What the clients' own records say about a turn, in the forms that they really have (Claude Code 2.1.325, Codex 0.166.0).

import assert from 'node:assert/strict';
import { claudeTurn, claudeWentOn, lastClaudeTurn } from '../../../src/core/messages/claudeTurn.ts';
import { callOnlyReads, codexTurn, codexWentOn, lastCodexTurn } from '../../../src/core/messages/codexTurn.ts';
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
    ['in broken lines', ['{"half', '', '"task_started"'], { kind: 'unknown' }],
  ];
  for (const [title, lines, turn] of cases) it(title, () => assert.deepEqual(codexTurn(lines, message), turn));

  it('of a reminder is not the turn of the message before', () => {
    const reminder = { ...message, line: '[HUMAN abcdefgh1] Go on with the message abcdefgh1, reminder 1', limits: 1 };
    const before = [started(), asked(line, 'u1'), complete({ error: { message: '529' } })];
    assert.equal(codexTurn(before, reminder).kind, 'unknown');
    const after = [started('u2'), asked(`${reminder.line} !`, 'u2'), complete({ last_agent_message: 'yes' }, 'u2')];
    assert.equal(codexTurn([...before, ...after], reminder).kind, 'done');
    const changed = asked('[HUMAN abcdefgh1] Go on with abcdefgh1,reminder 1', 'u2');
    assert.equal(codexTurn([...before, started('u2'), changed], reminder).kind, 'running');
  });
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
    ['in broken lines', ['{"type":"user"', '', '{"type":"user"}'], 'unknown'],
  ];
  for (const [title, lines, kind] of cases) it(title, () => assert.equal(claudeTurn(lines, message).kind, kind));

  it('is found at the last mention of the message when the hook gives no id', () => {
    const lines = [
      user('a0', 'before', 'p0', line),
      user('a', 'before', 'p9', line),
      assistant('b', 'a'),
      over('c', 'b'),
    ];
    assert.equal(claudeTurn(lines, { ...message, submission: undefined }).kind, 'done');
  });

  it('of a reminder is not the turn of the message before', () => {
    const reminder = { ...message, line: '[HUMAN abcdefgh1] abcdefgh1, reminder 1', limits: 1, submission: undefined };
    const before = [asked, assistant('b', 'a', failure, 'API Error: 529')];
    assert.equal(claudeTurn(before, reminder).kind, 'unknown');
    const changed = user('n', 'b', 'p2', '[HUMAN abcdefgh1] go on: abcdefgh1, reminder 1');
    assert.equal(claudeTurn([...before, changed, assistant('c', 'n')], reminder).kind, 'running');
  });

  it('names what the model said about its failure', () => {
    const turn = claudeTurn([asked, assistant('b', 'a', failure, 'API Error: 400 no such thing')], message);
    assert.equal(turnFailure(turn, 'Claude'), 'Claude could not answer: API Error: 400 no such thing');
  });
});

describe('the last turn in a record', () => {
  const timestamp = '2026-11-17T18:00:00.000Z';
  const at = Date.parse(timestamp);
  const codex = (payload: object) => JSON.stringify({ timestamp, type: 'event_msg', payload });
  const started = codex({ type: 'task_started', turn_id: 'u' });
  const failed = codex({ type: 'task_complete', turn_id: 'u', error: { message: 'usage limit' } });
  const done = codex({ type: 'task_complete', turn_id: 'u', last_agent_message: 'yes' });
  const count = (primary: object, secondary: object | null) =>
    codex({ type: 'token_count', rate_limits: { primary, secondary } });
  const full = { used_percent: 100, resets_at: 1_794_960_000 };
  const claude = (type: string, text: string, more: object = {}) =>
    JSON.stringify({ timestamp, type, uuid: text, message: { content: [{ text }] }, ...more });

  it("of Codex, also one that a person began, and when it says so, until when the account's windows are used up", () => {
    assert.deepEqual(lastCodexTurn([started, done, started, failed]), { kind: 'failed', reason: 'usage limit', at });
    assert.deepEqual(lastCodexTurn([started, failed, started, done]), { kind: 'done', at });
    assert.equal(lastCodexTurn([started]), undefined);
    const windows = count({ used_percent: 40, resets_at: 1_800_000_000 }, full);
    const resetsAt = 1_794_960_000_000;
    assert.deepEqual(lastCodexTurn([started, windows, failed]), {
      kind: 'failed',
      reason: 'usage limit',
      at,
      resetsAt,
    });
    const old = codex({ type: 'error', message: 'broken' });
    const silent = codex({ type: 'task_complete', turn_id: 'u', last_agent_message: null });
    assert.deepEqual(lastCodexTurn([started, old, silent]), { kind: 'failed', reason: 'broken', at });
  });

  it('of Claude', () => {
    const error = claude('assistant', 'API Error: Repeated 529', { isApiErrorMessage: true });
    const said = claude('assistant', 'yes');
    assert.deepEqual(lastClaudeTurn([said, claude('user', 'x'), error]), {
      ...{ kind: 'failed', reason: 'API Error: Repeated 529', at },
    });
    assert.deepEqual(lastClaudeTurn([error, said, claude('user', 'x')]), { kind: 'done', at });
    assert.deepEqual(lastClaudeTurn([said, claude('assistant', 'e', { isApiErrorMessage: true, isSidechain: true })]), {
      ...{ kind: 'done', at },
    });
    assert.equal(lastClaudeTurn([claude('user', 'x'), 'not JSON']), undefined);
  });

  const asked = (message: string) => codex({ type: 'user_message', message, turn_id: 'u' });
  const error = codex({ type: 'error', message: 'broken' });
  const silent = codex({ type: 'task_complete', turn_id: 'u', last_agent_message: null });
  for (const [what, lines, went] of [
    ['after a turn that a person began', [started, asked('and now?'), done], true],
    ['when a turn of Party follows it', [started, asked('and now?'), done, started, asked(line), done], true],
    ['not after a turn that a message of Party began', [started, asked(line), done], false],
    ['not after a review', [started, asked('[CLAUDE] Review waiting. Read: /x/review-abcdefgh1.md'), done], false],
    ['not after a turn that failed', [started, asked('and now?'), failed], false],
    ['not after a turn with an error of its own line', [started, asked('and now?'), error, silent], false],
    ['not before the end of the turn', [started, asked('and now?')], false],
    ['not when the beginning of the turn is not known', [done], false],
  ] as const) {
    it(`of Codex shows that it went on ${what}`, () => {
      assert.equal(codexWentOn(lines, at - 1), went);
      assert.equal(codexWentOn(lines, at), false);
    });
  }

  const answer = claude('assistant', 'yes');
  for (const [what, lines, went] of [
    ['after a prompt of a person', [claude('user', 'and now?'), answer], true],
    ['when a message of Party follows', [claude('user', 'and now?'), answer, claude('user', line), answer], true],
    ['not after a message of Party', [claude('user', line), answer], false],
    ['not when the model failed', [claude('user', 'x'), claude('assistant', 'e', { isApiErrorMessage: true })], false],
    ['not when the prompt is not known', [answer], false],
  ] as const) {
    it(`of Claude shows that it went on ${what}`, () => {
      assert.equal(claudeWentOn(lines, at - 1), went);
      assert.equal(claudeWentOn(lines, at), false);
    });
  }
});

describe('a turn that failed', () => {
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

  it('does not prevent a person from sending the message again', () => {
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
      assert.equal(callOnlyReads(exec(line)), true);
      const action = { type: 'exec', command: ['bash', '-lc', line] };
      assert.equal(callOnlyReads(JSON.stringify({ type: 'local_shell_call', action })), true);
    });
  }
  for (const line of [
    ...['cat > f.json', "cat > f.json <<'E'\n{}\nE", 'cat a | tee f.json', 'cp a f.json', 'cat f.json; mv a f.json'],
    ...['cat $(mv a f.json)', 'cat a\nmv a f.json', 'python3 x.py f.json', 'sed -i s/a/b/ f.json', 'cat', ''],
  ]) {
    it(`may write: ${line}`, () => assert.equal(callOnlyReads(exec(line)), false));
  }
  it('may write when its form is not known', () => {
    for (const call of [{ type: 'custom_tool_call', input: '*** Add File: f.json' }, { arguments: 'cat f' }, {}])
      assert.equal(callOnlyReads(JSON.stringify(call)), false);
  });
});
