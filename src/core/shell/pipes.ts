// The output of one part of a pipe, for a shell at the other end: the words of echo, and what cat passes on. The output
// of any other program is unknown.

import type { Input } from './reading.ts';
import { programName, type ShellWord } from './word.ts';

/** `programs` has the words of each program in this part, `input` is its input. */
export function outputOf(programs: readonly (readonly ShellWord[])[], input: Input): Input {
  const spoken: string[] = [];
  const files = [...input.files];
  let hidden = input.hidden;
  let changed = false;
  const completing = completes(programs[0]?.slice(1) ?? []);
  for (const [program, ...args] of programs) {
    const name = program === undefined ? null : programName(program);
    if (name !== null && speakers.has(name)) {
      if (args.some(({ value }) => value === null)) hidden = true;
      spoken.push(...textsOf(name, args));
    } else if (name === 'cat' || (name !== null && filters.has(name))) {
      files.push(...args.filter(({ value }) => value?.startsWith('-') !== true));
      changed ||= name !== 'cat';
    } else if (name === null || !silent.has(name)) {
      changed = true;
      if (name === null || !(listers.has(name) || completing)) hidden = true;
    }
  }
  const texts = [...new Set([...input.texts, ...spoken])];
  return { texts, hidden: hidden || (changed && texts.length > 0), files };
}

/** The inputs of several programs together, in any order. */
export function joined(inputs: readonly Input[]): Input {
  return {
    texts: inputs.flatMap(({ texts }) => texts),
    hidden: inputs.some(({ hidden }) => hidden),
    files: inputs.flatMap(({ files }) => files),
  };
}

const speakers: ReadonlySet<string> = new Set(['echo', 'printf', 'print', 'yes']);

/** They print what comes from elsewhere, or what a file hides. */
export const fetchers: ReadonlySet<string> = new Set(
  `curl wget fetch aria2c http https xh httpie nc ncat socat ssh ftp lynx w3m gh base64 base32 basenc xxd
  uudecode openssl gpg gunzip zcat gzip xz unxz xzcat bunzip2 bzcat zstd zstdcat`.split(/\s+/),
);

/** They pass on some of a file. */
const filters: ReadonlySet<string> = new Set('head tail sed grep sort tr tac'.split(' '));

/** They print names and numbers, which no shell runs as a program. */
const listers: ReadonlySet<string> = new Set(
  'ls find fd seq date pwd wc sort uniq cut tr column basename dirname env printenv ps du df'.split(' '),
);

/** `kubectl completion bash` prints functions for the shell. */
function completes(args: readonly ShellWord[]): boolean {
  return args.some(({ value }) => /^(?:--)?completions?$/.test(value ?? ''));
}

/** They pass on their input, or print nothing. */
const silent: ReadonlySet<string> = new Set(['tee', 'cd', 'true', ':', 'set', 'export', 'sleep', 'test', '[']);

function textsOf(name: string, args: readonly ShellWord[]): string[] {
  const known = args.flatMap(({ value }) => (value === null ? [] : [value]));
  const first = known.findIndex((word) => !/^-[neEr]+$/.test(word));
  const words = first === -1 ? [] : known.slice(first);
  const whole = name === 'printf' ? formatted(words) : words.join(' ');
  const raw = [...words, whole];
  return [...raw, ...raw.map(unescaped)];
}

/** Fills the format with the other words, repeatedly, as printf does. */
function formatted([format = '', ...args]: readonly string[]): string {
  const left = [...args];
  let text = '';
  for (let round = 0; round < 100 && (round === 0 || left.length > 0); round++) {
    const before = left.length;
    text += format.replace(/%(?:%|[-+ #0-9.]*[A-Za-z])/g, (mark) => (mark === '%%' ? '%' : (left.shift() ?? '')));
    if (left.length === before) break;
  }
  return text;
}

function unescaped(text: string): string {
  return text
    .replace(/\\x([0-9a-f]{1,2})/gi, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)))
    .replace(/\\0?([0-7]{3})/g, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 8)))
    .replaceAll('\\n', '\n')
    .replaceAll('\\t', '\t');
}
