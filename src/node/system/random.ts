// Random bytes for names, and ids made of them. The bytes come from the system itself, because loading crypto takes a
// tenth of the time in which Node starts.

import { randomBytes as ofCrypto } from 'node:crypto';
import { closeSync, openSync, readSync } from 'node:fs';

export function randomBytes(count: number): Buffer {
  try {
    const file = openSync('/dev/urandom', 'r');
    try {
      const bytes = Buffer.alloc(count);
      if (readSync(file, bytes) === count) return bytes;
    } finally {
      closeSync(file);
    }
  } catch {}
  return ofCrypto(count);
}

/** For messages, and for review requests, which travel as messages. The time first, so that files sort in the order of writing. */
export function makeMessageId(): string {
  return `${Date.now().toString(36)}${randomBytes(3).readUIntBE(0, 3).toString(36).padStart(5, '0')}`;
}
