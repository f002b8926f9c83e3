// Texts from outside, made harmless for the place where they are shown.

import { beginning } from './cut.ts';

/** Text from outside on one line: it may hold anything and be of any length. */
export function oneLine(text: string, longest = 80): string {
  const line = text.replace(/[\p{C}\s]+/gu, ' ').trim();
  return line.length > longest ? `${beginning(line, longest - 1).trimEnd()}…` : line;
}

/** Whole escape sequences go, so that no `[31m` is left over; one without an end loses only what a terminal acts on. */
export function withoutControls(text: string): string {
  return text
    .replace(/\u001b\[[0-?]*[ -/]*[@-~]/g, '')
    .replace(/\u001b\][^\u0007\u001b]*(?:\u0007|\u001b\\)/g, '')
    .replace(/\r\n?/g, '\n')
    .replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g, '');
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
