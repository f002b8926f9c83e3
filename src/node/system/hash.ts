import { createHash } from 'node:crypto';
import { sha256OfFew } from '../../core/base/sha256.ts';

/** As much as several paths and lines of a log: crypto is faster with more, once it is loaded. */
let left = 4000;

/** The hash in hexadecimal digits. */
export function sha256(data: string | Uint8Array): string {
  // Every hook and verb asks for the hash of a path, and loading crypto takes as long as a tenth of a Node.
  left -= data.length;
  return left > 0 ? sha256OfFew(data) : createHash('sha256').update(data).digest('hex');
}
