// Takes the locks of one mailbox, which are in its folder `locks`.

import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { PartyError } from '../../core/base/errors.ts';
import { isLocked, type LockOptions, withLock } from '../system/lock.ts';
import { isFsError } from '../system/store.ts';

export function lockIn(mailbox: string, name: string): string {
  return join(mailbox, 'locks', name);
}

/** Never creates the mailbox itself: a late process would create a part of a removed state directory again. */
export async function withMailboxLock<T>(
  mailbox: string,
  name: string,
  options: LockOptions,
  action: () => Promise<T>,
): Promise<T> {
  for (const path of [join(mailbox, 'locks'), lockIn(mailbox, name)]) {
    await mkdir(path, { mode: 0o700 }).catch((error: unknown) => {
      if (isFsError(error, 'ENOENT')) throw new PartyError('NO_SESSION', `${mailbox} is gone: the party has ended`);
      if (!isFsError(error, 'EEXIST')) throw error;
    });
  }
  return withLock(lockIn(mailbox, name), { ...options, existing: true }, action);
}

const askingLock = 'asking';

/**
 * Holds back the messages that tell Claude to ask Codex again, while `act` asks Codex itself and then cancels them. Else a
 * relay could deliver one in between, and Claude would ask twice.
 */
export async function whileAsking<T>(mailbox: string, act: () => Promise<T>): Promise<T> {
  let began = false;
  try {
    return await withMailboxLock(mailbox, askingLock, { waitMs: 0 }, () => {
      began = true;
      return act();
    });
  } catch (error) {
    if (began) throw error;
    // Another process asks too, or there is no lock to be had: neither keeps this one from asking.
    return act();
  }
}

export function isAsking(mailbox: string): Promise<boolean> {
  return isLocked(lockIn(mailbox, askingLock));
}
