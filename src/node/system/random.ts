// Random bytes for names and ids. From the system itself, because loading crypto takes as long as a tenth of a Node.

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
