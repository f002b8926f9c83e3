// Claude's permission dialog as its pane shows it (2.1.325): a ruler, what kind of call it is, the call between two dotted
// rulers, the question, and numbered options. Party answers it for a person in the editor, and looks here whether the
// dialog is still the one that the person saw.

import type { AgentQuestion } from './question.ts';

export type QuestionAnswer = 'allow' | 'deny';

/** The rows of the dialog, as the pane has them. */
interface PermissionDialog {
  readonly head: readonly string[];
  readonly call: readonly string[];
  readonly options: readonly DialogOption[];
  readonly width: number;
}

interface DialogOption {
  readonly key: '1' | '2' | '3' | '4';
  readonly text: string;
}

/**
 * The key for this answer to this question. Undefined when the pane shows another dialog, not all of it, or none that
 * Party knows. Only a plain "Yes" allows: the options between it and "No" allow more than this one call.
 */
export function answerKey(
  screen: string,
  question: AgentQuestion,
  answer: QuestionAnswer,
): DialogOption['key'] | undefined {
  const dialog = permissionDialog(screen);
  if (dialog === undefined || checks[question.tool]?.(dialog, question) !== true) return undefined;
  const { options } = dialog;
  const [yes, no] = [options[0], options.at(-1)];
  const inOrder = options.every(({ key }, index) => key === String(index + 1));
  if (!inOrder || yes?.text !== 'Yes' || no === undefined || !/^No(?:,|$)/.test(no.text)) return undefined;
  return answer === 'allow' ? yes.key : no.key;
}

/** Whether the dialog shows this call and all of it, by the tool. A dialog of which the pane shows a part is not answered. */
const checks: Readonly<Record<string, (dialog: PermissionDialog, question: AgentQuestion) => boolean>> = {
  // Below its heading the dialog may have a tip, and what the command is for.
  Bash: ({ head, call, width }, { text }) =>
    head[0] === 'Bash command' && showsLines(call, text.trimEnd().split('\n'), width),
  // For an existing file, the dialog shows only what changes.
  Write: ({ head, call }, question) => isAbout(head, 'Create file', question) && showsFile(call, question.more),
  Edit: ({ head, call }, question) => isAbout(head, 'Edit file', question) && showsEdit(call, question.more),
  WebFetch: ({ head, call, width }, { text, more }) =>
    head[0] === 'Fetch' && showsLines(call, [`url: ${text}`, ...`prompt: ${more}`.trimEnd().split('\n')], width),
};

/** The dialog names the file from the folder of Claude, in one row. */
function isAbout(head: readonly string[], heading: string, { text, cwd }: AgentQuestion): boolean {
  const [first, path, ...others] = head;
  if (first !== heading || path === undefined || others.length > 0) return false;
  return path === text || (cwd !== undefined && !path.startsWith('/') && resolved(`${cwd}/${path}`) === text);
}

function resolved(path: string): string {
  const names: string[] = [];
  for (const name of path.split('/')) {
    if (name === '..') names.pop();
    else if (name !== '' && name !== '.') names.push(name);
  }
  return `/${names.join('/')}`;
}

/** Each row is one line, or a part of one that the pane had to wrap at a blank. The rows of a long command have a bar. */
function showsLines(call: readonly string[], lines: readonly string[], width: number): boolean {
  const margin = call.every((row) => row.startsWith(' │')) ? 3 : 1;
  const rows = call.map((row) => row.slice(margin));
  // The width of other characters is not known.
  const isPlain = lines.every((line) => /^[ -~]*$/.test(line));
  if (!call.every((row) => row.startsWith(' ')) || (rows.length > 1 && !isPlain)) return false;
  const shown = rows.map(
    (row, index) => `${index === 0 ? '' : breakAfter(rows[index - 1] ?? '', row, width - margin - 1)}${row}`,
  );
  return shown.join('') === lines.map((line) => line.trimEnd()).join('\n');
}

/**
 * What stands between two rows: a line break where the next word had room in the row, else a blank. A row without any room
 * left may end within a word: NUL, which no text has.
 */
function breakAfter(row: string, next: string, place: number): string {
  if (row.length >= place) return '\0';
  const [word = ''] = /^\S*/.exec(next) ?? [];
  return row.length + 1 + word.length > place ? ' ' : '\n';
}

