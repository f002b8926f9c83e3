// Follows the places of findings through the edits of an open file.

import { addPlace, isTelling, keyOf, type LineIndex, type Lines, lineBreak, lineBreaks, normal } from './lines.ts';
import { closest, type FindingPlace, isReplaced, placedAt, replacedPlace } from './track.ts';

/** The places after the edits; unchanged places keep their object. */
export function followEdits(
  tracked: readonly FindingPlace[],
  edits: readonly Edit[],
  lines: Lines,
): readonly FindingPlace[] {
  const steps = edits.map((edit) => ({ ...edit, added: newLines(edit.text) }));
  const inOrder = steps.sort((one, other) => compare(one.start, other.start));
  const written = writtenLines(inOrder, lines);
  // From the end of the text to its start, so that no edit moves the next one's place.
  const backwards = [...inOrder].reverse();
  return tracked.map((place) => follow(place, backwards, lines, written));
}

/** One replacement in a text, in coordinates from before it. */
export interface Edit {
  readonly start: Position;
  readonly end: Position;
  readonly text: string;
}

export interface Position {
  readonly line: number;
  readonly character: number;
}

/** An edit may contain a whole file and is checked for each place, so its lines are counted once. */
interface Step extends Edit {
  readonly added: number;
}

function follow(place: FindingPlace, steps: readonly Step[], lines: Lines, written: Written): FindingPlace {
  let { line } = place;
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
  if (place.lost === 'beyond') return line === place.line ? place : { ...place, line };
  if (cut !== undefined || place.lost === 'gone') return settle(place, { line, cut }, lines, written);
  const text = line < lines.count ? lines.at(line) : place.text;
  return line === place.line && text === place.text ? place : { ...place, line, text };
}

/** Whole lines inserted before this one move it down without touching its text. */
function isBefore({ start, end, text }: Edit, line: number): boolean {
  return end.line === line && end.character === 0 && (text.endsWith('\n') || (text === '' && start.character === 0));
}

/** Where the edits have moved a line, and the last edit that cut into it. */
interface Moved {
  readonly line: number;
  readonly cut: Step | undefined;
}

/** The line was split, joined, moved or replaced together with others: searches for its text. */
function settle(place: FindingPlace, { line, cut }: Moved, lines: Lines, written: Written): FindingPlace {
  for (const known of [keyOf(place.text), keyOf(place.origin)]) {
    const again = known === '' ? undefined : closest(written.places(known), line, isTelling(known));
    if (again !== undefined) return placedAt(again, lines, place.origin);
  }
  // A program that rewrites a file empties it first, and an editor may show that: then all lines come back at once.
  const replaced = place.lost === 'gone' ? replacedPlace(place, lines, written) : undefined;
  if (replaced !== undefined) return replaced;
  if (place.lost === undefined && cut !== undefined && line < lines.count) {
    // The edit put a line break, or text with one, into this single line.
    const isSplit = cut.start.line === cut.end.line && normal(lines.at(line)) !== '';
    if (isSplit || (survives(place.line, cut, lines, written) && normal(lines.at(line)).includes(keyOf(place.text)))) {
      return placedAt(line, lines, place.origin);
    }
    if (isReplaced(place, line, lines)) return placedAt(line, lines, place.origin);
  }
  return place.lost === 'gone' && place.line === line ? place : { ...place, line, lost: 'gone' };
}

/** Whether an edit that removed a line break left anything of the line. */
function survives(line: number, cut: Step, lines: Lines, written: Written): boolean {
  const { start, end, text, added } = cut;
  const first = written.first(cut);
  if (line === start.line && normal(lines.at(first).slice(0, start.character)) !== '') return true;
  if (line !== end.line) return false;
  const before = added === 0 ? start.character + text.length : (text.split(lineBreak).at(-1) ?? '').length;
  return normal(lines.at(first + added).slice(before)) !== '';
}

/** The lines that the edits wrote, in the final text. */
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
      // Built on demand: most edits stay within a line and never need it.
      places ??= collect();
      return places.get(text) ?? [];
    },
  };
}

function newLines(text: string): number {
  return text.match(lineBreaks)?.length ?? 0;
}

function compare(one: Position, other: Position): number {
  return one.line - other.line || one.character - other.character;
}
