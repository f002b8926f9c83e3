// The mark that a plan gate is on, outside the project: `$PARTY_HOME/gates/<path of the project>/.party-gate`. gate.json
// is in the project, where `git clean -xfd` and `git stash -u` remove it; that does not turn the gate off. The path of
// the project is the path of the mark, so that a shell script can test for it.

import { lstatSync } from 'node:fs';
import { rm, rmdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { gateMark, gateMarks } from '../../core/plan/plan.ts';
import type { Paths } from '../project/paths.ts';
import { isFsError, readText, writeAtomic } from '../system/store.ts';

/** True also when the file system refuses to say. */
export function isMarked({ home }: Pick<Paths, 'home'>, top: string): boolean {
  try {
    return lstatSync(markOf(home, top), { throwIfNoEntry: false }) !== undefined;
  } catch (error) {
    return !isFsError(error, 'ENOTDIR');
  }
}

/** The mark has the same content as gate.json. */
export function writeMark({ home }: Pick<Paths, 'home'>, top: string, gate: string): Promise<void> {
  return writeAtomic(markOf(home, top), gate);
}

export async function readMark({ home }: Pick<Paths, 'home'>, top: string): Promise<string | undefined> {
  return readText(markOf(home, top));
}

/** Also removes the folders that are empty then. */
export async function removeMark({ home }: Pick<Paths, 'home'>, top: string): Promise<void> {
  const mark = markOf(home, top);
  await rm(mark, { force: true });
  for (let folder = dirname(mark); folder.startsWith(join(home, gateMarks)); folder = dirname(folder)) {
    try {
      await rmdir(folder);
    } catch {
      return;
    }
  }
}

function markOf(home: string, top: string): string {
  return join(home, gateMarks, top, gateMark);
}
