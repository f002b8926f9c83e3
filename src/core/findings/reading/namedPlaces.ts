// The places and findings that a text names: `src/price.js:3`, `r1-F1`. The text is from outside, so a place counts only
// if it is a file of the project, and a key only if there is such a finding.

import { limits, type ProjectFiles } from '../finding.ts';
import type { LedgerFinding } from '../ledgerFinding.ts';
import { withinProject } from '../place.ts';
import { isFindingKey } from './findingLink.ts';

/** A part of the text. */
interface Span {
  readonly start: number;
  readonly length: number;
}

export interface NamedPlace extends Span {
  /** Relative to the project. */
  readonly file: string;
  /** From 1. */
  readonly line: number;
  /** From 1; undefined when the text names none. */
  readonly column: number | undefined;
}

export interface NamedKey extends Span {
  readonly key: string;
}

export function placesIn(text: string, project: ProjectFiles): NamedPlace[] {
  return [...text.slice(0, longestText).matchAll(placeForm)].flatMap((match): NamedPlace[] => {
    const [all, path = '', line, column] = match;
    const file = /\p{L}/u.test(path) ? withinProject(path, project.roots) : undefined;
    const at = Number(line);
    if (file === undefined || at < 1 || at > limits.line || project.kind(file) !== 'file') return [];
    const span = { start: match.index, length: all.length };
    return [{ file, line: at, column: column === undefined ? undefined : Number(column), ...span }];
  });
}

export function keysIn(text: string): NamedKey[] {
  return [...text.slice(0, longestText).matchAll(keyForm)].flatMap((match): NamedKey[] => {
    // A sentence may end after a key.
    const key = match[0].replace(/[._-]+$/, '');
    return isFindingKey(key) ? [{ key, start: match.index, length: key.length }] : [];
  });
}

/** The other places that the reviewer names in a finding, each once. */
export function otherPlaces(
  { description, suggestion, file, line }: Pick<LedgerFinding, 'description' | 'suggestion' | 'file' | 'line'>,
  project: ProjectFiles,
): NamedPlace[] {
  const own = `${file}:${line}`;
  const places = placesIn(`${description}\n${suggestion}`, project).filter((one) => nameOf(one) !== own);
  return [...new Map(places.map((one) => [nameOf(one), one])).values()].slice(0, mostPlaces);
}

function nameOf({ file, line }: NamedPlace): string {
  return `${file}:${line}`;
}

/** Enough for a line of a terminal and for every text of a finding. */
const longestText = 2 * limits.text + 1;
const mostPlaces = 10;

/** Each begins where a word begins, so that a long text without places is read once. */
const placeForm =
  /(?<![\p{L}\p{N}_./@+-])((?:\.{0,2}\/)?[\p{L}\p{N}_.@+-]+(?:\/[\p{L}\p{N}_.@+-]+)*):(\d{1,7})(?::(\d{1,5}))?(?![\p{L}\p{N}_])/gu;
const keyForm = /(?<![\p{L}\p{N}_./@+-])(?:[cd]\d{1,6})?r\d{1,6}-[\p{L}\p{N}][\p{L}\p{N}._-]*/gu;
