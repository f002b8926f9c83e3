// The plan's lines in the project's log.

import { type Actor, actorOf } from '../../core/base/actor.ts';
import type { PlanState } from '../../core/plan/plan.ts';
import type { planEvents } from '../../core/project/event.ts';
import type { ProjectLog } from '../project/projectLog.ts';

/** `actor` is whose word it is, when that is not whoever runs us. */
export async function recordPlan(
  { env }: { readonly env: NodeJS.ProcessEnv },
  log: ProjectLog,
  what: (typeof planEvents)[number],
  { hash = null, versions }: Pick<PlanState, 'versions'> & { readonly hash?: string | null | undefined },
  more: { readonly version?: number; readonly reason?: string; readonly actor?: Actor } = {},
): Promise<void> {
  const version = versions.at(-1)?.version ?? 0;
  await log.append({ event: 'plan', actor: actorOf(env), what, version, hash, ...more });
}
