// The address of a finding: written by Party, and read from anywhere.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { extensionId, findingUri, linkOf, readFindingUri } from '../../../../src/core/findings/reading/findingLink.ts';
import { root } from '../../../runner/places.mjs';
import { finding } from '../../../support/reviews.ts';

/** As VS Code gives it to the handler of an extension. */
function parts(address: string): [path: string, query: string] {
  const { pathname, search } = new URL(address);
  return [decodeURIComponent(pathname), decodeURIComponent(search.slice(1))];
}

describe('the address of a finding', () => {
  it('names the extension as package.json does', () => {
    const { publisher, name } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    assert.equal(extensionId, `${publisher}.${name}`);
  });

  for (const key of ['r1-F1', 'd2r1-F1', 'c1r2-F3', 'r12-Größe.2', 'r1-F1-2', 'r3-a_b']) {
    it(`of ${key} is read as it was written`, () => {
      assert.deepEqual(readFindingUri(...parts(findingUri({ key }))), { key });
      assert.deepEqual(readFindingUri(...parts(findingUri({ key, change: 'mabc123-x' }, 'vscode-insiders:'))), {
        ...{ key, change: 'mabc123-x' },
      });
    });
  }

  it('is a plain one', () => {
    assert.equal(findingUri({ key: 'r1-F1' }), 'vscode://party.party/finding/r1-F1');
    assert.equal(findingUri({ key: 'r1-ä', change: 'q1' }), 'vscode://party.party/finding/r1-%C3%A4?change=q1');
  });

  it('names the change only where the key is not unique without it', () => {
    assert.deepEqual(linkOf(finding(), 'q1'), { key: 'r1-F1', change: 'q1' });
    assert.deepEqual(linkOf(finding(), null), { key: 'r1-F1' });
    assert.deepEqual(linkOf(finding({ key: 'd1r1-F1', document: 'docs/a.md' }), 'q1'), { key: 'd1r1-F1' });
    assert.deepEqual(linkOf(finding({ key: 'c1r1-F1', collab: 'task' }), 'q1'), { key: 'c1r1-F1' });
  });

  const bad: readonly [path: string, query: string][] = [
    ['/finding/', ''],
    ['/finding', ''],
    ['/findings/r1-F1', ''],
    ['/finding/F1', ''],
    ['/finding/r1-', ''],
    ['/finding/r1-F1/', ''],
    ['/finding/r1-F1/x', ''],
    ['/finding/../r1-F1', ''],
    ['/finding/r1-F1 ', ''],
    ['/finding/r1-F1\n', ''],
    ['/finding/r1-$(trash)', ''],
    ['/finding/r1-[x](command:party.stop)', ''],
    [`/finding/r1-${'x'.repeat(200)}`, ''],
    ['/finding/r1-F1', 'run=party.stop'],
    ['/finding/r1-F1', 'change='],
    ['/finding/r1-F1', 'change=../x'],
    ['/finding/r1-F1', 'change=a&change=b'],
    ['/', ''],
    ['', ''],
  ];
  for (const [path, query] of bad) {
    it(`is not ${JSON.stringify(`${path}?${query}`.slice(0, 60))}`, () => {
      assert.equal(readFindingUri(path, query), undefined);
    });
  }
});
