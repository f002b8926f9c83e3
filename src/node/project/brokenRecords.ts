// Finds records of parties that cannot be read. Other readers skip them, so the user must be told why a party is
// missing.

import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { SessionRecord } from '../../core/session/sessionRecord.ts';
import { readText } from '../system/store.ts';
import { type Paths, projectDirectory } from './paths.ts';

export interface BrokenRecord {
  /** The id of the party. */
  readonly id: string;
  readonly file: string;
}

/** The broken records of one project, or of all projects. */
export async function findBrokenRecords(paths: Paths, top?: string): Promise<BrokenRecord[]> {
  const all = join(paths.home, 'projects');
  const projects = top === undefined ? (await list(all)).map((key) => join(all, key)) : [projectDirectory(paths, top)];
  return (await Promise.all(projects.map(brokenIn))).flat();
}

async function brokenIn(project: string): Promise<BrokenRecord[]> {
  const sessions = join(project, 'sessions');
  const found = (await list(sessions)).map((id) => ({ id, file: join(sessions, id, 'session.json') }));
  const broken = await Promise.all(found.map(({ file }) => isBroken(file)));
  return found.filter((_, index) => broken[index]);
}

async function isBroken(file: string): Promise<boolean> {
  try {
    const text = await readText(file);
    return text !== undefined && !SessionRecord.safeParse(JSON.parse(text)).success;
  } catch {
    return true;
  }
}

async function list(directory: string): Promise<string[]> {
  return readdir(directory).catch(() => []);
}
