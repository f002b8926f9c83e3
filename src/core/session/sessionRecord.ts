// The record of a party that may have ended: enough to list it and to restore it.

import { PartyError } from '../base/errors.ts';
import { listed } from '../base/listed.ts';
import type { AgentRole } from '../base/role.ts';
import * as z from '../base/schema.ts';
import { sessionId } from '../project/ids.ts';

const RecordedAgent = z.looseObject({
  demo: z.boolean(),
  adapter: z.string(),
  /** When this agent alone was last restarted. */
  restartedAt: z.optional(z.string()),
  /** Party launched it in a sandbox in which it reads, and nothing in its command could loosen that. */
  readOnly: z.optional(z.boolean()),
  /** The identity of the process in its pane. */
  process: z.optional(z.string()),
});

export const SessionRecord = z.looseObject({
  version: z.literal(1),
  id: z.string(),
  title: z.string(),
  cwd: z.string(),
  startedAt: z.string(),
  /** The time of the last restore. */
  restoredAt: z.optional(z.string()),
  /** A person or a program stopped the party. Without it, a party that does not run has ended unexpectedly. */
  stoppedAt: z.optional(z.string()),
  /** The user asked for demo agents, although the real ones may be installed. */
  demo: z.optional(z.boolean()),
  /** Claude's permission mode, when the start named one. */
  permissionMode: z.optional(z.string()),
  /** The programs that played the roles. */
  agents: z.optional(z.record(z.string(), RecordedAgent)),
  /** The identities of the panes' processes. Missing when the start was killed before the party was complete. */
  processes: z.optional(z.array(z.string())),
});
export type SessionRecord = z.infer<typeof SessionRecord>;

/**
 * `running` has the ids of live parties. `records` has those of this project, or of all projects when the caller names
 * a party.
 */
export function chooseRecord(
  records: readonly SessionRecord[],
  running: readonly string[],
  named: string | undefined,
): SessionRecord {
  const sorted = newestFirst(records);
  const chosen = named === undefined ? sorted[0] : records.find((record) => record.id === sessionId(named));
  if (chosen !== undefined) return chosen;
  const ids = sorted.filter(({ id }) => !running.includes(id)).map(({ id }) => id);
  const what = named === undefined ? 'This project has had no party' : `There is no party ${sessionId(named)}`;
  const shown = listed(ids, 5);
  if (ids.length > 0) throw new PartyError('NO_SESSION', `${what}. These can be restored: ${shown}`);
  throw new PartyError('NO_SESSION', what, { next: [{ act: 'start' }] });
}

/** No agent can start in a directory that was removed or moved. */
export function directoryGone({ id, cwd }: Pick<SessionRecord, 'id' | 'cwd'>): PartyError {
  return new PartyError('NO_SESSION', `${id} worked in ${cwd}, which is gone`);
}

/** A party that no longer runs, as `party status` and the editor show it. */
export interface EndedParty {
  readonly id: string;
  readonly title: string;
  /** When it ended, or the last sign of it; ISO 8601. */
  readonly at: string;
  /** False when its directory is gone. */
  readonly restorable: boolean;
  /** It was not stopped: the machine, the tmux server or the session ended. */
  readonly unexpected: boolean;
  /** The agents that would continue their conversations. */
  readonly conversations: readonly AgentRole[];
}

/** The last party of a project, if it has ended. `records` are those of the project. */
export function lastEnded(
  records: readonly SessionRecord[],
  { live, isRunning }: { readonly live: readonly string[]; readonly isRunning: (identity: string) => boolean },
): SessionRecord | undefined {
  const complete = records.filter(({ processes }) => processes !== undefined);
  const [last] = newestFirst(complete);
  if (last === undefined || live.includes(last.id)) return undefined;
  const { processes = [] } = last;
  // Everything in it still runs, so it is on another tmux server.
  return processes.length > 0 && processes.every(isRunning) ? undefined : last;
}

/** The time since which no agent can work on a message to this receiver that was submitted before. */
export function renewedAt({ restoredAt, agents }: SessionRecord, to: string): string | undefined {
  return [restoredAt, agents?.[to]?.restartedAt]
    .filter((time) => time !== undefined)
    .toSorted()
    .at(-1);
}

export function lastUse({ startedAt, restoredAt }: SessionRecord): string {
  return restoredAt ?? startedAt;
}

/**
 * Times in ISO 8601 are in order when their characters are. localeCompare would load the rules of a language for that,
 * which takes a quarter of the start of a Node.
 */
export function newestFirst(records: readonly SessionRecord[]): SessionRecord[] {
  return records.toSorted((a, b) => (lastUse(a) < lastUse(b) ? 1 : lastUse(a) > lastUse(b) ? -1 : 0));
}
