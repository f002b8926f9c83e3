// Cuts texts to a length. JavaScript counts UTF-16 units, so a plain slice can leave half a character.

/** At most `longest` units; an ellipsis marks a cut. */
export function shorten(text: string, longest: number): string {
  return text.length > longest ? `${beginning(text, longest - 1)}…` : text;
}

/** The first `length` units, without half a character at the end. */
export function beginning(text: string, length: number): string {
  return text.slice(0, length).replace(/[\ud800-\udbff]$/, '');
}

/** Replaces halves of characters in text from outside with U+FFFD. */
export function wholeCharacters(text: string): string {
  return text.replace(/\p{Surrogate}/gu, '\ufffd');
}

/** The texts that together fit into `room` characters, in their order. */
export function fitting(texts: readonly string[], room: number): string[] {
  let left = room;
  return texts.filter((text) => {
    left -= text.length;
    return left >= 0;
  });
}
