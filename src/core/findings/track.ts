// Where a finding is in the code as it is now. It follows every edit while its file is open, and is looked for by the
// code that it was about when a file is opened or has changed on the disk. What cannot be found is never guessed: it is
// gone, and a person has to verify. Lines count from 0 here, as in an editor.

import {
  addPlace,
  isTelling,
  keyOf,
  type LineIndex,
  type Lines,
  lineBreak,
  lineBreaks,
  longestAnchor,
  normal,
} from './lines.ts';

/** One replacement in a text, in the coordinates from before it. */
export interface Edit {
  readonly start: Position;
  readonly end: Position;
  readonly text: string;
}

export interface Position {
  readonly line: number;
  readonly character: number;
}

export interface Mark {
  readonly line: number;
  /** What stands there now, or stood there last: by it the line is known again when an edit takes more than the line. */
  readonly text: string;
  /** What stood there when it was reviewed: an edit that is taken back brings it back. */
  readonly origin: string;
  /** Why it has no place; undefined when it has one. `beyond`: the file has no such line. */
  readonly lost: 'gone' | 'beyond' | undefined;
  /** The lines before and after it when it was last looked for: between them is what took its place. */
  readonly around?: readonly [before: string, after: string];
}

/** How far from where it was the code may be found again when several lines look like it. */
const near = 20;

/**
 * Where the code is that stood at `line` when it was reviewed. `anchor` is the text of that line, or, where that says
 * nothing by itself (a brace, an empty line), of the line and its neighbours.
 */
export function anchorMark(line: number, anchor: string, lines: Lines, index: LineIndex): Mark {
  // Nothing is known about the code, so that the number is all there is.
  if (normal(anchor) === '') {
    return line < lines.count ? pinned(line, lines, '') : { line, text: '', origin: '', lost: 'beyond' };
  }
  const found = closest(anchorPlaces(anchor, lines, index), line, isTelling(anchor));
  return found === undefined ? { line, text: anchor, origin: anchor, lost: 'gone' } : pinned(found, lines, anchor);
}

/** The line is there, but it is no longer what was reviewed. */
export function hasOtherCode({ lost, text, origin }: Mark): boolean {
  // Of several lines it is not known which was its own.
  if (lost !== undefined || text === origin || normal(origin) === '' || origin.includes('\n')) return false;
  return keyOf(text) !== keyOf(origin);
}

/** Where one other line now stands between the lines that were around it: an agent that mends a line replaces it. */
export function replacedMark(mark: Mark, lines: Lines, index: LineIndex): Mark | undefined {
  const [before = '', after = ''] = mark.around ?? [];
  const beside = (text: string, offset: number) => {
    const [only, ...others] = isTelling(text) ? index.places(keyOf(text)) : [];
    return only === undefined || others.length > 0 ? [] : [only + offset];
  };
  const found = [...beside(before, 1), ...beside(after, -1)].find((line) => isReplaced(mark, line, lines));
  return found === undefined ? undefined : pinned(found, lines, mark.origin);
}

function isReplaced({ around }: Mark, line: number, lines: Lines): boolean {
  if (around === undefined || line < 0 || line >= lines.count) return false;
  const [before, after] = [keyOf(around[0]), keyOf(around[1])];
  const here = keyOf(lines.at(line));
  // Of a line that was deleted, a neighbour could seem to stand in its place.
  if (!isTelling(here) || here === before || here === after) return false;
  if (!isTelling(before) && !isTelling(after)) return false;
  return keyOf(lines.at(line - 1)) === before && keyOf(lines.at(line + 1)) === after;
}

