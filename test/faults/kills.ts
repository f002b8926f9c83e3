// Kills `party` with -9 at one of its changes of files or starts of programs.

import { type MakeAct, managing, meetFaults, proving, reviewing, talking } from './acts.ts';
import { checkSwept, withGround } from './ground.ts';
import type { Fault, Scene } from './tally.ts';

const means = 'at a change of a file, in the middle of a write, or at the start of a program';

export const kills: readonly Fault[] = [
  {
    ...{ name: 'kill -9 of `party talk`', means, run: killing(talking) },
    promise: 'each message arrives once, or was never written; acknowledged ones arrive; their order is kept',
  },
  {
    ...{ name: 'kill -9 of `party review request`, `complete`, `approve`', means, run: killing(reviewing) },
    promise: 'the round is old or new; nothing is approved that was not; the review can go on',
  },
  {
    ...{ name: 'kill -9 of `party evidence run`', means, run: killing(proving) },
    promise: 'tests that fail are no evidence; acknowledged evidence counts; the tests can be run again',
  },
  {
    ...{ name: 'kill -9 of `party pm`', means, run: killing(managing) },
    promise: 'a change is made once or not at all; the files hold what the events add up to',
  },
];

function killing(makeAct: MakeAct) {
  return (scene: Scene): Promise<void> =>
    withGround(async (at) => {
      const { random, tally } = scene;
      await meetFaults(makeAct(at, scene), scene, async (args) => {
        const ended = await at.signalled('SIGKILL', random, args).ended;
        if (ended.signal === 'SIGKILL') tally.injected++;
        return ended;
      });
      await checkSwept(at, tally);
    });
}
