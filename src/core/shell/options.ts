// Finds the command after a program that runs another one: `timeout -k 5 10 gh …` runs `gh …`.

import { literal, type ShellWord } from './word.ts';

export interface Launcher {
  /** Options that take the next word: `-u`, `--user`. */
  readonly valued?: readonly string[];
  /** How many words come before the command, such as the duration of `timeout`. */
  readonly operands?: number;
  /** `NAME=value` may come before the command, as with `env`. */
  readonly assignments?: boolean;
}

export interface Launched {
  /** The command's words; empty when there is no command. */
  readonly words: readonly ShellWord[];
  /** The options before it, each with its value if it has one. */
  readonly options: readonly { readonly name: string; readonly value: ShellWord | undefined }[];
}

export function launched(words: readonly ShellWord[], launcher: Launcher): Launched {
  const { valued = [], operands = 0, assignments = false } = launcher;
  const options: { name: string; value: ShellWord | undefined }[] = [];
  let left = operands;
  let at = 0;
  for (; at < words.length; at++) {
    const word = words[at];
    const text = word?.value ?? null;
    if (text === null && assignments && /^[A-Za-z_]\w*=/.test(word?.head ?? '')) {
      options.push({ name: word?.head ?? '', value: word });
    } else if (text === null) {
      // An unknown word may be the command itself, or any number of options.
      if (left === 0 || word?.many === true) break;
      left--;
    } else if (text === '--') {
      if (left === 0) return { words: words.slice(at + 1), options };
    } else if (/^[-+]./.test(text) || text === '-') {
      const { name, attached, takesNext } = readOption(text, valued);
      options.push({ name, value: takesNext ? words[at + 1] : attached });
      if (takesNext) at++;
    } else if (assignments && /^[A-Za-z_][A-Za-z0-9_]*=/.test(text)) {
      options.push({ name: text, value: undefined });
    } else if (left > 0) {
      left--;
    } else {
      break;
    }
  }
  return { words: words.slice(at), options };
}

/** `--user=x` means `--user`. `-ux` and bundles such as `-iu` mean `-u` when it takes a value. */
function readOption(text: string, valued: readonly string[]) {
  const equals = text.indexOf('=');
  if (text.startsWith('--') && equals > 0) {
    return { name: text.slice(0, equals), attached: literal(text.slice(equals + 1)), takesNext: false };
  }
  if (text.startsWith('--')) return { name: text, attached: undefined, takesNext: valued.includes(text) };
  for (let at = 1; at < text.length; at++) {
    const name = `${text[0]}${text[at]}`;
    if (!valued.includes(name)) continue;
    const rest = text.slice(at + 1);
    return { name, attached: rest === '' ? undefined : literal(rest), takesNext: rest === '' };
  }
  return { name: text, attached: undefined, takesNext: false };
}
