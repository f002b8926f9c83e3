// What a message is about, in a few words: lists show it as the name of the message.

import { oneLine } from '../base/outsideText.ts';
import type { Message } from './message.ts';
import { requestsNamedIn } from './paneLines.ts';

/** Enough to tell two messages apart in a narrow view. */
const longest = 60;

/** The first words of a text that says something: rulers, fences and the marks of a heading or a list are no words. */
export function firstWords(text: string): string {
  const lines = text.split('\n', 50).map((line) => oneLine(line.replace(/^[\s>#*+-]+/, ''), longest));
  return lines.find((line) => /[\p{L}\p{N}]/u.test(line) && !line.startsWith('```')) ?? '';
}

/** A reminder has an id of its own, and the findings file of the request that it is about. */
export function isReminder({ id, kind, response }: Pick<Message, 'id' | 'kind' | 'response'>): boolean {
  const [asked = id] = kind === 'review' && response !== undefined ? requestsNamedIn(response) : [];
  return asked !== id;
}
