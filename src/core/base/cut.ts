// Texts of bounded length. JavaScript counts halves of characters (UTF-16), so that a plain slice can leave half of one.

/** At most so long; an ellipsis says that something is missing. */
export function shorten(text: string, longest: number): string {
  return text.length > longest ? `${beginning(text, longest - 1)}…` : text;
}

/** The first `length` units, and never half a character at the end. */
export function beginning(text: string, length: number): string {
  return text.slice(0, length).replace(/[\ud800-\udbff]$/, '');
}

/** Halves of characters that came from outside become the sign for an unknown one. */
export function wholeCharacters(text: string): string {
  return text.replace(/\p{Surrogate}/gu, '\ufffd');
}

/** The texts that fit into so many characters together, in their order. */
export function fitting(texts: readonly string[], room: number): string[] {
  let left = room;
  return texts.filter((text) => {
    left -= text.length;
    return left >= 0;
  });
}
