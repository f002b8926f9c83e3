// Quotes text from outside for an agent. Each line stands behind a bar, so that the text cannot pass for an
// instruction, a heading or the form of an answer.

import { shorten } from './cut.ts';
import { withoutControls } from './outsideText.ts';

/** Puts a bar before each line; an empty text gives no lines. */
export function bar(text: string): string[] {
  return text === '' ? [] : text.split(lineBreak).map((line) => `| ${line}`.trimEnd());
}

/** Every kind of line break counts: text after any of them must not stand where Party's own words do. */
const lineBreak = /\r\n|[\n\r\v\f\u0085\u2028\u2029]/;

/** Without control characters, of limited length, and behind bars. */
export function quote(text: string, longest: number): string[] {
  return bar(shorten(withoutControls(text).trim(), longest));
}

/** Puts its number in the file and a bar before each line. */
export function number(lines: readonly string[]): string[] {
  const width = String(lines.length).length;
  return lines.map((line, index) => {
    const plain = withoutControls(line).replace(new RegExp(lineBreak, 'g'), ' ');
    return `${String(index + 1).padStart(width)}| ${plain}`.trimEnd();
  });
}
