import assert from 'node:assert/strict';
import { isPartyError } from '../../../src/core/base/errors.ts';
import { mergeConfig, parseConfig } from '../../../src/core/config/config.ts';

describe('parseConfig', () => {
  for (const [title, content, message] of [
    ['broken JSON', '{"agents": ', /f\.json: is not valid JSON/],
    ['a list', '[]', /f\.json: the whole file: expected an object/],
    [
      'a command that is a string',
      '{"agents":{"claude":{"command":"claude --x"}}}',
      /agents\.claude\.command: expected a list of words/,
    ],
    [
      'an empty command',
      '{"agents":{"claude":{"command":[]}}}',
      /agents\.claude\.command: expected at least the program/,
    ],
    [
      'a word that is a number',
      '{"agents":{"claude":{"command":["a",1]}}}',
      /agents\.claude\.command\.1: expected a word/,
    ],
    [
      'an unknown adapter',
      '{"agents":{"x":{"adapter":"gemini"}}}',
      /agents\.x\.adapter: expected one of "claude", "codex", "generic"/,
    ],
    ['a negative timeout', '{"defaults":{"timeout":-1}}', /defaults\.timeout: expected more than 0 milliseconds/],
    ['half a line', '{"defaults":{"captureLines":1.5}}', /defaults\.captureLines: expected a whole number/],
    [
      'a mistyped key',
      '{"agents":{"claude":{"comand":["x"]}}}',
      /agents\.claude\.comand: unknown key; did you mean agents\.claude\.command\?/,
    ],
    ['a mistyped key below defaults', '{"defaults":{"timout":3}}', /defaults\.timout: .*defaults\.timeout/],
    ['a mistyped top key', '{"preambelMode":"always"}', /preambelMode: .*preambleMode/],
    ['half a round', '{"budget":{"rounds":1.5}}', /budget\.rounds: expected a whole number of rounds/],
    ['no minutes at all', '{"budget":{"minutes":0}}', /budget\.minutes: expected at least 1 minute/],
    ['a mistyped key of the budget', '{"budget":{"token":5}}', /budget\.token: .*budget\.tokens/],
    ['agents that are a list', '{"agents":[]}', /agents: expected an object of agents/],
  ] as const) {
    it(`names file, key and form for ${title}`, () => {
      assert.throws(
        () => parseConfig(content, 'f.json'),
        (error) => isPartyError(error, 'CONFIG_INVALID') && message.test(error.message),
      );
    });
  }

  it('ignores keys of other programs', () => {
    assert.equal(parseConfig('{"somebodyElses": 1}', 'f.json')['somebodyElses'], 1);
  });

  it('reads the registry form of tmux-team', () => {
    const layer = parseConfig('{"codex":{"pane":"1.1","remark":"r"},"$config":{"preambleMode":"disabled"}}', 'f.json');
    assert.deepEqual(layer.agents, { codex: { pane: '1.1', remark: 'r' } });
    assert.equal(layer.preambleMode, 'disabled');
  });
});

describe('mergeConfig', () => {
  it('lets later layers win, key by key', () => {
    const config = mergeConfig([
      { defaults: { timeout: 5, captureLines: 7 }, agents: { claude: { command: ['a', 'b'], remark: 'r' } } },
      { defaults: { timeout: 9 }, agents: { claude: { command: ['c'] } } },
    ]);
    assert.deepEqual(config.defaults, { timeout: 9, pollInterval: 1000, captureLines: 7 });
    assert.deepEqual(config.agents, { claude: { command: ['c'], remark: 'r' } });
  });

  it('cannot change a prototype', () => {
    mergeConfig([JSON.parse('{"__proto__": {"polluted": true}, "agents": {"__proto__": {"polluted": true}}}')]);
    assert.equal(({} as Record<string, unknown>)['polluted'], undefined);
  });
});
