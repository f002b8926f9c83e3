// The file of a request: its text, then where the answer goes and how to report it. The pane's line says the same, but a
// program that knows nothing of Party may see only the file.

import { shellWord } from '../base/shellWord.ts';

export interface AnswerWay {
  /** The file for the answer. */
  readonly response: string;
  /** What to run when the answer is written. */
  readonly then: readonly string[];
}

const idForm = /^[a-z0-9]{8,24}$/;

/** Ids become file names and Party searches texts for them, so they have one form. */
export function isMessageId(text: string): boolean {
  return idForm.test(text);
}

const ruler = '\n\n---\nWrite your response to: ';

export function withAnswerWay(text: string, { response, then }: AnswerWay): string {
  const command = then.map(shellWord).join(' ');
  return `${text.trimEnd()}${ruler}${response}\nWhen it is written, run: ${command}\n`;
}

/** The text without what `withAnswerWay` has added. */
export function textIn(content: string): string {
  const end = content.lastIndexOf(ruler);
  return end === -1 ? content : content.slice(0, end);
}
