// Checks the configurations for what an actor may do with tasks. Ignores `--config FILE`, because an agent with limits
// could name another file.

import { PartyError } from '../../core/base/errors.ts';
import { limitOf, type TaskVerb } from '../../core/tasks/permissions.ts';
import type { TaskActor } from '../../core/tasks/task.ts';
import type { Machine } from '../project/machine.ts';
import { type ActorIdentity, actorIdentity, configsOf } from './actor.ts';

/** Throws REFUSED unless all verbs are allowed. The message names the rule and what to do. */
async function checkPermission(
  machine: Pick<Machine, 'env' | 'cwd'>,
  { known }: ActorIdentity,
  verbs: readonly TaskVerb[],
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
  verbs: readonly TaskVerb[],
): Promise<TaskActor> {
  const identity = await actorIdentity(machine, given);
  await checkPermission(machine, identity, verbs);
  return identity.name;
}
