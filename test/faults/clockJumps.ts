// Lets the wall clock of `party` jump, forward or back, by seconds to years, before or during its work.

import { join } from 'node:path';
import type { Random } from '../fuzz/random.ts';
import { type MakeAct, managing, meetFaults, proving, reviewing, talking } from './acts.ts';
import { checkSwept, withGround } from './ground.ts';
import type { Fault, Scene } from './tally.ts';

const shiftedClock = join(import.meta.dirname, 'fixtures/shiftedClock.cjs');
const [second, day] = [1000, 86_400_000];
const acts: readonly MakeAct[] = [talking, reviewing, proving, managing];

export const clockJumps: Fault = {
  name: 'jumps of the wall clock',
  means:
    'a file that Node loads first (`--require`) moves Date by seconds to years, forward or back, before or while `party` and its relay work',
  promise: 'nothing is lost, doubled or approved by a jump; the chain of the log stays whole',
  async run(scene) {
    for (const [index, makeAct] of acts.entries()) {
      const times = Math.ceil((scene.times * (index + 1)) / acts.length);
      await withJumps(makeAct, { ...scene, times });
    }
  },
};

function withJumps(makeAct: MakeAct, scene: Scene): Promise<void> {
  const { random, tally } = scene;
  return withGround(async (at) => {
    await meetFaults(makeAct(at, scene), scene, (args) => {
      tally.injected++;
      // By the environment, so that a relay that it starts has the same clock.
      return at.call(args, { NODE_OPTIONS: `--require ${shiftedClock}`, ...jump(random) });
    });
    const { code, stderr } = await at.call(['sweep'], { NODE_OPTIONS: `--require ${shiftedClock}`, ...jump(random) });
    tally.holds('a sweep after a jump works', code === 0, stderr);
    const { session } = await at.status();
    tally.holds('a running party survives a sweep after a jump', session !== null);
    await checkSwept(at, tally);
  });
}

function jump(random: Random): Record<string, string> {
  const size = random.pick([second, 90 * second, day / 12, day, 40 * day, 400 * day, 20 * 365 * day]);
  const ms = Math.round(size * (0.5 + random.next())) * (random.chance(0.5) ? 1 : -1);
  return { CLOCK_JUMP_MS: String(ms), CLOCK_JUMP_AT: String(1 + random.below(6)) };
}
