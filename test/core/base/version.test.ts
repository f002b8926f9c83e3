import assert from 'node:assert/strict';
import { findVersion, isAtLeast, isNewer } from '../../../src/core/base/version.ts';

describe('versions', () => {
  for (const [text, version] of [
    ['codex-cli 0.166.0', '0.166.0'],
    ['2.1.325 (Claude Code)', '2.1.325'],
    ['tmux 3.3a', '3.3'],
    ['tmux master', undefined],
  ] as const) {
    it(`are found in: ${text}`, () => assert.equal(findVersion(text), version));
  }

  const newer: [version: string, than: string, is: boolean][] = [
    ['0.10.0', '0.9.9', true],
    ['0.9.9', '0.10.0', false],
    ['1.0', '1.0.0', false],
    ['1.0.1', '1.0', true],
    ['2.0.0', '2.0.0', false],
    ['0.0.0', '0.1.0', false],
  ];
  for (const [version, than, is] of newer) {
    it(`${version} is ${is ? '' : 'not '}newer than ${than}`, () => assert.equal(isNewer(version, than), is));
  }

  it('that are unknown count as too old', () => {
    assert.equal(isAtLeast(undefined, '0.0.1'), false);
    assert.equal(isAtLeast('3.0', '3.0'), true);
    assert.equal(isAtLeast('2.9', '3.0'), false);
  });
});
