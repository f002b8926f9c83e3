// The project with a plan gate that a directory belongs to. The script of the hook looks the same way, so that both agree.

import { lstatSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gateFile } from '../../core/plan/plan.ts';
import { isRepository } from '../project/paths.ts';

/** Undefined when there is none. A repository inside of a gated project is a project of its own. */
export function gatedTop(directory: string): string | undefined {
  let start = directory;
  try {
    start = realpathSync(directory);
  } catch {
    // It is gone; what is above it may still be there.
  }
  for (let top = start; ; top = dirname(top)) {
    if (exists(join(top, gateFile))) return top;
    if (isRepository(top) || top === dirname(top)) return undefined;
  }
}

function exists(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch {
    // What is in the way may be in the way of us alone.
    return true;
  }
}
