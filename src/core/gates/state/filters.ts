// Whether sed and awk only read, by the code that they get on the line. What is not known counts as writing.

import type { ShellWord } from '../../shell/word.ts';

/** GNU sed takes options also after its files. */
export function sedReads(args: readonly ShellWord[]): boolean {
  const scripts: (string | null)[] = [];
  const operands: ShellWord[] = [];
  for (let at = 0; at < args.length; at++) {
    const word = args[at];
    const { value } = word ?? { value: null };
    if (value === '-e' || value === '--expression') scripts.push(args[++at]?.value ?? null);
    else if (/^-[nErsuz]*e$/.test(value ?? '')) scripts.push(args[++at]?.value ?? null);
    else if (/^-(?:[nErsuz]+|-quiet|-silent|-regexp-extended|-)$/.test(value ?? '')) continue;
    else if (value?.startsWith('-') && value !== '-') return false;
    else if (word !== undefined) operands.push(word);
  }
  if (scripts.length === 0) scripts.push(operands.shift()?.value ?? null);
  return scripts.every((script) => script !== null && isPlainSed(script)) && operands.every(isFile);
}

/** A name that the shell completes is no option when a folder stands in it. */
function isFile({ value, head, tail }: ShellWord): boolean {
  return value !== null || head.startsWith('/') || tail.startsWith('/');
}

// A bracket must not hold the end of the pattern: the kinds of sed disagree about it.
const pattern = (end: string) =>
  String.raw`(?:\\.|\[\^?\[:\w+:\]\]|\[\^?(?!${end})[^[\n](?:(?!${end})[^\][\n])*\]|(?!${end})[^\\[\n])*`;
const address = String.raw`(?:\d+(?:~\d+)?|\$|/${pattern('/')}/I?)`;
const substitute = String.raw`s([/|#,:@!~%])${pattern(String.raw`\1`)}\1(?:\\.|(?!\1)[^\\\n])*\1[gpiI0-9]*`;

/** One command that writes no file and runs no program: `1,20p`, `/a/d`, `s/a/b/g`. */
const plainCommand = new RegExp(
  String.raw`\s*(?:${address}(?:,(?:${address}|\+\d+))?)?\s*!?\s*(?:[pdqQDPNnGghHxl=]|${substitute})[ \t]*(?:[;\n]\s*|$)`,
  'y',
);

function isPlainSed(script: string): boolean {
  if (script.length > longest) return false;
  plainCommand.lastIndex = 0;
  while (plainCommand.test(script)) if (plainCommand.lastIndex === script.length) return true;
  return false;
}

/** Longer code is not looked at. */
const longest = 2000;

/** awk takes no options after its program. */
export function awkReads(args: readonly ShellWord[]): boolean {
  let at = 0;
  for (; at < args.length; at++) {
    const { value = null, head = '', many = false } = args[at] ?? {};
    if (value === '--') {
      at++;
      break;
    }
    if (value === '-F' || value === '-v') {
      if (args[++at]?.many !== false) return false;
    } else if (/^-(?:F.|v[A-Za-z_]\w*=)/s.test(value ?? head) && !many) continue;
    else break;
  }
  const code = args[at]?.value ?? null;
  if (code === null || code.startsWith('-') || code.length > longest) return false;
  return !/[>|@]|system|getline/.test(code.replaceAll('||', ''));
}
