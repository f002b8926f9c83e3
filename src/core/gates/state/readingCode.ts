// Whether code that an interpreter gets on the line only reads files: `python3 -c "print(json.load(open('f')))"`.

import type { Invocation } from '../../shell/programs.ts';

/** Only for code that consists of calls of these. Everything else could write. */
const calls =
  'print load loads open len get read readlines range sorted enumerate items keys values str int list dict set sum min max any all zip join split strip format dumps require readFileSync parse stringify log map filter forEach slice includes toString trim exit if for while';

const reading: ReadonlySet<string> = new Set(calls.split(' '));

export function readingCode(name: string, { words, input }: Invocation): boolean {
  const [, flag, code, ...more] = words.map(({ value }) => value);
  if (/^python[\d.]*$/.test(name) && flag === '-m') return code === 'json.tool' && more.length <= 1;
  if (!/^(?:python[\d.]*|node|nodejs)$/.test(name)) return false;
  const given = /^-(?:c|e|p|pe|-eval|-print)$/.test(flag ?? '')
    ? [code]
    : flag === '-' || flag === undefined
      ? input.texts
      : [null];
  return given.length > 0 && !input.hidden && given.every((text) => text != null && isReading(text));
}

function isReading(code: string): boolean {
  // Text in quotes calls nothing; a template of JavaScript and an f-string may.
  if (/[`@]|\b[rb]?f[rb]?['"]/i.test(code)) return false;
  const plain = code.replace(/'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"/g, "''");
  const called = [...plain.matchAll(/([\w$]+|[\])])\s*(?:\?\.)?\(/g)].map(([, word = '']) => word);
  if (!called.every((word) => reading.has(word))) return false;
  // A name that means something else, an open with a mode, or a call by another way.
  if (
    /\b(?:as|def|class|const|let|var|function|import)\s+(?:\w+\s*,\s*)*(?:print|open|load|log|read|exit)\b/.test(plain)
  )
    return false;
  if (
    /\b(?:print|open|load|loads|log|read|get|require)\s*=(?!=)/.test(plain) ||
    /=>|\blambda\b|\bexec\b|\beval\b/.test(plain)
  )
    return false;
  return !/\bopen\s*\([^()]*,|\bopen\s*\(\s*\*/.test(plain);
}
