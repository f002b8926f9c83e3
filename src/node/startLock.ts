// One start, restore or stop of a project at a time.

import { join } from 'node:path';
import { isPartyError, PartyError } from '../core/errors.ts';
import { withLock } from './lock.ts';

/** `project` is the project's directory under `$PARTY_HOME/projects`. */
export async function withStartLock<T>(
  project: string,
  signal: AbortSignal | undefined,
  action: () => Promise<T>,
): Promise<T> {
  const options = { waitMs: 30_000, ...(signal === undefined ? {} : { signal }) };
  try {
    return await withLock(join(project, 'start.lock'), options, action);
  } catch (error) {
    if (!isPartyError(error, 'LOCK_BUSY')) throw error;
    const holder = /process (\d+)/.exec(error.message)?.[1];
    throw new PartyError(
      'LOCK_BUSY',
      `Another start or stop of this project has been running for 30 s (process ${holder})`,
    );
  }
}
