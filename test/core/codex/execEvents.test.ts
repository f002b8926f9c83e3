import assert from 'node:assert/strict';
import {
  doingOf,
  failureAdvice,
  failureIn,
  lastWords,
  threadOf,
  threadTokensIn,
} from '../../../src/core/codex/execEvents.ts';

describe('what codex exec says', () => {
  for (const [event, doing] of [
    [{ type: 'thread.started', thread_id: 't' }, 'is reading the request'],
    [
      { type: 'item.started', item: { type: 'command_execution', command: "/bin/bash -lc 'git diff a b'" } },
      'runs git diff a b',
    ],
    [
      { type: 'item.completed', item: { type: 'reasoning', text: '**Reading**\n\u001b[31mthe login' } },
      'thinks: Reading [31mthe login',
    ],
    [{ type: 'item.completed', item: { type: 'agent_message', text: '{}' } }, 'has written something'],
    [{ type: 'error', message: 'Reconnecting... 1/5' }, 'Reconnecting... 1/5'],
    [{ type: 'item.completed', item: { type: 'command_execution', command: 'x' } }, undefined],
    [{ type: 'turn.completed', usage: {} }, undefined],
    [{ type: 'something.new', item: { type: 7 } }, undefined],
  ] as const) {
    it(`is shown as ${doing ?? 'nothing'}`, () => assert.equal(doingOf(JSON.stringify(event)), doing));
  }

  it('is ignored when it is not an event', () => {
    for (const line of ['', 'Reading additional input from stdin...', '{', '[]', 'null']) {
      assert.equal(doingOf(line), undefined);
    }
  });

  it('says why it failed, if necessary from an earlier warning', () => {
    const failed = '{"type":"error","message":"a"}\n{"type":"turn.failed","error":{"message":"b"}}\n';
    assert.equal(failureIn(failed), 'b');
    assert.equal(failureIn('{"type":"error","message":"a"}\nnoise\n'), 'a');
    assert.equal(failureIn('{"type":"turn.completed"}\n'), undefined);
  });

  it('says why it could not begin: in its last line, or in the error of a crash of Node', () => {
    const crash = [
      'node:fs:440',
      '    return binding.readFileUtf8(path, stringToFlags(options.flag));',
      'Error: EAGAIN: resource temporarily unavailable, read',
      '    at readFileSync (node:fs:440:20) {',
      "  code: 'EAGAIN'",
      '}',
      '',
      'Node.js v20.20.2',
    ];
    assert.equal(lastWords('a warning\nerror: unexpected argument\n'), 'error: unexpected argument');
    assert.equal(lastWords(crash.join('\n')), 'Error: EAGAIN: resource temporarily unavailable, read');
    assert.equal(lastWords('Node.js v20.20.2\n'), 'Node.js v20.20.2');
    assert.equal(lastWords(''), '');
  });

  for (const [title, said, tokens] of [
    ['what it has read and written', [{ input_tokens: 100, cached_input_tokens: 90, output_tokens: 7 }], 107],
    [
      'the last of several sums',
      [
        { input_tokens: 1, output_tokens: 1 },
        { input_tokens: 5, output_tokens: 1 },
      ],
      6,
    ],
    ['nothing when it does not say', [], null],
    ['nothing when it says something else', [{}, null, 'many'], null],
  ] as const) {
    it(`tells the tokens of its thread: ${title}`, () => {
      const lines = said.map((usage) => JSON.stringify({ type: 'turn.completed', usage }));
      assert.equal(threadTokensIn([...lines, 'noise', ''].join('\n')), tokens);
    });
  }

  it('says why it failed, whatever it reports about tokens', () => {
    assert.equal(failureIn('{"type":"turn.failed","usage":null,"error":{"message":"b"}}\n'), 'b');
  });

  it('names its thread', () => {
    assert.equal(threadOf('{"type":"x"}\n{"type":"thread.started","thread_id":"t1"}\n'), 't1');
    assert.equal(threadOf('{"type":"turn.started"}\n'), undefined);
  });

  for (const [reason, way] of [
    ['unexpected status 401 Unauthorized: Incorrect API key provided', /codex login/],
    ['exceeded retry limit, last status: 429 Too Many Requests', /in a while/],
    ['You’ve hit your usage limit. Try again at 6:20 AM.', /limit is over/],
    ['We’re currently experiencing high demand', /^Ask again$/],
    ['Connection failed: error sending request', /^Ask again$/],
    ["error: unexpected argument '--output-schema' found", /codex exec --help/],
  ] as const) {
    it(`has a way out of: ${reason}`, () => {
      const { advice, isWorthAsking } = failureAdvice(reason);
      assert.match(advice, way);
      assert.equal(isWorthAsking, !reason.includes('unexpected argument'));
    });
  }
});