/** A new file: all its lines, numbered. */
function showsFile(call: readonly string[], content: string): boolean {
  const lines = content.replace(/\n$/, '').split('\n');
  const margin = /^ *1(?= |$)/.exec(call[0] ?? '')?.[0].length ?? 0;
  const rows = lines.map((line, index) => `${String(index + 1).padStart(margin)} ${line}`.trimEnd());
  return content.trim() !== '' && rows.join('\n') === call.join('\n');
}

/** The lines around the change, before and after it, differ by just this edit. */
function showsEdit(call: readonly string[], more: string): boolean {
  const margin = /^ *\d+ (?=[-+ ])/.exec(call[0] ?? '')?.[0].length ?? 0;
  const rows = call.map((row) => row.padEnd(margin + 1));
  const isNumbered = rows.every((row) => /^ *\d+ $/.test(row.slice(0, margin)) && /[-+ ]/.test(row.charAt(margin)));
  const signed = more.split('\n');
  const [old, fresh] = [linesWith(signed, '-'), linesWith(signed, '+')];
  const unsigned = rows.map((row) => row.slice(margin));
  const [before, after] = [linesWith(unsigned, '-', ' '), linesWith(unsigned, '+', ' ')];
  if (!isNumbered || old === '') return false;
  for (let at = before.indexOf(old); at >= 0; at = before.indexOf(old, at + 1)) {
    if (`${before.slice(0, at)}${fresh}${before.slice(at + old.length)}` === after) return true;
  }
  return false;
}

function linesWith(lines: readonly string[], ...signs: readonly string[]): string {
  return lines
    .filter((line) => signs.includes(line.charAt(0)))
    .map((line) => line.slice(1))
    .join('\n');
}

function permissionDialog(screen: string): PermissionDialog | undefined {
  const shown = screen.split('\n').map((row) => row.trimEnd());
  const rows = shown.map((row) => row.trim());
  const first = rows.findLastIndex((row) => /^(?:❯ *)?1\. /.test(row));
  const question = blockBefore(rows, first);
  // Claude indents all that it shows between its rulers, so no command can draw one.
  const [opening = -1, last = -1, ...others] = shown.flatMap((row, index) => (isDotted(row) ? [index] : []));
  const ruler = shown.findLastIndex(isRuler);
  const isWhole = ruler >= 0 && ruler < opening && opening < last && last < question.start && others.length === 0;
  if (!isWhole || !/^Do you want to .*\?$/.test(question.text) || !isLast(rows.slice(first))) return undefined;
  return {
    head: rows.slice(ruler + 1, opening),
    call: shown.slice(opening + 1, last),
    options: optionsIn(rows.slice(first)),
    width: shown[ruler]?.length ?? 0,
  };
}

/**
 * Below an open dialog there are only its keys. With anything else below, it was answered and is just earlier output.
 */
function isLast(rows: readonly string[]): boolean {
  const end = rows.indexOf('');
  return end < 0 || rows.slice(end).every((row) => row === '' || row.startsWith('Esc to cancel'));
}

const isRuler = (row: string) => /^─{10,}$/.test(row);
const isDotted = (row: string) => /^╌{10,}$/.test(row);

function lastBefore(rows: readonly string[], end: number, is: (row: string) => boolean): number {
  return rows.slice(0, Math.max(0, end)).findLastIndex(is);
}

/** The rows of the question, which a narrow pane wraps. */
function blockBefore(rows: readonly string[], end: number): { readonly start: number; readonly text: string } {
  const start = lastBefore(rows, end, (row) => row === '' || isDotted(row)) + 1;
  return { start, text: rows.slice(start, Math.max(0, end)).join(' ') };
}

/** Empty unless exactly one is chosen. The rows of a long option, which the pane wraps, come before the next number. */
function optionsIn(rows: readonly string[]): DialogOption[] {
  const end = rows.indexOf('');
  const block = end < 0 ? rows : rows.slice(0, end);
  if (block.filter((row) => row.startsWith('❯')).length !== 1) return [];
  return block.flatMap((row) => {
    const [, key, text = ''] = /^(?:❯ *)?([1-4])\. +(.*)$/.exec(row) ?? [];
    return key === undefined ? [] : [{ key: key as DialogOption['key'], text }];
  });
}
