// The lines of a file, and by what one of them is known again.

/** A text as it is now. */
export interface Lines {
  readonly count: number;
  at(line: number): string;
}

/** Of a longer line only so much was kept. */
export const longestAnchor = 400;

/** A text by which a line can be known again, as a brace cannot. */
export function isTelling(text: string): boolean {
  return /[\p{L}\p{N}]{2}/u.test(text);
}

/** By what a line is known. */
export function keyOf(text: string): string {
  return normal(text.trim().slice(0, longestAnchor));
}

/** Indentation is not what a finding is about. */
export function normal(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

/** All places of a line's text in a file, asked once for all findings of the file. */
export interface LineIndex {
  /** In order; of the text as `keyOf` leaves it. */
  places(text: string): readonly number[];
  /** Where anchors were found: many findings may be about the same code. */
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

/** Puts a line under its text. */
export function addPlace(places: Map<string, number[]>, lines: Lines, line: number): void {
  const text = keyOf(lines.at(line));
  const known = places.get(text);
  if (known === undefined) places.set(text, [line]);
  else known.push(line);
}

export const lineBreak = /\r\n|\r|\n/;
export const lineBreaks = /\r\n|\r|\n/g;
