/** The number of bytes of a text in a file, a terminal or a file name. */
export function utf8Length(text: string): number {
  return new TextEncoder().encode(text).length;
}
