import assert from 'node:assert/strict';
import { singleFlight } from '../../../src/extension/ui/singleFlight.ts';

describe('a single flight', () => {
  function flights() {
    const landings: { resolve: () => void; reject: (error: Error) => void }[] = [];
    let running = 0;
    let most = 0;
    const fly = singleFlight(async () => {
      most = Math.max(most, ++running);
      await new Promise<void>((resolve, reject) => landings.push({ resolve, reject })).finally(() => running--);
    });
    const until = async (count: number) => {
      while (landings.length < count) await new Promise(setImmediate);
    };
    return { fly, landings, until, most: () => most };
  }

  it('runs once more for all requests during a run', async () => {
    const { fly, landings, until, most } = flights();
    const first = fly();
    const others = [fly(), fly(), fly()];
    landings[0]?.resolve();
    await first;
    await until(2);
    landings[1]?.resolve();
    await Promise.all(others);
    assert.deepEqual([landings.length, most()], [2, 1]);
  });

  it('answers only with a run that began after the request', async () => {
    const { fly, landings, until } = flights();
    const first = fly();
    let answered = false;
    const second = fly().then(() => {
      answered = true;
    });
    landings[0]?.resolve();
    await first;
    await until(2);
    assert.equal(answered, false);
    landings[1]?.resolve();
    await second;
  });

  it('runs again after a failure', async () => {
    const { fly, landings, until } = flights();
    const first = fly();
    const second = fly();
    landings[0]?.reject(new Error('crash'));
    await assert.rejects(first, /crash/);
    await until(2);
    landings[1]?.resolve();
    await second;
  });
});
