// Which lines a block of code replaces, if that is certain: the line of the finding, or the lines from the block's first
// line to its last one, when both are in the code around the finding.

import { isTelling, keyOf, type Lines } from '../lines.ts';
import type { LineChange } from './suggestedEdit.ts';

interface Block {
  readonly lines: readonly string[];
  readonly isSuggestion: boolean;
}

/** `line` is that of the finding, from 0. Undefined when it would be a guess. */
export function replacedRange(
  { lines: block, isSuggestion }: Block,
  line: number,
  lines: Lines,
): LineChange | undefined {
  const isOneLine = block.length === 1;
  if (isSuggestion || (isOneLine && isNewVersion(block[0] ?? '', lines.at(line)))) {
    return indented({ first: line, count: 1 }, block, lines);
  }
  if (isOneLine) return undefined;
  const [first, last] = [firstLine(block, line, lines), block.at(-1) ?? ''];
  const end = first === undefined ? undefined : lastLine(last, { first, line }, lines);
  return first === undefined || end === undefined
    ? undefined
    : indented({ first, count: end - first + 1 }, block, lines);
}

/** How far from the finding the block may begin and end. */
const near = 60;

/** A new version of the line keeps most of its words. Any other line may be meant for another place. */
function isNewVersion(text: string, now: string): boolean {
  const [ours, theirs] = [wordsOf(now), wordsOf(text)];
  const kept = [...ours].filter((word) => theirs.has(word)).length;
  return kept >= 2 && kept * 2 >= ours.size;
}

function wordsOf(text: string): Set<string> {
  return new Set(text.match(/[\p{L}\p{N}_$]+/gu) ?? []);
}

function firstLine(block: readonly string[], line: number, lines: Lines): number | undefined {
  const key = keyOf(block[0] ?? '');
  if (!isTelling(key)) return undefined;
  const [only, ...others] = range(Math.max(0, line - near), line).filter((at) => keyOf(lines.at(at)) === key);
  return others.length === 0 ? only : undefined;
}

/** The line that closes what the first one opens: it has the same indentation, and everything between them has more. */
function lastLine(text: string, { first, line }: { first: number; line: number }, lines: Lines): number | undefined {
  const key = keyOf(text);
  const indent = indentOf(lines.at(first)).length;
  for (const at of range(first + 1, Math.min(lines.count - 1, line + near))) {
    const here = lines.at(at);
    if (here.trim() === '' || indentOf(here).length > indent) continue;
    return keyOf(here) === key && indentOf(here).length === indent && at >= line ? at : undefined;
  }
  return undefined;
}

/** A block that begins at the margin moves to where the code is. Any other indentation has to be that of the code. */
function indented(
  { first, count }: Pick<LineChange, 'first' | 'count'>,
  block: readonly string[],
  lines: Lines,
): LineChange | undefined {
  const [own, wanted] = [indentOf(block[0] ?? ''), indentOf(lines.at(first))];
  if (own === wanted) return { first, count, lines: block };
  if (own !== '') return undefined;
  return { first, count, lines: block.map((text) => (text.trim() === '' ? '' : `${wanted}${text}`)) };
}

function indentOf(text: string): string {
  return /^\s*/.exec(text)?.[0] ?? '';
}

/** Both ends included. */
function range(first: number, last: number): number[] {
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index);
}
