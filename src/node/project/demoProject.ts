// Which projects are copies of the demo project. When Party makes a copy, it notes that outside the project, so that no
// repository can claim to be one. The demo reviewer answers only in these projects, and only for demo agents.

import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { newestFirst, SessionRecord } from '../../core/session/sessionRecord.ts';
import { isRunning } from '../system/processIdentity.ts';
import { readText, writeAtomic } from '../system/store.ts';
import { type Paths, projectDirectory } from './paths.ts';

export async function noteDemoProject(paths: Paths, top: string): Promise<void> {
  await writeAtomic(noteOf(paths, top), `${JSON.stringify({ version: 1, top })}\n`);
}

export function isDemoProject(paths: Paths, top: string): boolean {
  return existsSync(noteOf(paths, top));
}

/**
 * True in a copy of the demo project whose parties have demo agents, so that nothing that the demo reviewer says counts for
 * a party with real agents.
 */
export async function isDemoParty(paths: Paths, top: string): Promise<boolean> {
  return isDemoProject(paths, top) && (await hasDemoAgents(paths, top));
}

/** All running parties of the project have demo agents. Without a running one, the last one decides. */
export async function hasDemoAgents(paths: Paths, top: string): Promise<boolean> {
  const records = newestFirst(await readRecords(join(projectDirectory(paths, top), 'sessions')));
  const running = records.filter(({ processes = [] }) => processes.some(isRunning));
  const deciding = running.length > 0 ? running : records.slice(0, 1);
  return deciding.length > 0 && deciding.every(({ demo }) => demo === true);
}

function noteOf(paths: Paths, top: string): string {
  return join(projectDirectory(paths, top), 'demo.json');
}

/** A record that cannot be read could be that of a party with real agents, so it counts as one without demo agents. */
async function readRecords(sessions: string): Promise<SessionRecord[]> {
  const ids = await readdir(sessions).catch(() => []);
  return Promise.all(ids.map((id) => readRecord(join(sessions, id, 'session.json'), id)));
}

async function readRecord(file: string, id: string): Promise<SessionRecord> {
  try {
    return SessionRecord.parse(JSON.parse((await readText(file)) ?? ''));
  } catch {
    return { version: 1, id, title: '', cwd: '', startedAt: '' };
  }
}
