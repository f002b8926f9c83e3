// Finds the last party of a project that no longer runs and can be brought back.

import { existsSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { agentRoles } from '../../core/base/role.ts';
import { type EndedParty, lastEnded, lastUse, type SessionRecord } from '../../core/session/sessionRecord.ts';
import type { Machine } from '../project/machine.ts';
import { projectDirectory } from '../project/paths.ts';
import { isRunning } from '../system/processIdentity.ts';
import { findResumable } from './resumable.ts';
import { readRecords } from './sessionRecord.ts';

/** `live` has the ids of the running parties. */
export async function readEnded(
  { env, paths }: Pick<Machine, 'env' | 'paths'>,
  top: string,
  live: readonly string[],
): Promise<EndedParty | undefined> {
  const record = lastEnded(await readRecords(paths, top), { live, isRunning });
  if (record === undefined) return undefined;
  const project = projectDirectory(paths, top);
  const { id, title, stoppedAt, cwd } = record;
  const [at, resumable] = await Promise.all([lastSign(project, record), findResumable(env, project, id)]);
  return {
    ...{ id, title, at: stoppedAt ?? at },
    restorable: existsSync(cwd),
    unexpected: stoppedAt === undefined,
    conversations: agentRoles.filter((role) => resumable[role] !== undefined),
  };
}

/** The end itself leaves no trace. The agents' conversations and the messages show when the party was last alive. */
async function lastSign(project: string, record: SessionRecord): Promise<string> {
  const files = ['session.json', 'claude.json', 'codex.json', 'messages.jsonl'];
  const times = files.map(async (name) => {
    const found = await stat(join(project, 'sessions', record.id, name)).catch(() => undefined);
    return found?.mtime.toISOString() ?? '';
  });
  return [lastUse(record), ...(await Promise.all(times))].toSorted().at(-1) ?? lastUse(record);
}
