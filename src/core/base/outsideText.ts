// Makes text from outside safe for the place that shows it.

import { beginning } from './cut.ts';

/** Puts text from outside on one line of limited length. */
export function oneLine(text: string, longest = 80): string {
  // Most texts hold nothing else, and the other pattern takes long to prepare.
  const plain = /^[ -~]*$/.test(text);
  const line = (plain ? text.replace(/ {2,}/g, ' ') : text.replace(/[\p{C}\s]+/gu, ' ')).trim();
  return line.length > longest ? `${beginning(line, longest - 1).trimEnd()}…` : line;
}

/**
 * Removes whole escape sequences, so that no `[31m` stays behind. An unfinished sequence loses only its control
 * characters.
 */
export function withoutControls(text: string): string {
  return text
    .replace(/\u001b\[[0-?]*[ -/]*[@-~]/g, '')
    .replace(/\u001b\][^\u0007\u001b]*(?:\u0007|\u001b\\)/g, '')
    .replace(/\r\n?/g, '\n')
    .replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g, '');
}

/**
 * For a file or a terminal that other programs show: also without the marks that change the direction of writing, with
 * which a text can look like another one.
 */
export function withoutTricks(text: string): string {
  return withoutControls(text)
    .replace(/[\u2028\u2029]/g, '\n')
    .replace(/[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '');
}

/** JSON that a terminal can show: the same value, with those characters escaped. */
export function plainJson(value: unknown): string {
  return JSON.stringify(value).replace(
    /[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** For a notification, which turns `[text](command:anything)` into a link. */
export function withoutLinks(text: string): string {
  return text.replace(/[[\]]/g, '');
}

/** For the status bar and for quick picks, which turn `$(name)` into an icon. */
export function withoutIcons(text: string): string {
  return text.replace(/\$+\(/g, '(');
}

/**
 * For Markdown: the result shows as plain text without links (not even of a bare address), icons or markup. Unlike
 * `MarkdownString.appendText`, it keeps normal spaces, so that lines can wrap.
 */
export function asMarkdown(text: string): string {
  return text.replace(/[^\p{L}\p{M}\p{N} ]/gu, (character) => `&#${character.codePointAt(0)};`);
}
