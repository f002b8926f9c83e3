// A small portion of `npm run faults`: Party keeps its promises, and the checks find out a program that does not.

import assert from 'node:assert/strict';
import { controls, runControl } from '../faults/controls.ts';
import { kinds } from '../faults/kinds.ts';
import { Tally } from '../faults/tally.ts';
import { Random } from '../fuzz/random.ts';

/** Always the same, so that a run can be repeated; `npm run faults` goes through others. */
const seed = 4711;

describe('after a few faults', function () {
  this.timeout(240_000);

  for (const { name, run } of kinds()) {
    it(`Party keeps its promises: ${name} (seed ${seed})`, async () => {
      const tally = new Tally();
      await run({ random: new Random(seed), times: 4, tally });
      assert.deepEqual(tally.violations, []);
      assert.ok(tally.injected > 0 && tally.checked > 0, JSON.stringify(tally));
    });
  }

  for (const [name, control] of Object.entries(controls)) {
    it(`the checks find out a program that ${name}`, async () => {
      assert.notDeepEqual((await runControl(control, seed)).violations, []);
    });
  }
});
