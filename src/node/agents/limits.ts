// Keeps the last limit that an agent of a project has met, in `$PARTY_HOME/projects/<key>/limit-<role>.json`: the pane
// and `codex exec` share one account, so what one of them meets holds back both. A turn that goes well ends the limit.

import { join } from 'node:path';
import { AgentLimit, clockDriftMs, lasts, limitMet } from '../../core/agents/limits/limit.ts';
import { agentRoles } from '../../core/base/role.ts';
import type { FailedTurn } from '../../core/messages/turn.ts';
import type { Session } from '../../core/tmux/pane.ts';
import { partyPaths } from '../project/paths.ts';
import { readText, writeAtomic } from '../system/store.ts';

/** The project's directory in `$PARTY_HOME`; undefined for a session that Party did not start. */
export function projectOf(env: NodeJS.ProcessEnv, { project }: Pick<Session, 'project'>): string | undefined {
  return project === undefined ? undefined : join(partyPaths(env).home, 'projects', project);
}

/** The limit that holds the agent back now. */
export async function readLimit(project: string, role: string, now = Date.now()): Promise<AgentLimit | undefined> {
  const limit = await lastLimit(project, role, now);
  return limit !== undefined && lasts(limit, now) ? limit : undefined;
}

interface InSession {
  readonly env: NodeJS.ProcessEnv;
  readonly session?: Session | undefined;
}

export type Limits = ReadonlyMap<string, AgentLimit>;

/** The agents of a session that are limited now. */
export async function limitsOf({ env, session }: InSession): Promise<Limits> {
  const project = session && projectOf(env, session);
  if (project === undefined) return new Map();
  const found = await Promise.all(agentRoles.map(async (role) => [role, await readLimit(project, role)] as const));
  return new Map(found.flatMap(([role, limit]) => (limit === undefined ? [] : [[role, limit]])));
}

/** Returns the limit that a failed turn met; undefined when it failed for another reason. */
export async function noteFailure(
  project: string,
  role: string,
  { reason, at = Date.now(), resetsAt }: Omit<FailedTurn, 'kind'>,
): Promise<AgentLimit | undefined> {
  const before = await lastLimit(project, role);
  const { timeZone: zone } = Intl.DateTimeFormat().resolvedOptions();
  const limit = limitMet({ at, reason, resetsAt, zone }, before);
  // The hook and the agent's record tell about the same turn.
  if (limit === undefined || (before !== undefined && at <= Date.parse(before.at))) return limit && before;
  await writeLimit(project, role, limit);
  return limit;
}

/** `at` is when the provider was asked with success, or when it answered. */
export async function noteSuccess(project: string, role: string, at: number): Promise<void> {
  const limit = await lastLimit(project, role);
  if (limit === undefined || limit.tries === 0 || Date.parse(limit.at) > at) return;
  // The file stays, so that a look at the failed turn before does not bring the limit back.
  const over = new Date(at).toISOString();
  await writeLimit(project, role, { ...limit, at: over, until: over, tries: 0 });
}

async function lastLimit(project: string, role: string, now = Date.now()): Promise<AgentLimit | undefined> {
  try {
    const text = await readText(limitFile(project, role));
    if (text === undefined) return undefined;
    const limit = AgentLimit.safeParse(JSON.parse(text)).data;
    // This limit is from before the clock was set back. Next to it, every new limit would look old and would be
    // dropped.
    return limit !== undefined && Date.parse(limit.at) > now + clockDriftMs ? undefined : limit;
  } catch {
    return undefined;
  }
}

function writeLimit(project: string, role: string, limit: AgentLimit): Promise<void> {
  return writeAtomic(limitFile(project, role), `${JSON.stringify(limit)}\n`);
}

function limitFile(project: string, role: string): string {
  return join(project, `limit-${role}.json`);
}
