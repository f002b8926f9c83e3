// Stops of Claude while collab is on, through the hook as the client calls it, with a program in Codex's place.

import assert from 'node:assert/strict';
import { finds } from '../../support/parts/collab.ts';
import { half, newStopsProject, type StopsProject, still } from './support/collabStops.ts';

describe('a Stop while collab is on', function () {
  this.timeout(60_000);
  let at: StopsProject;
  beforeEach(() => {
    at = newStopsProject();
  });
  afterEach(() => at.dispose());

  it('goes from the design through all tasks, and ends by itself', async () => {
    await at.begin();
    const design = await at.stop();
    assert.match(design.block ?? '', /^Party: Codex flagged nothing in the design\.[\s\S]*Continue with task 1 of 2\./);
    assert.deepEqual(at.where(), still(1));

    at.write('src/half.js', half(0));
    const flagged = await at.stop(finds({}), { stop_hook_active: true });
    assert.match(flagged.block ?? '', /^Party: Codex flagged 1 issue in task 1 of 2, blocking\./);
    assert.match(flagged.block ?? '', /- c\d+r\d+-F1, src\/half\.js:1, critical, correctness\n\| Divides by zero/);
    assert.match(flagged.said ?? '', /^Party: Codex flagged 1 issue in task 1 of 2/);
    assert.deepEqual(at.where(), still(1, 1));

    at.write('src/half.js', half(2));
    const fixed = await at.stop({}, { stop_hook_active: true });
    assert.match(fixed.block ?? '', /flagged nothing in task 1 of 2\.[\s\S]*Continue with task 2 of 2\./);
    assert.deepEqual(at.where(), still(2));

    at.write('src/quarter.js', 'export const quarter = (n) => n / 4;\n');
    const last = await at.stop({}, { stop_hook_active: true });
    assert.equal(last.block, undefined);
    assert.match(last.said ?? '', /task 2 of 2.*collab is complete/);
    assert.equal(at.state()?.phase, 'complete');

    const prompts = at.calls().map(({ prompt }) => prompt);
    assert.equal(prompts.length, 4);
    assert.match(prompts[0] ?? '', /^# Design review/);
    assert.match(prompts[1] ?? '', /n \/ 0/);
    // Each of them sees what is new, and nothing that was reviewed before.
    assert.match(prompts[3] ?? '', /quarter\.js/);
    assert.doesNotMatch(prompts[3] ?? '', /half\.js/);
    // What was there before collab was started is not reviewed.
    for (const prompt of prompts) assert.doesNotMatch(prompt, /auth\.ts/);
    assert.deepEqual(at.whats(), ['started', 'reviewed', 'reviewed', 'reviewed', 'reviewed', 'completed']);
    assert.equal(at.reviews().length, 4);

    // The next Stop cleans up, and from then on there is nothing to do.
    assert.deepEqual(await at.stop(), { block: undefined, said: undefined });
    assert.equal(at.state(), undefined);
    assert.equal(at.git('for-each-ref', 'refs/party/collab'), '');
    assert.equal(at.reviews().length, 4);
  });
});
