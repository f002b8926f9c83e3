// Reads the records of parties. They are below `$PARTY_HOME`, so what they say does not depend on the tmux server that
// the environment names. `node/session/sessionRecord.ts` writes them.

import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { SessionRecord } from '../../core/session/sessionRecord.ts';
import { readText } from '../system/store.ts';
import type { Paths } from './paths.ts';

/** The records of all projects, of past and present parties. */
export async function readAllRecords({ home }: Pick<Paths, 'home'>): Promise<SessionRecord[]> {
  const projects = join(home, 'projects');
  return (await Promise.all((await list(projects)).map((key) => readRecordsIn(join(projects, key))))).flat();
}

/** `project` is the project's directory in `$PARTY_HOME`. */
export async function readRecordsIn(project: string): Promise<SessionRecord[]> {
  const sessions = join(project, 'sessions');
  const records = await Promise.all((await list(sessions)).map((id) => readRecordIn(join(sessions, id))));
  return records.filter((record) => record !== undefined);
}

/** One that cannot be read must not stop what concerns the others, so it counts as broken (brokenRecords.ts). */
export async function readRecordIn(directory: string): Promise<SessionRecord | undefined> {
  try {
    return SessionRecord.parse(JSON.parse((await readText(join(directory, 'session.json'))) ?? ''));
  } catch {
    return undefined;
  }
}

async function list(directory: string): Promise<string[]> {
  return readdir(directory).catch(() => []);
}
