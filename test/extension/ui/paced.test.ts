import assert from 'node:assert/strict';
import { type Paced, paced } from '../../../src/extension/ui/paced.ts';
import { staysQuietFor } from '../../support/quiet.ts';
import { until } from '../../support/sandbox.ts';

describe('paced work', () => {
  let begins: number[];
  let ends: (() => void)[];
  let work: Paced;

  function pace(everyMs: number) {
    begins = [];
    ends = [];
    work = paced(async () => {
      begins.push(Date.now());
      await new Promise<void>((resolve) => ends.push(resolve));
    }, everyMs);
  }
  afterEach(() => work.dispose());
  const began = (count: number) => until(`${count} runs`, () => begins.length === count);

  it('begins at once', async () => {
    pace(10_000);
    work.nudge();
    await began(1);
  });

  it('runs one at a time, and once more for all requests during a run', async () => {
    pace(0);
    for (let i = 0; i < 3; i++) work.nudge();
    await began(1);
    for (let i = 0; i < 3; i++) work.nudge();
    await staysQuietFor(30, () => begins.length);
    assert.equal(begins.length, 1);
    ends[0]?.();
    await began(2);
    ends[1]?.();
    await staysQuietFor(30, () => begins.length);
    assert.equal(begins.length, 2);
  });

  it('begins at most once in its time', async () => {
    pace(200);
    work.nudge();
    await began(1);
    ends[0]?.();
    await new Promise((settled) => setImmediate(settled));
    work.nudge();
    await began(2);
    const [first = 0, second = 0] = begins;
    assert.ok(second - first >= 199, `${second - first} ms`);
  });

  it('stops when its owner is disposed', async () => {
    pace(50);
    work.nudge();
    await began(1);
    work.nudge();
    work.dispose();
    ends[0]?.();
    await staysQuietFor(100, () => begins.length);
    assert.equal(begins.length, 1);
  });
});
