/** Text from outside on one line: it may hold anything and be of any length. */
export function oneLine(text: string, longest = 80): string {
  const line = text.replace(/[\p{C}\s]+/gu, ' ').trim();
  return line.length > longest ? `${line.slice(0, longest - 1).trimEnd()}…` : line;
}

/** For a notification, which makes a link of `[text](command:anything)`. */
export function withoutLinks(text: string): string {
  return text.replace(/[[\]]/g, '');
}

/** For the status bar and for quick picks, which make an icon of `$(name)`. */
export function withoutIcons(text: string): string {
  return text.replace(/\$+\(/g, '(');
}

/**
 * For Markdown, in which it is nothing but text: no link, not even of a bare address, no icon, no markup. Its words may
 * be wrapped, which those of `MarkdownString.appendText` may not: it makes every space a non-breaking one.
 */
export function asMarkdown(text: string): string {
  return text.replace(/[^\p{L}\p{M}\p{N} ]/gu, (character) => `&#${character.codePointAt(0)};`);
}
