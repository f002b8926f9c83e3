// Lets only one start, restore or stop of a project run at a time.

import { join } from 'node:path';
import { withLock } from '../system/lock.ts';

/** `project` is the project's directory under `$PARTY_HOME/projects`. */
export function withStartLock<T>(
  project: string,
  signal: AbortSignal | undefined,
  action: () => Promise<T>,
): Promise<T> {
  const what = 'The lock for starting and stopping parties of this project';
  return withLock(join(project, 'start.lock'), { what, waitMs: 30_000, ...(signal && { signal }) }, action);
}
