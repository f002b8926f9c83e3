// An input box has one line: Chromium replaces the line breaks of pasted text with spaces. While the clipboard still
// holds the text, Party can restore them.

/** How an input box shows pasted text. */
export function flattened(text: string): string {
  return text.replace(/[\r\n]+$/, '').replace(/\r\n|\r|\n/g, ' ');
}

/** The pasted text, when the box grew by a clipboard text of several lines. */
export function pastedLines(before: string, after: string, clipboard: string): string | undefined {
  const text = clipboard.replace(/[\r\n]+$/, '');
  if (!/[\r\n]/.test(text)) return undefined;
  const flat = flattened(text);
  return count(after, flat) > count(before, flat) ? text : undefined;
}

/** The value of the box with the line breaks of every paste restored, except pastes that the user has edited since. */
export function withLines(value: string, pastes: readonly string[]): string {
  // In one pass with the longest first, so that no restored text is matched again.
  const flats = new Map(pastes.map((paste) => [flattened(paste), paste]));
  const pattern = [...flats.keys()]
    .sort((left, right) => right.length - left.length)
    .map(asPattern)
    .join('|');
  if (pattern === '') return value;
  return value.replace(new RegExp(pattern, 'g'), (flat) => (flats.get(flat) ?? flat).replace(/\r\n?/g, '\n'));
}

function count(text: string, part: string): number {
  return text.split(part).length - 1;
}

function asPattern(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
