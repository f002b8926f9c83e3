// A small portion of `npm run fuzz`: what the plan gate allows changes nothing, and a weaker gate would be found out.

import assert from 'node:assert/strict';
import { fuzz, realGate, weakGates } from '../fuzz/planGate.ts';
import { pathWithRipgrep } from '../fuzz/ripgrep.ts';

const minutes = 60_000;
/** Always the same, so that a run can be repeated; `npm run fuzz` goes through others. */
const seed = 20_774;

describe('what the plan gate allows, run in hostile repositories', () => {
  it(`changes nothing (seed ${seed})`, async () => {
    const { ran, changes, hung } = await fuzz({ seed, lines: 1750, each: 0, path: pathWithRipgrep(), gate: realGate });
    assert.deepEqual({ changes, hung }, { changes: [], hung: [] });
    assert.ok(ran >= 1750);
  }).timeout(5 * minutes);

  for (const [name, gate] of Object.entries(weakGates)) {
    it(`would change something without ${name} (seed ${seed})`, async () => {
      const { changes } = await fuzz({ seed, lines: 4000, each: 0, path: pathWithRipgrep(), gate, first: true });
      assert.notEqual(changes.length, 0);
    }).timeout(5 * minutes);
  }
});
