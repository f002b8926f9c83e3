import { createHash } from 'node:crypto';
import { sha256OfBytes, sha256OfText } from '../../core/base/sha256.ts';

/** A path has at most about this many characters. */
const short = 500;

/**
 * Every hook and verb asks for the hash of a path, and many for those of a few lines of a log. Loading crypto takes as
 * long as a tenth of a Node, and as long as hashing this many bytes here.
 */
let bytesLeft = 4096;

/** The hash in hexadecimal digits. */
export function sha256(data: string | Uint8Array): string {
  if (data.length <= short && data.length <= bytesLeft) {
    bytesLeft -= data.length;
    return typeof data === 'string' ? sha256OfText(data) : sha256OfBytes(data);
  }
  return createHash('sha256').update(data).digest('hex');
}
