// Programs that break a promise on purpose, in the place of `party`: if the checks did not find them out, they would find
// out nothing.

import { Random } from '../fuzz/random.ts';
import { type MakeAct, type Meet, managing, meetFaults, proving, reviewing, talking } from './acts.ts';
import { type Ended, type Ground, withGround } from './ground.ts';
import { Tally } from './tally.ts';

interface Control {
  readonly act: MakeAct;
  readonly breaks: (at: Ground) => Meet;
}

/** Says that it is done, and does nothing. */
const doesNothing = (): Meet => async () => done;
const done: Ended = { code: 0, signal: null, stdout: '', stderr: '', isHung: false };

export const controls: Readonly<Record<string, Control>> = {
  'sends each message twice': {
    act: talking,
    breaks: (at) => async (args) => {
      await at.call(args);
      return await at.call(args);
    },
  },
  'acknowledges messages without sending them': { act: talking, breaks: doesNothing },
  'acknowledges tasks without writing them': { act: managing, breaks: doesNothing },
  'takes failed tests for passed ones': {
    act: proving,
    breaks: (at) => (args) => at.call([...args.slice(0, -1), 'true']),
  },
  'acknowledges approvals without giving them': { act: reviewing, breaks: doesNothing },
  'shows a stack': {
    act: managing,
    breaks: () => async () => ({
      ...done,
      code: 1,
      stderr: 'party: something went wrong inside Party: Error\n    at x',
    }),
  },
};

/** What the checks found out about it. */
export async function runControl({ act, breaks }: Control, seed: number): Promise<Tally> {
  const tally = new Tally();
  const scene = { random: new Random(seed), times: 6, tally };
  await withGround((at) => {
    const call = breaks(at);
    return meetFaults(act(at, scene), scene, (args) => {
      tally.injected++;
      return call(args);
    });
  });
  return tally;
}
