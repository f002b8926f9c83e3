// Makes ids of messages. Review requests travel as messages and use the same ids.

import { randomBytes } from './random.ts';

/** The id begins with the time, so that files sort in the order of writing. */
export function makeMessageId(): string {
  return `${Date.now().toString(36)}${randomBytes(3).readUIntBE(0, 3).toString(36).padStart(5, '0')}`;
}
