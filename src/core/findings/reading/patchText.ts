// A reviewer's suggestion as a patch, by its form alone: a unified diff, or one block of code. What it would change is
// decided in suggestedEdit.ts, with the code.

/** A line of a hunk, without its mark. */
export interface HunkLine {
  readonly kind: 'same' | 'removed' | 'added';
  readonly text: string;
}

export interface Hunk {
  /** Where it begins in the old code, from 1, as the reviewer says; undefined when it names no line. */
  readonly first: number | undefined;
  readonly lines: readonly HunkLine[];
}

export type Patch =
  | { readonly kind: 'diff'; readonly files: readonly string[]; readonly hunks: readonly Hunk[] }
  /** `isSuggestion`: marked as GitHub marks what replaces the commented line. */
  | { readonly kind: 'block'; readonly lines: readonly string[]; readonly isSuggestion: boolean };

/** Undefined for a suggestion in words, or one with several pieces of code: which one is meant would be a guess. */
export function patchIn(suggestion: string): Patch | undefined {
  const lines = suggestion.replace(/\r\n?/g, '\n').split('\n');
  const blocks = blocksOf(lines);
  const diffs = blocks.filter(isDiff);
  const [diff] = diffs;
  if (diffs.length === 1 && diff !== undefined) return readDiff(diff.lines, 'block');
  const [only, ...others] = blocks;
  if (only === undefined) return lines.some(isHunkHead) ? readDiff(lines, 'prose') : undefined;
  if (others.length > 0 || only.lines.every((line) => line.trim() === '')) return undefined;
  return { kind: 'block', lines: withoutBlankEnds(only.lines), isSuggestion: only.language === 'suggestion' };
}

interface Block {
  readonly language: string;
  readonly lines: readonly string[];
}

/** An unfinished block is cut off text, so it does not count. */
function blocksOf(lines: readonly string[]): Block[] {
  const blocks: Block[] = [];
  let open: { fence: string; language: string; first: number } | undefined;
  for (const [index, line] of lines.entries()) {
    const [, fence = '', rest = ''] = /^ {0,3}(`{3,}|~{3,})\s*(.*)$/.exec(line) ?? [];
    if (open === undefined) {
      const language = (/^[^\s`{]*/.exec(rest)?.[0] ?? '').toLowerCase();
      if (fence !== '') open = { fence, language, first: index + 1 };
    } else if (fence.startsWith(open.fence) && rest.trim() === '') {
      blocks.push({ language: open.language, lines: lines.slice(open.first, index) });
      open = undefined;
    }
  }
  return blocks;
}

function isDiff({ language, lines }: Block): boolean {
  return /^(?:diff|patch|udiff)$/.test(language) || lines.some(isHunkHead);
}

const hunkHead = /^@@(?: -(\d+)(?:,\d+)? \+\d+(?:,\d+)?)?(?: @@| \.\.\. @@|$)/;
function isHunkHead(line: string): boolean {
  return hunkHead.test(line);
}

/**
 * The numbers of lines in the heads of hunks are often wrong, so the lines themselves decide where a hunk ends. In
 * prose, a hunk ends at the first line without a mark; in a block, such a line makes the whole unreadable.
 */
function readDiff(lines: readonly string[], place: 'block' | 'prose'): Patch | undefined {
  const files: string[] = [];
  const hunks: { first: number | undefined; lines: HunkLine[] }[] = [];
  let hunk: { first: number | undefined; lines: HunkLine[] } | undefined;
  // A diff in a block may be only its lines.
  const begins = place === 'block' && !lines.some(isHunkHead);
  for (const [index, line] of lines.entries()) {
    const name = fileHead(lines, index);
    if (name !== undefined) {
      files.push(name);
      hunk = undefined;
    } else if (isHunkHead(line) || (begins && hunk === undefined && /^[-+ ]/.test(line))) {
      const first = hunkHead.exec(line)?.[1];
      hunk = { first: first === undefined ? undefined : Number(first), lines: [] };
      hunks.push(hunk);
      if (!isHunkHead(line)) hunk.lines.push(...hunkLine(line));
    } else if (hunk !== undefined && !/^\\ /.test(line)) {
      const read = hunkLine(line);
      if (read.length > 0) hunk.lines.push(...read);
      else if (/^(?:diff |index )/.test(line) || place === 'prose') hunk = undefined;
      else return undefined;
    }
  }
  const whole = hunks.map(({ first, lines: own }) => ({ first, lines: withoutEmptyEnd(own) }));
  return whole.some((one) => one.lines.some(({ kind }) => kind !== 'same'))
    ? { kind: 'diff', files, hunks: whole }
    : undefined;
}

/** `--- a/x` and the `+++ b/x` below it; either one alone may be a removed or an added line. */
function fileHead(lines: readonly string[], index: number): string | undefined {
  const [line = '', before = '', after = ''] = [lines[index], lines[index - 1], lines[index + 1]];
  const isPair =
    (line.startsWith('--- ') && after.startsWith('+++ ')) || (line.startsWith('+++ ') && before.startsWith('--- '));
  if (!isPair) return undefined;
  const name = line.slice(4).split('\t')[0]?.trim() ?? '';
  return name.replace(/^[ab]\//, '');
}

/** Empty when the line has no mark. Editors remove the only space of an empty line. */
function hunkLine(line: string): HunkLine[] {
  if (line === '') return [{ kind: 'same', text: '' }];
  const kind = ({ ' ': 'same', '-': 'removed', '+': 'added' } as const)[line.charAt(0)];
  return kind === undefined ? [] : [{ kind, text: line.slice(1) }];
}

/** Empty lines after the last one with a mark belong to the text around the diff. */
function withoutEmptyEnd(lines: readonly HunkLine[]): HunkLine[] {
  const last = lines.findLastIndex(({ kind, text }) => kind !== 'same' || text !== '');
  return lines.slice(0, last + 1);
}

function withoutBlankEnds(lines: readonly string[]): string[] {
  const isText = (line: string) => line.trim() !== '';
  return lines.slice(lines.findIndex(isText), lines.findLastIndex(isText) + 1);
}
