// Commands inside code that is no shell's: `os.system("gh -R o/r pr create")`, `run(["gh", "pr", "create"])`. The words of
// such code are looked at without knowing its language.

import { isInterpreter, readers, startsPrograms } from '../shell/kinds.ts';
import type { Invocation } from '../shell/programs.ts';
import { literal, programName, type ShellWord } from '../shell/word.ts';

/** For each place where one of the programs is named: its name, and the words behind it. */
export interface Named {
  readonly name: string;
  readonly words: readonly ShellWord[];
}

/** In the code that an interpreter is given on the line or as its input; `python` may stand behind `uv run`. */
export function namedInCode({ words, input }: Invocation, programs: ReadonlySet<string>): Named[] {
  if (!words.some(isInterpreterWord)) return [];
  const codes = [...words.flatMap(({ value }) => (value === null ? [] : [value])), ...input.texts];
  return codes.filter(startsPrograms).flatMap((code) => {
    const tokens = (code.match(/[\w./:@=+-]+/g) ?? []).map(literal);
    return namedIn(tokens, programs);
  });
}

/** Whether an interpreter is given something that says it, as its code or as a file. */
export function isInCode({ words, input }: Invocation, text: RegExp): boolean {
  if (!words.some(isInterpreterWord)) return false;
  return words.some(({ value, tail }) => text.test(value ?? tail)) || input.texts.some((code) => text.test(code));
}

/** Behind a program that is not known, and that may run what it is given: `mise exec -- gh pr create`. */
export function namedBehind({ words }: Pick<Invocation, 'words'>, programs: ReadonlySet<string>): Named[] {
  const [program, ...args] = words;
  const name = program === undefined ? null : programName(program);
  return name !== null && readers.has(name) ? [] : namedIn(args, programs);
}

/** It reads its program from its input, and nobody knows what comes in. */
export function runsHiddenCode({ words: [program, ...args], input }: Invocation): boolean {
  const name = program === undefined ? null : programName(program);
  if (name === null || !isInterpreter(name) || !takesCodeFromInput(name) || !input.hidden) return false;
  return args.every(({ value }) => value === '-' || value?.startsWith('/dev/') === true);
}

/** Of an interpreter. What comes into awk are lines to work on. */
export function takesCodeFromInput(name: string): boolean {
  return !name.endsWith('awk');
}

/** More than this is no command that anybody wrote. */
const mostNames = 8;
const mostWords = 40;

function namedIn(words: readonly ShellWord[], programs: ReadonlySet<string>): Named[] {
  const found: Named[] = [];
  for (let at = 0; at < words.length && found.length < mostNames; at++) {
    const word = words[at];
    const name = word === undefined ? null : programName(word);
    if (name === null || !programs.has(name)) continue;
    found.push({ name, words: words.slice(at + 1, at + 1 + mostWords) });
  }
  return found;
}

function isInterpreterWord(word: ShellWord): boolean {
  const name = word.value === null ? null : programName(word);
  return name !== null && isInterpreter(name);
}
