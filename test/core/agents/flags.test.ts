import assert from 'node:assert/strict';
import { flagsOf, says } from '../../../src/core/agents/flags.ts';
import { findVersion, isAtLeast } from '../../../src/core/base/version.ts';

describe('what an agent says about itself', () => {
  it('finds the flags in both clients’ help', () => {
    const help = `  -c, --config <key=value>\n      --no-daemon\n  --allowedTools, --allowed-tools <tools...>\n see --config. a--b`;
    assert.deepEqual(flagsOf(help), ['--allowed-tools', '--allowedTools', '--config', '--no-daemon']);
  });

  for (const [text, version] of [
    ['2.1.325 (Claude Code)', '2.1.325'],
    ['codex-cli 0.166.0\n', '0.166.0'],
    ['codex-cli 0.167.0-alpha.2', '0.167.0'],
    ['no idea', undefined],
  ] as const) {
    it(`finds ${version} in ${JSON.stringify(text)}`, () => assert.equal(findVersion(text), version));
  }

  for (const [version, oldest, expected] of [
    ['0.130.0', '0.130.0', true],
    ['0.130', '0.130.0', true],
    ['0.129.9', '0.130.0', false],
    ['1.0.0', '0.130.0', true],
    ['0.99.0', '0.130.0', false],
    [undefined, '0.0.1', false],
  ] as const) {
    it(`${version} is ${expected ? '' : 'not '}at least ${oldest}`, () =>
      assert.equal(isAtLeast(version, oldest), expected));
  }

  it('recognizes --flag=value, and does not confuse it with a longer flag', () => {
    assert.ok(says(['--sandbox=read-only'], '-s', '--sandbox'));
    assert.ok(!says(['--sandboxed', '-sx'], '-s', '--sandbox'));
  });
});
