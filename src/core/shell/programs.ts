// Which programs a Bash line runs, as far as known without running it: the words of each, and its directory. It looks
// into everything that runs something else (env, xargs, `bash -c`, eval, substitutions, functions …). What only the
// shell can tell is unknown, and the caller decides what that means. It never throws because of a line. Party has two readers of Bash
// because they answer opposite questions: this one lists everything that could run, for gates that let the rest pass;
// core/gates/plan/gateLexer.ts lists what certainly only reads, for the plan gate, which refuses the rest.

import { BrokenInstallation } from '../base/late/latePart.ts';
import { LineReader } from './lineReader.ts';
import type { Input } from './reading.ts';
import { type Given, startScope } from './scope.ts';
import type { ShellWord } from './word.ts';

export interface Invocation {
  /** The program and its arguments; never empty. */
  readonly words: readonly ShellWord[];
  /** The directories it may run in; null when unknown. */
  readonly places: readonly string[] | null;
  /** What it can read: its input, and the contents of `<(…)` files. */
  readonly input: Input;
  /** The variables that the line gives to it, if there are any. */
  readonly given?: readonly Given[];
}

/** A redirection into a file. */
export interface FileWrite {
  readonly target: ShellWord;
  readonly places: readonly string[] | null;
}

export interface ShellLine {
  readonly invocations: readonly Invocation[];
  readonly writes: readonly FileWrite[];
  /** What texts would run that the line hands to its programs, which may run them or only keep them. */
  readonly carried: readonly Invocation[];
  /** What the variables of the line make its programs run: EDITOR, PAGER, LESSOPEN. */
  readonly helpers: readonly Invocation[];
  /** False when part of the line could not be read, so that more may run than is listed. */
  readonly complete: boolean;
  /** The line is too long or too deep for the reader, although a shell might run it. */
  readonly limited: boolean;
}

export function readShellLine(line: string, place: { readonly cwd: string; readonly home: string | null }): ShellLine {
  const reader = new LineReader();
  try {
    reader.text(line, startScope(place.cwd, place.home));
  } catch (error) {
    if (error instanceof BrokenInstallation) throw error;
    // Too deeply nested for the parser or the reader.
    reader.limited = true;
  }
  const { invocations, writes, carried, helpers, broken, limited } = reader;
  return { invocations, writes, carried, helpers, complete: !broken && !limited, limited };
}

/** For an incomplete line that `mentions` something. A line over the limits may also hide the words. */
export function couldHide(line: ShellLine, text: string, mentions: (text: string) => boolean): boolean {
  return !line.complete && (mentions(text) || (line.limited && /[$`*?[{\\|]/.test(text)));
}
