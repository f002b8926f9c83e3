// What the parts of the reader say to each other while they go through a line.

import type { Scope } from './scope.ts';
import { anything, type ShellWord } from './word.ts';

export interface Reading {
  /** A program runs here. */
  runs(words: readonly ShellWord[], scope: Scope, input?: Input): void;
  /** A text is read as a program by a shell here; what it sets and where it goes stays in `scope`. */
  text(text: string, scope: Scope): void;
  /** A text may be a program for a shell, or something else altogether. */
  guess(text: string, scope: Scope): void;
}

/** What a program reads from its input. */
export interface Input {
  /** The literal texts, each of which may be a program for a shell. */
  readonly texts: readonly string[];
  /** Something comes in that only running the line would tell, and that the line itself put together. */
  readonly hidden: boolean;
}

export const noInput: Input = { texts: [], hidden: false };

/** As eval does it: the words with blanks between them are a line of their own. */
export function readJoined(reading: Reading, words: readonly ShellWord[], scope: Scope): void {
  if (words.length === 0) return;
  if (words.some(({ value }) => value === null)) reading.runs([anything], scope);
  else reading.text(words.map(({ value }) => value).join(' '), scope);
}

/** By a shell that runs what comes in; each text may be all of it. */
export function readInput(reading: Reading, { texts, hidden }: Input, scope: (text: string) => Scope): void {
  for (const text of texts) reading.text(text, scope(text));
  if (hidden) reading.runs([anything], scope(''));
}
