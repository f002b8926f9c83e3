import { createHash } from 'node:crypto';
import { sha256OfText } from '../../core/base/sha256.ts';

/** A path has at most about this many characters. */
const short = 500;

/** The hash in hexadecimal digits. */
export function sha256(data: string | Uint8Array): string {
  // Every hook and verb asks for the hash of a path, and loading crypto takes as long as a tenth of a Node.
  if (typeof data === 'string' && data.length <= short) return sha256OfText(data);
  return createHash('sha256').update(data).digest('hex');
}