function anchorPlaces(anchor: string, lines: Lines, index: LineIndex): readonly number[] {
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

/** Which of the rows can be the line itself: of three the middle; of two one that says nothing, as empty ones fell off. */
function ownRows(block: readonly string[]): readonly number[] {
  if (block.length > 2) return [1];
  const mute = [0, 1].filter((offset) => !isTelling(block[offset] ?? ''));
  return mute.length === 0 ? [0] : mute;
}

/** The same marks after the edits; the very same object where nothing has changed. */
export function followEdits(marks: readonly Mark[], edits: readonly Edit[], lines: Lines): readonly Mark[] {
  const steps = edits.map((edit) => ({ ...edit, added: newLines(edit.text) }));
  const inOrder = steps.sort((one, other) => compare(one.start, other.start));
  const written = writtenLines(inOrder, lines);
  // From the end of the text to its begin, so that no edit moves the place of the next.
  const backwards = [...inOrder].reverse();
  return marks.map((mark) => follow(mark, backwards, lines, written));
}

/** An edit may hold a whole file, and is looked at for each mark: its lines are counted once. */
interface Step extends Edit {
  readonly added: number;
}

function follow(mark: Mark, steps: readonly Step[], lines: Lines, written: Written): Mark {
  let { line } = mark;
  let cut: Step | undefined;
  for (const step of steps) {
    const { start, end, added } = step;
    if (line < start.line) continue;
    if (line > end.line || isBefore(step, line)) {
      line += added - (end.line - start.line);
    } else if (start.line !== end.line || added > 0) {
      cut = step;
      line = Math.min(line, start.line + added);
    }
  }
  if (mark.lost === 'beyond') return line === mark.line ? mark : { ...mark, line };
  if (cut !== undefined || mark.lost === 'gone') return settle(mark, { line, cut }, lines, written);
  const text = line < lines.count ? lines.at(line) : mark.text;
  return line === mark.line && text === mark.text ? mark : { ...mark, line, text };
}

/** Whole lines that come before this one push it down; its own text is untouched. */
function isBefore({ start, end, text }: Edit, line: number): boolean {
  return end.line === line && end.character === 0 && (text.endsWith('\n') || (text === '' && start.character === 0));
}

/** Where the edits have moved a line, and the last one that cut into it. */
interface Moved {
  readonly line: number;
  readonly cut: Step | undefined;
}

/** The line was split, joined, moved or replaced together with others: it is where its text is now. */
function settle(mark: Mark, { line, cut }: Moved, lines: Lines, written: Written): Mark {
  for (const known of [keyOf(mark.text), keyOf(mark.origin)]) {
    const again = known === '' ? undefined : closest(written.places(known), line, isTelling(known));
    if (again !== undefined) return pinned(again, lines, mark.origin);
  }
  if (mark.lost === undefined && cut !== undefined && line < lines.count) {
    // Nothing but a line break was put into it, or text with one in the place of a part of it.
    const isSplit = cut.start.line === cut.end.line && normal(lines.at(line)) !== '';
    if (isSplit || (survives(mark.line, cut, lines, written) && normal(lines.at(line)).includes(keyOf(mark.text)))) {
      return pinned(line, lines, mark.origin);
    }
    if (isReplaced(mark, line, lines)) return pinned(line, lines, mark.origin);
  }
  return mark.lost === 'gone' && mark.line === line ? mark : { ...mark, line, lost: 'gone' };
}

/** Whether anything of the line was left by an edit that took a line break with it. */
function survives(line: number, cut: Step, lines: Lines, written: Written): boolean {
  const { start, end, text, added } = cut;
  const first = written.first(cut);
  if (line === start.line && normal(lines.at(first).slice(0, start.character)) !== '') return true;
  if (line !== end.line) return false;
  const before = added === 0 ? start.character + text.length : (text.split(lineBreak).at(-1) ?? '').length;
  return normal(lines.at(first + added).slice(before)) !== '';
}

/** The lines that the edits have written, in the text after all of them. */
interface Written extends Pick<LineIndex, 'places'> {
  first(step: Step): number;
}

function writtenLines(steps: readonly Step[], lines: Lines): Written {
  const firsts = new Map<Step, number>();
  let places: Map<string, number[]> | undefined;
  let moved = 0;
  for (const step of steps) {
    firsts.set(step, step.start.line + moved);
    moved += step.added - (step.end.line - step.start.line);
  }
  function collect(): Map<string, number[]> {
    const all = new Map<string, number[]>();
    let next = 0;
    for (const [{ added }, first] of firsts) {
      const last = Math.min(first + added, lines.count - 1);
      for (let line = Math.max(first, next); line <= last; line++) addPlace(all, lines, line);
      next = Math.max(next, last + 1);
    }
    return all;
  }
  return {
    first: (step) => firsts.get(step) ?? step.start.line,
    places(text) {
      // Most edits stay within a line, and nobody asks.
      places ??= collect();
      return places.get(text) ?? [];
    },
  };
}

function pinned(line: number, lines: Lines, origin: string): Mark {
  return { line, text: lines.at(line), origin, lost: undefined, around: [lines.at(line - 1), lines.at(line + 1)] };
}

/**
 * The one place, or the one that is clearly the nearest. Two that are as near as each other are no answer, and neither is
 * one of several that all lie far away, or that all say nothing.
 */
function closest(places: readonly number[], line: number, telling: boolean): number | undefined {
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

/** The index of the first place that is not before the line. */
function firstFrom(places: readonly number[], line: number): number {
  let [low, high] = [0, places.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((places[middle] ?? 0) < line) low = middle + 1;
    else high = middle;
  }
  return low;
}

function newLines(text: string): number {
  return text.match(lineBreaks)?.length ?? 0;
}

function compare(one: Position, other: Position): number {
  return one.line - other.line || one.character - other.character;
}
