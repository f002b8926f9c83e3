// The durable record of a party: `$PARTY_HOME/projects/<key>/sessions/<id>/`. It outlives tmux and a reboot, so that a
// party can be brought back. `session.json` is written here; the hooks put each agent's conversation beside it.

import { appendFile, mkdir, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { type Paths, projectDirectory } from './paths.ts';
import { writeAtomic } from './store.ts';

export interface SessionRecord {
  readonly id: string;
  readonly title: string;
  readonly cwd: string;
  readonly startedAt: string;
}

export async function recordSession(paths: Paths, top: string, record: SessionRecord): Promise<void> {
  const content = { version: 1, ...record };
  await writeAtomic(
    join(recordDirectory(paths, top, record.id), 'session.json'),
    `${JSON.stringify(content, null, 2)}\n`,
  );
}

/**
 * The messages of a party lie here too, so that a reboot loses none of them. The state directory has links to them,
 * because that is where agents and people look.
 */
export async function linkMessages(paths: Paths, top: string, id: string, stateDir: string): Promise<void> {
  const record = recordDirectory(paths, top, id);
  for (const box of ['to-codex', 'to-claude'])
    await mkdir(join(record, 'messages', box), { recursive: true, mode: 0o700 });
  await appendFile(join(record, 'messages.jsonl'), '', { mode: 0o600 });
  for (const name of ['messages', 'messages.jsonl']) await symlink(join(record, name), join(stateDir, name));
}

export async function forgetSession(paths: Paths, top: string, id: string): Promise<void> {
  await rm(recordDirectory(paths, top, id), { recursive: true, force: true });
}

export function recordDirectory(paths: Paths, top: string, id: string): string {
  return join(projectDirectory(paths, top), 'sessions', id);
}
