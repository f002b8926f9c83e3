// Finds the project with a plan gate that a directory belongs to. The hook's shell script searches in the same way, so
// that both agree.

import { lstatSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gateFile } from '../../core/plan/plan.ts';
import { isRepository, type Paths, projectTop } from '../project/paths.ts';
import { isMarked } from './gateMarker.ts';

/** Undefined when there is none. A repository inside a gated project is a separate project. */
export function gatedTop(paths: Pick<Paths, 'home'>, directory: string): string | undefined {
  let start = directory;
  try {
    start = realpathSync(directory);
  } catch {
    // The directory is gone, but its parents may still exist.
  }
  for (let top = start; ; top = dirname(top)) {
    if (exists(join(top, gateFile)) || isMarked(paths, top)) return top;
    if (isRepository(top) || top === dirname(top)) return undefined;
  }
}

/** The top of a directory's project. Outside a repository, the folder of the gate marks it. */
export function topWithGate(paths: Pick<Paths, 'home'>, directory: string): string {
  return gatedTop(paths, directory) ?? projectTop(directory);
}

function exists(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch {
    // We may lack a permission that Claude has, so assume that the gate exists.
    return true;
  }
}
