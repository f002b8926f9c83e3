// Ids of messages, and of the requests of a review, which travel as messages.

import { randomBytes } from 'node:crypto';

/** Time first, so that files sort as they were written. */
export function makeMessageId(): string {
  return `${Date.now().toString(36)}${randomBytes(3).readUIntBE(0, 3).toString(36).padStart(5, '0')}`;
}
