// Finds the lines of a reviewed version in the current plan. A line that is not found counts as gone; Party never
// guesses.

import { indexLines, isTelling, type Lines, linesOf } from '../findings/lines.ts';
import { findPlace } from '../findings/track.ts';
import type { NotePlace, PlanNote } from './noteWords.ts';
import { isSameText } from './onScreen.ts';

/**
 * `snapshot` is the version that the notes are about. When it is gone it is undefined, and only the line numbers help.
 */
export function placeNotes(notes: readonly PlanNote[], snapshot: string | undefined, plan: string): NotePlace[] {
  const now = linesOf(plan);
  const before = snapshot === undefined || isSameText(snapshot, plan) ? undefined : linesOf(snapshot);
  // Indexing a large plan is slow, so only when needed.
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

function byNumber(line: number, { count }: Lines): NotePlace {
  return line < count ? { kind: 'line', line } : { kind: 'gone', line: count - 1 };
}

/** An empty line or a rule is not unique, so the lines around it help to find it. */
function anchorOf(line: number, lines: Lines): string {
  const own = lines.at(line);
  if (isTelling(own)) return own;
  return [lines.at(line - 1), own, lines.at(line + 1)].join('\n');
}
