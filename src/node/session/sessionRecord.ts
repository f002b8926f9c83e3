// The durable record of a party: `$PARTY_HOME/projects/<key>/sessions/<id>/`. It survives a reboot and the end of tmux,
// so that the party can be restored. This file writes `session.json`; the hooks add each agent's conversation beside
// it.

import { appendFile, mkdir, readlink, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { SessionRecord } from '../../core/session/sessionRecord.ts';
import { type Paths, projectDirectory } from '../project/paths.ts';
import { readRecordIn, readRecordsIn } from '../project/sessionRecords.ts';
import { isFsError, writeAtomic } from '../system/store.ts';

export async function recordSession(paths: Paths, top: string, record: SessionRecord): Promise<void> {
  await writeAtomic(
    join(recordDirectory(paths, top, record.id), 'session.json'),
    `${JSON.stringify(record, null, 2)}\n`,
  );
}

/** The records of all parties of a project, past and present. */
export function readRecords(paths: Paths, top: string): Promise<SessionRecord[]> {
  return readRecordsIn(projectDirectory(paths, top));
}

/** Undefined when there is no record, or a broken one. */
export async function readSessionRecord(paths: Paths, top: string, id: string): Promise<SessionRecord | undefined> {
  return readRecordIn(recordDirectory(paths, top, id));
}

const messageFolders = ['messages/to-codex', 'messages/to-claude', 'messages/open'];
const codexFolders = ['codex/outbox', 'codex/responses', 'codex/findings'];

/**
 * The record also holds the messages of the party and what Codex writes, so that a reboot loses none of it. The state
 * directory has links to them, because agents and users look there. Safe to repeat.
 */
export async function linkRecord(paths: Paths, top: string, id: string, stateDir: string): Promise<void> {
  const record = recordDirectory(paths, top, id);
  for (const folder of [...messageFolders, ...codexFolders])
    await mkdir(join(record, folder), { recursive: true, mode: 0o700 });
  await appendFile(join(record, 'messages.jsonl'), '', { mode: 0o600 });
  for (const name of ['messages', 'messages.jsonl', 'codex']) await linkTo(join(record, name), join(stateDir, name));
}

export async function forgetSession(paths: Paths, top: string, id: string): Promise<void> {
  await rm(recordDirectory(paths, top, id), { recursive: true, force: true });
}

function recordDirectory(paths: Paths, top: string, id: string): string {
  return join(projectDirectory(paths, top), 'sessions', id);
}

async function linkTo(target: string, link: string): Promise<void> {
  try {
    await symlink(target, link);
  } catch (error) {
    if (!isFsError(error, 'EEXIST') || (await readlink(link).catch(() => undefined)) !== target) throw error;
  }
}
