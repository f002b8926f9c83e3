// A reviewer's note about the plan in words: as a comment on its line, and as the letter that takes it to Claude. Its
// texts are Codex's, so they are plain text, or stand between marks that nothing in them can end.

import { fenced, placeOf } from '../base/codeContext.ts';
import { shorten } from '../base/cut.ts';
import type { Translate } from '../base/translate.ts';
import { type PlanVerdict, planPath } from './plan.ts';

export type PlanNote = PlanVerdict['notes'][number];

/** Where a note is in the plan as it is now. Lines count from 0, as in an editor. */
export type NotePlace =
  | { readonly kind: 'line'; readonly line: number }
  | { readonly kind: 'whole' }
  /** Its line is no longer there; `line` is where it was. */
  | { readonly kind: 'gone'; readonly line: number };

/** A note of a version, where it is in the plan as it is now. */
export interface PlacedNote {
  readonly note: PlanNote;
  readonly version: number;
  /** The plan is still the one that was reviewed. */
  readonly isCurrent: boolean;
  readonly place: NotePlace;
}

/** Nothing but plain text: description, then the suggestion. */
export function noteBody({ text, suggestion }: PlanNote, t: Translate): string {
  const parts = [plain(text), plain(suggestion) === '' ? '' : t('Suggestion: {0}', plain(suggestion))];
  return parts.filter((part) => part !== '').join('\n\n') || t('Codex gave no words');
}

/** The head of its thread: how bad, of which version, and whether that still is the plan. */
export function noteTitle({ note, version, isCurrent, place }: PlacedNote, t: Translate): string {
  return [
    note.severity === 'blocking' ? t('blocking') : t('non-blocking'),
    isCurrent ? t('v{0}', String(version)) : t('v{0}, outdated: the plan has changed since', String(version)),
    ...(place.kind === 'whole' ? [t('the plan as a whole')] : []),
    ...(place.kind === 'gone' ? [t('its line is gone')] : []),
  ].join(' · ');
}

/** The letter to Claude. It is written for an agent, so it is not translated. */
export function noteLetter({ note, version, isCurrent, place }: PlacedNote): string {
  const where =
    place.kind === 'line'
      ? placeOf({ path: planPath, lines: { first: place.line + 1, last: place.line + 1 } })
      : planPath;
  const lost = place.kind === 'gone' ? ' (the line that it names is no longer there: verify)' : '';
  const old = isCurrent ? '' : ' The plan has changed since that version.';
  return [
    `Plan review note (${note.severity}) on version ${version}, at ${where}${lost}.${old}`,
    'Check it, then change the plan, or say in the plan why not. What follows are the words of the reviewer.',
    fenced(plain(note.text) || '(no words)'),
    ...(plain(note.suggestion) === '' ? [] : ['Suggestion:', fenced(plain(note.suggestion))]),
  ].join('\n\n');
}

const longest = 4000;

/** Without what could steer a terminal or turn the direction of the text; line breaks stay. */
function plain(text: string): string {
  const shown = text.replace(/\r\n?/g, '\n').replace(/[^\P{C}\n\t]/gu, '');
  return shorten(shown.trim(), longest);
}
