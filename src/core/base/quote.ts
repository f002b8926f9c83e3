// Words of others in a text that an agent reads. Each of their lines stands behind a bar, so that none of them can pass
// for an instruction, for a heading, or for the form of an answer.

import { shorten } from './cut.ts';
import { withoutControls } from './outsideText.ts';

/** Each line behind a bar; nothing for an empty text. */
export function bar(text: string): string[] {
  return text === '' ? [] : text.split(lineBreak).map((line) => `| ${line}`.trimEnd());
}

/** Every kind counts: nothing behind one of them may stand where our own words do. */
const lineBreak = /\r\n|[\n\r\v\f\u0085\u2028\u2029]/;

/** Without what a terminal acts on, of bounded length, and behind bars. */
export function quote(text: string, longest: number): string[] {
  return bar(shorten(withoutControls(text).trim(), longest));
}

/** Lines as they are numbered in their file, each behind its number and a bar. */
export function number(lines: readonly string[]): string[] {
  const width = String(lines.length).length;
  return lines.map((line, index) => {
    const plain = withoutControls(line).replace(new RegExp(lineBreak, 'g'), ' ');
    return `${String(index + 1).padStart(width)}| ${plain}`.trimEnd();
  });
}
