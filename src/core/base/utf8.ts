/** How many bytes a text takes in a file, in a terminal or in a file name. */
export function utf8Length(text: string): number {
  return new TextEncoder().encode(text).length;
}
