// Words as sh patterns, for the scripts that answer "nothing to do" without Node.

/** `*[gG][hH]*`: text that contains the word, in any case. */
export function holds(word: string): string {
  return `*${anyCaseOf(word)}*`;
}

/** Text that contains the word exactly as written. */
export function holdsAsWritten(word: string): string {
  return `*${[...word].map(plain).join('')}*`;
}

/** Text with a pipe and, anywhere after it, the word in any case. */
export function pipesInto(word: string): string {
  return `*\\|${holds(word)}`;
}

/** Text with one of these characters. */
export function holdsCharacter(characters: readonly string[]): string {
  // A caret in the first place would negate the set.
  const [carets, rest] = [characters.filter(isCaret), characters.filter((one) => !isCaret(one))];
  return `*[${rest.map((one) => `\\${one}`).join('')}${carets.join('')}]*`;
}

/** Drops words that contain another word: `sh` already finds `bash`. */
export function shortest(words: readonly string[]): string[] {
  const small = [...new Set(words.map((word) => word.toLowerCase()))];
  return small.filter((word) => !small.some((other) => other !== word && word.includes(other)));
}

const widest = 118;

/** The first half of a `case`: patterns for which the script does nothing here. */
export function passOver(patterns: readonly string[], indent: string): string[] {
  return oneOf(patterns, indent, '');
}

/** Branches of a `case` that all do the same. */
export function oneOf(patterns: readonly string[], indent: string, act: string): string[] {
  const end = act === '' ? ') ;;' : `) ${act} ;;`;
  const lines: string[] = [];
  for (const pattern of patterns) {
    const longer = `${lines.at(-1)} | ${pattern}`;
    if (lines.length > 0 && longer.length + end.length <= widest) lines[lines.length - 1] = longer;
    else lines.push(`${indent}${pattern}`);
  }
  return lines.map((line) => `${line}${end}`);
}

/** `[gG][hH]`: the word itself, in any case. */
export function anyCaseOf(word: string): string {
  return [...word].map(anyCase).join('');
}

function isCaret(character: string): boolean {
  return character === '^';
}

function anyCase(character: string): string {
  return /[a-z]/i.test(character) ? `[${character.toLowerCase()}${character.toUpperCase()}]` : plain(character);
}

function plain(character: string): string {
  return /[\w./-]/.test(character) ? character : `'${character}'`;
}
