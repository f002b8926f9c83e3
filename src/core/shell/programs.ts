// Which programs a line of Bash runs, as far as that can be known without running it: the words of each, and where it
// runs. It looks into whatever runs something else (env, xargs, `bash -c`, eval, substitutions, functions …). What only
// the shell could tell is unknown, and whoever asks decides what that means. It never throws. There are two readers of Bash
// because they answer opposite questions: this one lists all that could run, for gates that let the rest pass,
// core/gates/plan/gateLexer.ts lists what certainly only reads, for the plan gate, which refuses the rest.

import { LineReader } from './lineReader.ts';
import type { Input } from './reading.ts';
import { startScope } from './scope.ts';
import type { ShellWord } from './word.ts';

export interface Invocation {
  /** The program and what it is given; there is always at least the program. */
  readonly words: readonly ShellWord[];
  /** The directories it can run in; null when that cannot be known. */
  readonly places: readonly string[] | null;
  /** What it can read: what comes in, and what stands in the files of `<(…)`. */
  readonly input: Input;
}

/** A redirection into a file. */
export interface FileWrite {
  readonly target: ShellWord;
  readonly places: readonly string[] | null;
}

export interface ShellLine {
  readonly invocations: readonly Invocation[];
  readonly writes: readonly FileWrite[];
  /** False when not all of it could be read: then more may run than is listed. */
  readonly complete: boolean;
  /** It is too long or too deep, though a shell might well run it. */
  readonly limited: boolean;
}

export function readShellLine(line: string, place: { readonly cwd: string; readonly home: string | null }): ShellLine {
  const reader = new LineReader();
  try {
    reader.text(line, startScope(place.cwd, place.home));
  } catch {
    // Nested too deep, for the parser or for us.
    reader.limited = true;
  }
  const { invocations, writes, broken, limited } = reader;
  return { invocations, writes, complete: !broken && !limited, limited };
}

/** For a line that was not read to its end, and `mentions` something: a long one may also spell it in a hidden way. */
export function couldHide(line: ShellLine, text: string, mentions: (text: string) => boolean): boolean {
  return !line.complete && (mentions(text) || (line.limited && /[$`*?[{\\|]/.test(text)));
}
