// The durable record of a party: `$PARTY_HOME/projects/<key>/sessions/<id>/`. It outlives tmux and a reboot, so that a
// party can be brought back. `session.json` is written here; the hooks put each agent's conversation beside it.

import { rm } from 'node:fs/promises';
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

export async function forgetSession(paths: Paths, top: string, id: string): Promise<void> {
  await rm(recordDirectory(paths, top, id), { recursive: true, force: true });
}

export function recordDirectory(paths: Paths, top: string, id: string): string {
  return join(projectDirectory(paths, top), 'sessions', id);
}
