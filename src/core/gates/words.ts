// Words that a gate looks for in lines: by regular expressions here, and by patterns in the scripts that answer "nothing
// to do" without Node (scripts/patterns.ts). Both take them from one list, so that they are never of another opinion.

/** In any case: on macOS `GH` is `gh`. */
export function anyOf(words: readonly string[]): RegExp {
  return new RegExp(words.map((word) => word.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')).join('|'), 'i');
}

/** A line as it reads without what a shell takes away. */
export function withoutQuotes(text: string): string {
  return text.replace(/\\\n|['"\\]/g, '');
}
