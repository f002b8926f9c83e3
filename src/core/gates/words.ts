// Words that a gate looks for in lines, with regular expressions here and with patterns in the scripts that answer
// "nothing to do" without Node (scripts/patterns.ts). Both use the same list, so they never disagree.

/** Ignores case: on macOS `GH` runs `gh`. */
export function anyOf(words: readonly string[]): RegExp {
  return new RegExp(words.map((word) => word.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')).join('|'), 'i');
}

/** A line without the quotes, backslashes and joined line breaks that a shell removes. */
export function withoutQuotes(text: string): string {
  return text.replace(/\\\n|['"\\]/g, '');
}
