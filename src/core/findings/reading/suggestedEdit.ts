// What a reviewer's suggestion would change in the code as it is now. Only the human applies it. When the code under it
// has changed, or when it is not certain which lines are meant, there is no edit but a reason.

import type { Translate } from '../../base/translate.ts';
import type { Edit } from '../followEdits.ts';
import type { LedgerFinding } from '../ledgerFinding.ts';
import type { Lines } from '../lines.ts';
import type { ShownAt } from '../words.ts';
import { type Hunk, type HunkLine, patchIn } from './patchText.ts';
import { replacedRange } from './replacedRange.ts';

/** Replaces `count` lines from `first` (from 0) by `lines`. */
export interface LineChange {
  readonly first: number;
  readonly count: number;
  readonly lines: readonly string[];
}

export type SuggestedEdit =
  /** In the order of the lines, and apart from each other. */
  | { readonly kind: 'edit'; readonly changes: readonly LineChange[] }
  | { readonly kind: 'refused'; readonly problem: string };

/** The suggestion has the form of a patch. Whether it fits the code is another question. */
export function hasPatch({
  suggestion,
  linked,
  document,
}: Pick<LedgerFinding, 'suggestion' | 'linked' | 'document'>): boolean {
  // Most suggestions are words.
  return linked && document === null && /```|~~~|@@/.test(suggestion) && patchIn(suggestion) !== undefined;
}

/** `lines` is the file of the finding as it is now. */
export function suggestedEdit(finding: LedgerFinding, shownAt: ShownAt, lines: Lines, t: Translate): SuggestedEdit {
  const refused = (problem: string): SuggestedEdit => ({ kind: 'refused', problem });
  const patch = hasPatch(finding) ? patchIn(finding.suggestion) : undefined;
  if (patch === undefined) return refused(t('The suggestion of {0} is not a patch', finding.key));
  const changes =
    patch.kind === 'diff'
      ? (otherFile(finding, patch.files, t) ?? diffChanges(patch.hunks, shownAt, lines, t))
      : blockChanges(patch, shownAt, lines, t);
  if (typeof changes === 'string') return refused(changes);
  if (changes.length === 0) return refused(t('The code already has this change'));
  const added = changes.flatMap((change) => change.lines);
  if (added.length > mostLines) return refused(t('The patch is too long to apply it here: let Claude do it'));
  if (added.some((line) => hidden.test(line))) {
    return refused(t('The patch has characters that are not visible, so Party does not apply it'));
  }
  return { kind: 'edit', changes };
}

/** The lines after the changes. */
export function withChanges(lines: readonly string[], changes: readonly LineChange[]): string[] {
  const changed = [...lines];
  for (const { first, count, lines: added } of [...changes].reverse()) changed.splice(first, count, ...added);
  return changed;
}

/** The same as edits of the text, for an editor. `lines` is the text before them. */
export function asEdits(changes: readonly LineChange[], { count: all, at }: Lines): Edit[] {
  return changes.map(({ first, count, lines }): Edit => {
    const after = first + count;
    if (count > 0 && lines.length > 0) {
      return { ...span(first, 0, after - 1, at(after - 1).length), text: lines.join('\n') };
    }
    // Whole lines are added or removed with their line break: the one after them, or at the end the one before.
    if (after < all) return { ...span(first, 0, after, 0), text: lines.map((line) => `${line}\n`).join('') };
    if (first === 0) return { ...span(0, 0, after - 1, at(after - 1).length), text: lines.join('\n') };
    const before = at(first - 1).length;
    return {
      ...span(first - 1, before, after - 1, at(after - 1).length),
      text: lines.map((line) => `\n${line}`).join(''),
    };
  });
}

function span(line: number, character: number, lastLine: number, lastCharacter: number): Omit<Edit, 'text'> {
  return { start: { line, character }, end: { line: lastLine, character: lastCharacter } };
}

/** A suggestion is a small patch. */
const mostLines = 200;
/** Control characters other than the tabulator, and those that change how the rest looks. */
const hidden = /(?!\t)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;

/** The problem, if the diff names another file. */
function otherFile({ file }: LedgerFinding, files: readonly string[], t: Translate): string | undefined {
  if (files.includes('/dev/null')) return t('The patch adds or deletes a file: let Claude do it');
  const other = files.find((name) => name !== file);
  return other === undefined ? undefined : t('The patch is for another file: {0}', other);
}

function diffChanges(hunks: readonly Hunk[], shownAt: ShownAt, lines: Lines, t: Translate): LineChange[] | string {
  const changes: LineChange[] = [];
  let free = 0;
  for (const hunk of hunks) {
    const before = hunk.lines.filter(({ kind }) => kind !== 'added').map(({ text }) => text);
    const after = hunk.lines.filter(({ kind }) => kind !== 'removed').map(({ text }) => text);
    const places = placesOf(before, lines).filter((place) => place >= free);
    const place = certainPlace(places, before.length, { said: hunk.first, shownAt });
    if (place === undefined) {
      if (places.length > 0) return t('The patch fits at several places: let Claude do it');
      return placesOf(after, lines).length > 0
        ? t('The code already has this change')
        : t('The code under the patch has changed since the review');
    }
    changes.push(...changesOf(hunk.lines, place));
    free = place + before.length;
  }
  return changes;
}

/** Exactly where these lines are. Empty when there are no lines: a hunk without old lines has no certain place. */
function placesOf(wanted: readonly string[], lines: Lines): number[] {
  if (!wanted.some((line) => line.trim() !== '')) return [];
  const places: number[] = [];
  for (let first = 0; first + wanted.length <= lines.count; first++) {
    if (wanted.every((text, offset) => lines.at(first + offset) === text)) places.push(first);
  }
  return places;
}

/** The only one; of several, the one at the line that the patch names, or the one around the finding. */
function certainPlace(
  places: readonly number[],
  length: number,
  { said, shownAt }: { said: number | undefined; shownAt: ShownAt },
): number | undefined {
  const [only, ...others] = places;
  if (others.length === 0) return only;
  const around = places.filter(
    (place) => shownAt.kind === 'line' && place <= shownAt.line && shownAt.line < place + length,
  );
  if (around.length === 1) return around[0];
  return said === undefined ? undefined : places.find((place) => place === said - 1);
}

/** One change for each run of lines that differ. */
function changesOf(hunk: readonly HunkLine[], place: number): LineChange[] {
  const changes: { first: number; count: number; lines: string[] }[] = [];
  let [line, isRun] = [place, false];
  for (const { kind, text } of hunk) {
    if (kind !== 'same' && !isRun) changes.push({ first: line, count: 0, lines: [] });
    isRun = kind !== 'same';
    const change = changes.at(-1);
    if (kind === 'added') change?.lines.push(text);
    if (kind === 'removed' && change !== undefined) change.count += 1;
    if (kind !== 'added') line += 1;
  }
  return changes;
}

function blockChanges(
  block: { readonly lines: readonly string[]; readonly isSuggestion: boolean },
  shownAt: ShownAt,
  lines: Lines,
  t: Translate,
): LineChange[] | string {
  if (shownAt.kind === 'file') return t('The suggestion does not say which lines it replaces');
  if (shownAt.kind !== 'line' || shownAt.changed === true) {
    return t('The code under the suggestion has changed since the review');
  }
  const range = replacedRange(block, shownAt.line, lines);
  if (range === undefined) return t('The suggestion does not say which lines it replaces');
  const isSame =
    range.lines.length === range.count && range.lines.every((text, offset) => lines.at(range.first + offset) === text);
  return isSame ? [] : [range];
}
