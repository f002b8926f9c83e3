// Finds the lines of a reviewed version again in the plan as it is now. A line that cannot be found is never guessed.

import { indexLines, isTelling, type Lines, linesOf } from '../findings/lines.ts';
import { findPlace } from '../findings/track.ts';
import type { NotePlace, PlanNote } from './noteWords.ts';

/** `snapshot` is the version that the notes are about; undefined when it is gone, so that only the number is known. */
export function placeNotes(notes: readonly PlanNote[], snapshot: string | undefined, plan: string): NotePlace[] {
  const now = linesOf(plan);
  const before = snapshot === undefined || isSameText(snapshot, plan) ? undefined : linesOf(snapshot);
  // Of a large plan only when it has to be.
  const index = before === undefined ? undefined : indexLines(now);
  return notes.map(({ line }): NotePlace => {
    if (line === null || line < 1) return { kind: 'whole' };
    if (before === undefined || index === undefined) return byNumber(line - 1, now);
    if (line > before.count) return { kind: 'gone', line: Math.min(line - 1, now.count - 1) };
    const mark = findPlace(line - 1, anchorOf(line - 1, before), now, index);
    return mark.lost === undefined
      ? { kind: 'line', line: mark.line }
      : { kind: 'gone', line: Math.min(mark.line, now.count - 1) };
  });
}

/** An editor shows all lines of a file with the same ending, whatever they have in it. */
export function isSameText(one: string, other: string): boolean {
  const plain = (text: string) => text.replace(/\r\n?/g, '\n');
  return one === other || plain(one) === plain(other);
}

function byNumber(line: number, { count }: Lines): NotePlace {
  return line < count ? { kind: 'line', line } : { kind: 'gone', line: count - 1 };
}

/** An empty line or a rule says nothing by itself, so its neighbours speak for it. */
function anchorOf(line: number, lines: Lines): string {
  const own = lines.at(line);
  if (isTelling(own)) return own;
  return [lines.at(line - 1), own, lines.at(line + 1)].join('\n');
}
