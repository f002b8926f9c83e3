// The human confirms that a pull request needs less. It is separate from policy.ts, so that the hooks do not load it.

import { refused } from '../../core/base/errors.ts';
import { loosens, policyHash, policyOf, strictPolicy } from '../../core/review/policy.ts';
import { loadUserConfig } from '../project/configFiles.ts';
import type { Machine } from '../project/machine.ts';
import { openUserLog } from '../project/projectLog.ts';
import { mustBeHuman } from '../tmux/caller.ts';
import { heldPolicy, recorded } from './policy.ts';

export interface Confirmed {
  readonly hash: string;
  /** False when there was nothing to confirm. */
  readonly changed: boolean;
}

/** `hash` is of the policy that the human looked at. */
export async function confirmPolicy({ env, paths }: Pick<Machine, 'env' | 'paths'>, hash?: string): Promise<Confirmed> {
  await mustBeHuman({ env, paths }, 'Only the human confirms that less is required: ask for it, and wait');
  const policy = policyOf((await loadUserConfig(env)).gates);
  const found = policyHash(policy);
  if (hash !== undefined && hash !== found) {
    throw refused('The configuration has changed since you looked at it. Nothing was confirmed: look at it again', {
      act: 'showPolicy',
    });
  }
  const log = openUserLog(paths);
  return log.transaction(async () => {
    if (!loosens(policy, (await heldPolicy(log)) ?? strictPolicy)) return { hash: found, changed: false };
    // Another program has changed the log. The human has just said what counts.
    if ((await log.health()).broken) {
      await log.append({ event: 'anchored', actor: 'human', reason: 'The policy of the gates is confirmed again' });
    }
    await log.append({ event: 'policy', actor: 'human', what: 'confirmed', hash: found, policy: recorded(policy) });
    return { hash: found, changed: true };
  });
}
