// The locks of one mailbox, in its folder `locks`.

import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { PartyError } from '../../core/base/errors.ts';
import { type LockOptions, withLock } from '../system/lock.ts';
import { isFsError } from '../system/store.ts';

/** Never makes the mailbox itself: whoever comes late would leave a part of a state directory that has been removed. */
export async function withMailboxLock<T>(
  mailbox: string,
  name: string,
  options: LockOptions,
  action: () => Promise<T>,
): Promise<T> {
  for (const path of [join(mailbox, 'locks'), join(mailbox, 'locks', name)]) {
    await mkdir(path, { mode: 0o700 }).catch((error: unknown) => {
      if (isFsError(error, 'ENOENT')) throw new PartyError('NO_SESSION', `${mailbox} is gone: the party has ended`);
      if (!isFsError(error, 'EEXIST')) throw error;
    });
  }
  return withLock(join(mailbox, 'locks', name), { ...options, existing: true }, action);
}
