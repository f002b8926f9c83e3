// A human lets one pull request through. It is separate from pass.ts, so that the hooks do not load it.

import { randomBytes } from 'node:crypto';
import { refused } from '../../core/base/errors.ts';
import { fittingPass, type Pass } from '../../core/review/pass.ts';
import type { Machine } from '../project/machine.ts';
import { mustBeHumanWithReason } from '../tmux/caller.ts';
import { openReview } from './openReview.ts';

export interface GivenPass {
  readonly pass: Pass;
  /** False when this code had one already. */
  readonly changed: boolean;
}

/** For the code, the base and the branch as they are now. */
export async function givePass(machine: Machine, reason: string): Promise<GivenPass> {
  const refusal = 'Only the human lets a pull request through: ask for it, and wait';
  await mustBeHumanWithReason(machine, reason, { act: 'letThrough', refusal });
  const { log, transaction } = await openReview(machine);
  return transaction(async (_, { change, passes, log: trouble }) => {
    if (change === null || change.hash === null) throw refused('This is not a git repository');
    if (!change.baseKnown) {
      throw refused('Party does not know the base of this pull request', { act: 'requestAgainst' });
    }
    if (trouble?.broken) throw refused('Another program has changed the log', { act: 'anchorLog' });
    const known = fittingPass(passes, change);
    if (known !== undefined) return { pass: known, changed: false };
    const { hash, base, branch } = change;
    const id = randomBytes(8).toString('hex');
    await log.append({ event: 'pass', actor: 'human', what: 'given', pass: id, hash, base, branch, reason });
    const given = (await log.state()).passes(branch).find((one) => one.id === id);
    if (given === undefined) throw refused('The log does not have the pass', { act: 'checkLog' });
    return { pass: given, changed: true };
  });
}
