// Finds commands inside code that is not shell: `os.system("gh -R o/r pr create")`, `run(["gh", "pr", "create"])`. It
// looks at the words only and does not know the language.

import { isInterpreter, readers, startsPrograms } from '../shell/kinds.ts';
import type { Invocation } from '../shell/programs.ts';
import { literal, programName, type ShellWord } from '../shell/word.ts';

/** A program's name in the code, and the words after it. */
export interface Named {
  readonly name: string;
  readonly words: readonly ShellWord[];
}

/** Looks in the code that an interpreter gets on the line or on its input. `python` may come after `uv run`. */
export function namedInCode({ words, input }: Invocation, programs: ReadonlySet<string>): Named[] {
  if (!words.some(isInterpreterWord)) return [];
  const codes = [...words.flatMap(({ value }) => (value === null ? [] : [value])), ...input.texts];
  return codes.filter(startsPrograms).flatMap((code) => {
    const tokens = (code.match(/[\w./:@=+-]+/g) ?? []).map(literal);
    return namedIn(tokens, programs);
  });
}

/** Whether an interpreter gets such code as an argument. What it gets on its input is more often text that it edits. */
export function isInArgument({ words }: Pick<Invocation, 'words'>, isMeant: (code: string) => boolean): boolean {
  return words.some(isInterpreterWord) && words.some(({ value, tail }) => isMeant(value ?? tail));
}

/** Whether an interpreter gets matching text, as code or as a file name. */
export function isInCode({ words, input }: Invocation, text: RegExp): boolean {
  if (!words.some(isInterpreterWord)) return false;
  return words.some(({ value, tail }) => text.test(value ?? tail)) || input.texts.some((code) => text.test(code));
}

/** Looks after an unknown program, which may run its arguments: `mise exec -- gh pr create`. */
export function namedBehind({ words }: Pick<Invocation, 'words'>, programs: ReadonlySet<string>): Named[] {
  const [program, ...args] = words;
  const name = program === undefined ? null : programName(program);
  return name !== null && readers.has(name) ? [] : namedIn(args, programs);
}

/** True when an interpreter reads its code from an input that Party cannot see. */
export function runsHiddenCode({ words: [program, ...args], input }: Invocation): boolean {
  const name = program === undefined ? null : programName(program);
  if (name === null || !isInterpreter(name) || !takesCodeFromInput(name) || !input.hidden) return false;
  return args.every(({ value }) => value === '-' || value?.startsWith('/dev/') === true);
}

/** Whether an interpreter takes code from its input. awk takes data. */
export function takesCodeFromInput(name: string): boolean {
  return !name.endsWith('awk');
}

/** Real commands stay below these. */
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
