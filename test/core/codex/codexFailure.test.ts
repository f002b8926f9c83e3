import assert from 'node:assert/strict';
import { PartyError } from '../../../src/core/base/errors.ts';
import { codexFailureIn, codexFailureOf } from '../../../src/core/codex/codexFailure.ts';

describe('a failure of Codex', () => {
  const asked = { model: 'gpt-9', effort: 'max', thread: '01a1e2c0-0b6e-7e80-8341-7e4ebd12d599' };
  for (const [reason, refused] of [
    [
      "Unsupported value: 'max' is not supported with the 'gpt-5.5' model. Supported values are: 'low'",
      'effort-refused',
    ],
    [
      '{"error":{"message":"Invalid value: \'max\'.","param":"reasoning.effort","code":"invalid_value"}}',
      'effort-refused',
    ],
    ['{"error":{"message":"Unknown","param":"reasoning.effort","code":"unsupported_value"}}', 'effort-refused'],
    ['{"detail":"The \'gpt-9\' model is not supported when using Codex with a ChatGPT account."}', 'model-refused'],
    [
      'unexpected status 404 Not Found: The model `gpt-9` does not exist or you do not have access to it.',
      'model-refused',
    ],
    ['{"error":{"message":"Project has no access to model gpt-9","code":"model_not_found"}}', 'model-refused'],
    ['The requested model does not exist', 'model-refused'],
    ['exceeded retry limit, last status: 429 Too Many Requests', undefined],
    ['Rate limit reached for model gpt-9: not available until 6:20', undefined],
    ["You've hit your usage limit for this model. It is not available until 6:20 AM.", undefined],
    ['Your input exceeds the context window of this model, which is not supported', undefined],
    ['unexpected status 503 Service Unavailable: model is not available', undefined],
    ['unexpected status 401 Unauthorized: Incorrect API key provided', undefined],
    ['We’re currently experiencing high demand, which may cause temporary errors.', undefined],
    ['no rollout found for thread id 01a1e2c0-0b6e-7e80-8341-7e4ebd12d599', 'thread-lost'],
    ['no saved session found with ID 01a1e2c0-0b6e-7e80-8341-7e4ebd12d599', 'thread-lost'],
    ["Invalid value: 'input_text'. Supported values are: 'output_text'", undefined],
    ['stream disconnected before completion', undefined],
  ] as const) {
    it(`is ${refused ?? 'nothing to decide by'}: ${reason.slice(0, 80)}`, () =>
      assert.equal(codexFailureIn(reason, asked), refused));
  }

  it('does not name a setting that was not given', () => {
    const none = {};
    assert.equal(codexFailureIn('The requested model does not exist', none), undefined);
    assert.equal(codexFailureIn('"param":"reasoning.effort"', none), undefined);
    assert.equal(codexFailureIn('no rollout found for thread id 01', none), undefined);
  });

  it('is read only from errors of Codex', () => {
    const error = new PartyError('COMMAND_FAILED', 'no', { details: { codex: 'thread-lost' } });
    assert.equal(codexFailureOf(error), 'thread-lost');
    const others = [
      new PartyError('COMMAND_FAILED', 'no rollout found'),
      new PartyError('COMMAND_FAILED', 'no', { details: { codex: 'tired' } }),
      new PartyError('TIMEOUT', 'no', { details: { codex: 'thread-lost' } }),
      new Error('thread-lost'),
    ];
    for (const other of others) assert.equal(codexFailureOf(other), undefined);
  });
});
