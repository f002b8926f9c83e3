// The gate uses up a pass for one pull request. givePass.ts records the pass, and this file its use, both in the
// project's log.

import { actorOf } from '../../core/base/actor.ts';
import type { Pass } from '../../core/review/pass.ts';
import type { Machine } from '../project/machine.ts';
import { openProjectLog } from '../project/projectLog.ts';

/** False when another call has used it first. */
export async function usePass(
  { env, paths }: Pick<Machine, 'env' | 'paths'>,
  top: string,
  pass: Pass,
): Promise<boolean> {
  const log = openProjectLog(paths, top);
  return log.transaction(async (state) => {
    const { id, hash, base, branch, reason } = pass;
    const found = state.passes(branch).find((one) => one.id === id);
    if (found === undefined || found.usedAt !== null) return false;
    await log.append({ event: 'pass', actor: actorOf(env), what: 'used', pass: id, hash, base, branch, reason });
    return true;
  });
}
