// Random names. From the system's own source, because loading crypto takes as long as a tenth of a Node.

import { randomBytes } from 'node:crypto';
import { closeSync, openSync, readSync } from 'node:fs';

/** Two hexadecimal digits for each byte. */
export function randomHex(bytes: number): string {
  return (fromSystem(bytes) ?? randomBytes(bytes)).toString('hex');
}

/** Undefined where there is no such file, as in a container without devices. */
function fromSystem(bytes: number): Buffer | undefined {
  let file: number | undefined;
  try {
    file = openSync('/dev/urandom', 'r');
    const buffer = Buffer.alloc(bytes);
    return readSync(file, buffer, 0, bytes, null) === bytes ? buffer : undefined;
  } catch {
    return undefined;
  } finally {
    if (file !== undefined) closeSync(file);
  }
}
