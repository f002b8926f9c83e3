// A reviewer's note about the plan in words: a comment on its line, and the message that sends it to Claude. The text is
// Codex's, so it stays plain text, or stands between marks that it cannot close.

import { fenced, placeOf } from '../base/codeContext.ts';
import { shorten } from '../base/cut.ts';
import type { Translate } from '../base/translate.ts';
import { type PlanVerdict, planPath } from './plan.ts';

export type PlanNote = PlanVerdict['notes'][number];

/** The note's place in the current plan. Lines count from 0, as in an editor. */
export type NotePlace =
  | { readonly kind: 'line'; readonly line: number }
  | { readonly kind: 'whole' }
  /** The line is gone; `line` is where it was. */
  | { readonly kind: 'gone'; readonly line: number };

/** A note of a version, with its place in the current plan. */
export interface PlacedNote {
  readonly note: PlanNote;
  readonly version: number;
  /** The plan is unchanged since this review. */
  readonly isCurrent: boolean;
  readonly place: NotePlace;
}

/** Plain text: the description, then the suggestion. */
export function noteBody({ text, suggestion }: PlanNote, t: Translate): string {
  const parts = [plain(text), plain(suggestion) === '' ? '' : t('Suggestion: {0}', plain(suggestion))];
  return parts.filter((part) => part !== '').join('\n\n') || t('Codex gave no explanation');
}

/** The title of its thread: severity, version, and whether the plan is still that version. */
export function noteTitle({ note, version, isCurrent, place }: PlacedNote, t: Translate): string {
  return [
    note.severity === 'blocking' ? t('blocking') : t('non-blocking'),
    isCurrent ? t('v{0}', String(version)) : t('v{0}, outdated: the plan has changed since', String(version)),
    ...(place.kind === 'whole' ? [t('the plan as a whole')] : []),
    ...(place.kind === 'gone' ? [t('its line is gone')] : []),
  ].join(' · ');
}

/** The message to Claude. It is for an agent, so it is not translated. */
export function noteMessage({ note, version, isCurrent, place }: PlacedNote): string {
  const where =
    place.kind === 'line'
      ? placeOf({ path: planPath, lines: { first: place.line + 1, last: place.line + 1 } })
      : planPath;
  const lost = place.kind === 'gone' ? ' (the line that it names no longer exists: verify)' : '';
  const old = isCurrent ? '' : ' The plan has changed since that version.';
  return [
    `Plan review note (${note.severity}) on version ${version}, at ${where}${lost}.${old}`,
    'Check it, then change the plan, or say in the plan why not. The rest quotes the reviewer.',
    fenced(plain(note.text) || '(no words)'),
    ...(plain(note.suggestion) === '' ? [] : ['Suggestion:', fenced(plain(note.suggestion))]),
  ].join('\n\n');
}

const longest = 4000;

/** Removes control characters and marks that change the direction of text; line breaks stay. */
function plain(text: string): string {
  const shown = text.replace(/\r\n?/g, '\n').replace(/[^\P{C}\n\t]/gu, '');
  return shorten(shown.trim(), longest);
}
