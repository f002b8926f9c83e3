// Finds the verbs among a program's words, such as `pr create` in `gh -R o/r pr --web create`. Options may stand
// anywhere, and an unknown option may or may not take the next word.

import { couldEqual, type ShellWord } from '../shell/word.ts';

export interface VerbOptions {
  /** Options that take the next word. */
  readonly valued: readonly string[];
  /** Options without a value. */
  readonly flags: readonly string[];
}

/** True when the words could spell the verbs, one from each group in order. An unknown word could be any verb. */
export function couldSpell(
  words: readonly ShellWord[],
  groups: readonly (readonly string[])[],
  { valued, flags }: VerbOptions,
): boolean {
  const seen = new Set<string>();
  const spell = (at: number, group: number): boolean => {
    const wanted = groups[group];
    if (wanted === undefined) return true;
    const word = words[at];
    const key = `${at} ${group}`;
    if (word === undefined || seen.has(key)) return false;
    seen.add(key);
    const { value } = word;
    if (value === null) {
      if (word.many) return true;
      return spell(at + 1, group) || (wanted.some((verb) => couldEqual(word, verb)) && spell(at + 1, group + 1));
    }
    if (valued.includes(value)) return spell(at + 2, group);
    if (isOption(value)) {
      const alone = flags.includes(value) || value.includes('=');
      return spell(at + 1, group) || (!alone && spell(at + 2, group));
    }
    return wanted.includes(value) && spell(at + 1, group + 1);
  };
  return spell(0, 0);
}

/** The first word that is not an option; undefined when there is none. */
export function firstVerb(words: readonly ShellWord[], { valued }: VerbOptions): ShellWord | undefined {
  for (let at = 0; at < words.length; at++) {
    const word = words[at];
    if (word?.value == null) return word;
    if (valued.includes(word.value)) at++;
    else if (!isOption(word.value)) return word;
  }
  return undefined;
}

function isOption(value: string): boolean {
  return value.startsWith('-') && value !== '-';
}
