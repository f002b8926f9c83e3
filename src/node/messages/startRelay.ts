// Wakes the relay of a party, or starts one. A relay that is about to end must not miss a sender: the sender writes the
// wake file and then looks at the relay's lock; the relay releases its lock and then looks at the wake file.

import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startPartyDetached } from '../system/detached.ts';
import { makerMark } from '../system/drafts.ts';
import { isLocked } from '../system/lock.ts';
import { lockIn } from './mailboxLock.ts';

export const relayLock = 'relay';

/** `bundles` is the folder with the relay's program. Its start takes more than most messages do. */
export async function startRelay(stateDir: string, bundles: string, env: NodeJS.ProcessEnv): Promise<void> {
  await wakeRelay(stateDir);
  if (!(await isLocked(lockIn(stateDir, relayLock)))) startPartyDetached(bundles, ['relay'], env);
}

/** Tells a pausing relay to look now. Does nothing when no relay or no party runs. */
export async function wakeRelay(stateDir: string): Promise<void> {
  // The text differs each time, because two writes can get the same file time.
  if (existsSync(stateDir)) await writeFile(wakeFile(stateDir), makerMark(), { mode: 0o600 }).catch(() => {});
}

/** Another text after each call of `wakeRelay`. */
export function lastWake(stateDir: string): Promise<string> {
  return readFile(wakeFile(stateDir), 'utf8').catch(() => '');
}

function wakeFile(stateDir: string): string {
  return join(stateDir, 'relay.wake');
}
