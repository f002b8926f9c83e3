// The keys of a demo agent's terminal.

import assert from 'node:assert/strict';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { repository } from '../../support/sandbox.ts';

describe('the keys of a demo agent', () => {
  async function typed(...chunks: (string | number)[]): Promise<string[]> {
    const { readKeys } = await import(pathToFileURL(join(repository, 'resources/demo/keys.mjs')).href);
    const input = new PassThrough();
    const keys: string[] = [];
    readKeys(input, { text: (text: string) => keys.push(text), enter: () => keys.push('Enter'), end: () => {} });
    for (const chunk of chunks) {
      if (typeof chunk === 'number') await sleep(chunk);
      else input.write(chunk);
    }
    return keys;
  }

  it('are kept after Escape', async () => {
    // Longer than a terminal takes for a sequence.
    assert.deepEqual(await typed('\x1b', 100, 'n', '\r', 1), ['n', 'Enter']);
  });

  it('are no text when they are a sequence, also in two pieces', async () => {
    assert.deepEqual(await typed('\x1b', '[A', 'n', '\r', 1), ['n', 'Enter']);
    assert.deepEqual(await typed('\x1b[A\x1bOBn\r', 1), ['n', 'Enter']);
  });
});
