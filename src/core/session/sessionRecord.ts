// The record of a party that may have ended: enough to list it and to restore it.

import { PartyError } from '../base/errors.ts';
import { listed } from '../base/listed.ts';
import * as z from '../base/schema.ts';
import { sessionId } from '../project/ids.ts';

const RecordedAgent = z.looseObject({ demo: z.boolean(), adapter: z.string() });

export const SessionRecord = z.looseObject({
  version: z.literal(1),
  id: z.string(),
  title: z.string(),
  cwd: z.string(),
  startedAt: z.string(),
  /** The time of the last restore. */
  restoredAt: z.optional(z.string()),
  /** The user asked for demo agents, although the real ones may be installed. */
  demo: z.optional(z.boolean()),
  /** Claude's permission mode, when the start named one. */
  permissionMode: z.optional(z.string()),
  /** The programs that played the roles. */
  agents: z.optional(z.record(z.string(), RecordedAgent)),
  /** The identities of the panes' processes. */
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
  const newestFirst = records.toSorted((a, b) => lastUse(b).localeCompare(lastUse(a)));
  const chosen = named === undefined ? newestFirst[0] : records.find((record) => record.id === sessionId(named));
  if (chosen !== undefined) return chosen;
  const ids = newestFirst.filter(({ id }) => !running.includes(id)).map(({ id }) => id);
  const what = named === undefined ? 'This project has had no party' : `There is no party ${sessionId(named)}`;
  const shown = listed(ids, 5);
  if (ids.length > 0) throw new PartyError('NO_SESSION', `${what}. These can be restored: ${shown}`);
  throw new PartyError('NO_SESSION', what, { next: [{ act: 'start' }] });
}

function lastUse({ startedAt, restoredAt }: SessionRecord): string {
  return restoredAt ?? startedAt;
}
