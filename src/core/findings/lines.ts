// The lines of a file, and how to find one of them again.

/** The current text. */
export interface Lines {
  readonly count: number;
  at(line: number): string;
}

/** Longer lines are cut to this length. */
export const longestAnchor = 400;

/** Whether a line is distinctive enough to find again; a brace is not. */
export function isTelling(text: string): boolean {
  return /[\p{L}\p{N}]{2}/u.test(text);
}

/** The normalized text of a line. */
export function keyOf(text: string): string {
  return normal(text.trim().slice(0, longestAnchor));
}

/** Ignores indentation and spacing. */
export function normal(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

/** The positions of every line's text in a file, built once for all findings of the file. */
export interface LineIndex {
  /** In order, for a text that `keyOf` has normalized. */
  places(text: string): readonly number[];
  /** The positions found for each anchor, because many findings may be about the same code. */
  readonly anchors: Map<string, readonly number[]>;
}

export function indexLines(lines: Lines): LineIndex {
  const places = new Map<string, number[]>();
  for (let line = 0; line < lines.count; line++) addPlace(places, lines, line);
  return { places: (text) => places.get(text) ?? [], anchors: new Map() };
}

export function linesOf(text: string): Lines {
  const lines = text.split(lineBreak);
  return { count: lines.length, at: (line) => lines[line] ?? '' };
}

/** Adds a line under its text. */
export function addPlace(places: Map<string, number[]>, lines: Lines, line: number): void {
  const text = keyOf(lines.at(line));
  const known = places.get(text);
  if (known === undefined) places.set(text, [line]);
  else known.push(line);
}

export const lineBreak = /\r\n|\r|\n/;
export const lineBreaks = /\r\n|\r|\n/g;
