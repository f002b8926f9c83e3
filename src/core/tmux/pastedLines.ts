// An input box has one line: the browser in it makes spaces of the line breaks of what is pasted (Chromium). Whoever
// still has the clipboard can put them back.

/** What an input box shows of a text that is pasted into it. */
export function flattened(text: string): string {
  return text.replace(/[\r\n]+$/, '').replace(/\r\n|\r|\n/g, ' ');
}

/** The pasted text, when the box got longer by something that has several lines on the clipboard. */
export function pastedLines(before: string, after: string, clipboard: string): string | undefined {
  const text = clipboard.replace(/[\r\n]+$/, '');
  if (!/[\r\n]/.test(text)) return undefined;
  const flat = flattened(text);
  return count(after, flat) > count(before, flat) ? text : undefined;
}

/** The value of the box with every paste as it was on the clipboard, unless it was edited since. */
export function withLines(value: string, pastes: readonly string[]): string {
  // In one pass and the longest first: what has been put back is not looked through again.
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
