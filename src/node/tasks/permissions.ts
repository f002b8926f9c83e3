// Checks the configurations for what an actor may do with tasks. Ignores `--config FILE`, because an agent with limits
// could name another file.

import { PartyError } from '../../core/base/errors.ts';
import { limitOf, type PmVerb } from '../../core/tasks/permissions.ts';
import type { PmActor } from '../../core/tasks/task.ts';
import type { Machine } from '../project/machine.ts';
import { configsOf, type PmIdentity, pmIdentity } from './actor.ts';

/** Throws REFUSED unless all verbs are allowed. The message names the rule and what to do. */
export async function checkPermission(
  machine: Pick<Machine, 'env' | 'cwd'>,
  { known }: PmIdentity,
  verbs: readonly PmVerb[],
): Promise<void> {
  const tables = (await configsOf(machine)).flatMap(({ pm }) => pm.permissions);
  for (const verb of verbs) {
    const limit = limitOf(tables, known, verb);
    if (limit === undefined) continue;
    const { agent, rule, allow } = limit;
    throw new PartyError(
      'REFUSED',
      `${agent} may not do ${verb}: pm.permissions.${rule}.allow has only ${allow.join(', ') || 'an empty list'}. Ask the human to do it, or to add "${verb}" to ~/.tmux-team/config.json or tmux-team.json, whichever limits it`,
    );
  }
}

/** The name of the actor, if it may do all of this; else throws REFUSED. */
export async function actorFor(
  machine: Pick<Machine, 'env' | 'cwd'>,
  given: string | undefined,
  verbs: readonly PmVerb[],
): Promise<PmActor> {
  const identity = await pmIdentity(machine, given);
  await checkPermission(machine, identity, verbs);
  return identity.name;
}
