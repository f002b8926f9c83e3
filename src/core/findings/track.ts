// Where a finding is in the current code. When a file is opened or changes on disk, Party searches for the code that the
// finding was about; while the file is open, followEdits.ts follows every edit. A finding that is not found counts as
// gone, never guessed, and the user has to check it. Lines count from 0 here, as in an editor.

import { isTelling, keyOf, type LineIndex, type Lines, longestAnchor, normal } from './lines.ts';

/** The position of a finding in its file. */
export interface FindingPlace {
  readonly line: number;
  /** The line's current or last text. Party uses it to find the line again when an edit removes more than the line. */
  readonly text: string;
  /** The line's text at the review, so that undoing an edit brings the finding back. */
  readonly origin: string;
  /** Why it has no place; undefined when it has one. `beyond`: the file has no such line. */
  readonly lost: 'gone' | 'beyond' | undefined;
  /** The lines before and after it at the last search. A line that replaced it stands between them. */
  readonly around?: readonly [before: string, after: string];
}

/** How far away the code may be found when several lines look the same. */
const near = 20;

/**
 * Finds the code that was at `line` at the review. `anchor` is the text of that line or, when that is not distinctive
 * (a brace, an empty line), of the line and its neighbours.
 */
export function findPlace(line: number, anchor: string, lines: Lines, index: LineIndex): FindingPlace {
  // Without the text of the code, only the line number helps.
  if (normal(anchor) === '') {
    return line < lines.count ? placedAt(line, lines, '') : { line, text: '', origin: '', lost: 'beyond' };
  }
  const found = closest(anchorLines(anchor, lines, index), line, isTelling(anchor));
  return found === undefined ? { line, text: anchor, origin: anchor, lost: 'gone' } : placedAt(found, lines, anchor);
}

/** The line exists, but no longer has the reviewed code. */
export function hasOtherCode({ lost, text, origin }: FindingPlace): boolean {
  // With several lines, it is unknown which one was the finding's own.
  if (lost !== undefined || text === origin || normal(origin) === '' || origin.includes('\n')) return false;
  return keyOf(text) !== keyOf(origin);
}

/** The single line that now stands between the finding's old neighbours: an agent that fixes a line replaces it. */
export function replacedPlace(
  place: FindingPlace,
  lines: Lines,
  index: Pick<LineIndex, 'places'>,
): FindingPlace | undefined {
  const [before = '', after = ''] = place.around ?? [];
  const beside = (text: string, offset: number) => {
    const [only, ...others] = isTelling(text) ? index.places(keyOf(text)) : [];
    return only === undefined || others.length > 0 ? [] : [only + offset];
  };
  const found = [...beside(before, 1), ...beside(after, -1)].find((line) => isReplaced(place, line, lines));
  return found === undefined ? undefined : placedAt(found, lines, place.origin);
}

export function isReplaced({ around }: FindingPlace, line: number, lines: Lines): boolean {
  if (around === undefined || line < 0 || line >= lines.count) return false;
  const [before, after] = [keyOf(around[0]), keyOf(around[1])];
  const here = keyOf(lines.at(line));
  // After a deletion, a neighbour could look like the replacement.
  if (!isTelling(here) || here === before || here === after) return false;
  if (!isTelling(before) && !isTelling(after)) return false;
  return keyOf(lines.at(line - 1)) === before && keyOf(lines.at(line + 1)) === after;
}

function anchorLines(anchor: string, lines: Lines, index: LineIndex): readonly number[] {
  const known = index.anchors.get(anchor) ?? searchAnchor(anchor, lines, index);
  index.anchors.set(anchor, known);
  return known;
}

function searchAnchor(anchor: string, lines: Lines, index: LineIndex): readonly number[] {
  const block = anchor.split('\n').map(keyOf);
  const [only, second] = block;
  if (only === undefined || second === undefined) return index.places(only ?? '');
  const isCut = anchor.length >= longestAnchor;
  const whole = isCut ? block.slice(0, -1) : block;
  const pivot = Math.max(0, whole.findIndex(isTelling));
  const isHere = (start: number) =>
    start >= 0 &&
    block.every((row, offset) => {
      const key = keyOf(lines.at(start + offset));
      return isCut && offset === block.length - 1 ? key.startsWith(row) : key === row;
    });
  const starts = index.places(block[pivot] ?? '').map((place) => place - pivot);
  const targets = starts.filter(isHere).flatMap((start) => ownRows(block).map((offset) => start + offset));
  return [...new Set(targets)].sort((one, other) => one - other);
}

/**
 * Which rows of the anchor can be the line itself: the middle one of three. Of two, the one without distinctive text,
 * because empty rows at the ends are dropped.
 */
function ownRows(block: readonly string[]): readonly number[] {
  if (block.length > 2) return [1];
  const mute = [0, 1].filter((offset) => !isTelling(block[offset] ?? ''));
  return mute.length === 0 ? [0] : mute;
}

export function placedAt(line: number, lines: Lines, origin: string): FindingPlace {
  return { line, text: lines.at(line), origin, lost: undefined, around: [lines.at(line - 1), lines.at(line + 1)] };
}

/**
 * The only place, or the clearly nearest one. Undefined when two are equally near, when all of several are far away, or
 * when the text is not distinctive.
 */
export function closest(places: readonly number[], line: number, telling: boolean): number | undefined {
  const [only, ...others] = places;
  if (others.length === 0) return only;
  const after = firstFrom(places, line);
  const [below, above] = [places[after], places[after - 1]];
  if (below === line) return below;
  const distances = [below, above].map((place) =>
    place === undefined ? Number.POSITIVE_INFINITY : Math.abs(place - line),
  );
  const [down = 0, up = 0] = distances;
  if (!telling || down === up || Math.min(down, up) > near) return undefined;
  return down < up ? below : above;
}

/** The index of the first place at or after the line. */
function firstFrom(places: readonly number[], line: number): number {
  let [low, high] = [0, places.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((places[middle] ?? 0) < line) low = middle + 1;
    else high = middle;
  }
  return low;
}
