// Writes the plan's events into the project's log.

import { type Actor, actorOf } from '../../core/base/actor.ts';
import type { PlanState } from '../../core/plan/plan.ts';
import type { planEvents } from '../../core/project/eventKinds.ts';
import type { Machine } from '../project/machine.ts';
import type { ProjectLog } from '../project/projectLog.ts';

export interface PlanRecord {
  readonly what: (typeof planEvents)[number];
  readonly state: Pick<PlanState, 'versions'> & { readonly hash?: string | null | undefined };
  /** By default, the last version of the state. */
  readonly version?: number;
  readonly reason?: string;
  /** Who decided this; by default, the user or agent that runs this program. */
  readonly actor?: Actor;
}

export async function recordPlan(
  { env }: Pick<Machine, 'env'>,
  log: ProjectLog,
  { what, state: { hash = null, versions }, ...more }: PlanRecord,
): Promise<void> {
  const version = versions.at(-1)?.version ?? 0;
  await log.append({ event: 'plan', actor: actorOf(env), what, version, hash, ...more });
}
