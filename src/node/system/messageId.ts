// Makes ids of messages. Review requests travel as messages and use the same ids.

import { randomHex } from './random.ts';

/** The id begins with the time, so that files sort in the order of writing. */
export function makeMessageId(): string {
  return `${Date.now().toString(36)}${Number.parseInt(randomHex(3), 16).toString(36).padStart(5, '0')}`;
}
