// What the parts of the reader tell each other while they read a line.

import type { Scope } from './scope.ts';
import { anything, type ShellWord } from './word.ts';

export interface Reading {
  /** Notes a program that runs. */
  runs(words: readonly ShellWord[], scope: Scope, input?: Input): void;
  /** Reads text that a shell runs here; its variables and directory stay in `scope`. */
  text(text: string, scope: Scope): void;
  /** Reads text that may be a shell program or something else entirely. */
  guess(text: string, scope: Scope): void;
  /** Reads a text that the program may run or only keep; it proves something only if a known program begins it. */
  carry(text: string, scope: Scope): void;
  /** Reads a line that a variable of the line makes a program run: the value of EDITOR. */
  help(text: string, scope: Scope): void;
}

/** What a program reads from its input. */
export interface Input {
  /** The literal texts, each of which may be a shell program. */
  readonly texts: readonly string[];
  /** The line itself produces input that is known only by running it. */
  readonly hidden: boolean;
  /** The files whose contents it is: `< x.sh`, `cat x.sh |`. */
  readonly files: readonly ShellWord[];
}

export const noInput: Input = { texts: [], hidden: false, files: [] };

/** As eval does: joins the words with spaces and reads them as a line. */
export function readJoined(reading: Reading, words: readonly ShellWord[], scope: Scope): void {
  if (words.length === 0) return;
  if (words.some(({ value }) => value === null)) reading.runs([anything], scope);
  else reading.text(words.map(({ value }) => value).join(' '), scope);
}

/** For a shell that runs its input; each text may be the whole input. */
export function readInput(reading: Reading, { texts, hidden }: Input, scope: (text: string) => Scope): void {
  for (const text of texts) reading.text(text, scope(text));
  if (hidden) reading.runs([anything], scope(''));
}
