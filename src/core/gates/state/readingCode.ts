// Whether code that an interpreter gets on the line only reads files: `python3 -c "print(json.load(open('f')))"`. Every
// name in it must be known to do no more. Code with other names counts as code that writes.

import type { Invocation } from '../../shell/programs.ts';

export function readingCode(name: string, { words, input }: Invocation): boolean {
  const [, flag, code, ...more] = words.map(({ value }) => value);
  const isPython = /^python[\d.]*$/.test(name);
  // Its second file is one that it writes.
  if (isPython && flag === '-m') return code === 'json.tool' && more.length <= 1;
  if (!isPython && name !== 'node' && name !== 'nodejs') return false;
  const given = /^-(?:c|e|p|pe|-eval|-print)$/.test(flag ?? '')
    ? [code]
    : flag === '-' || flag === undefined
      ? input.texts
      : [null];
  if (given.length === 0 || input.hidden) return false;
  return given.every((text) => text != null && text.length <= longest && isReading(text, isPython));
}

/** Longer code is not looked at. */
const longest = 4000;

const setOf = (words: string): ReadonlySet<string> => new Set(words.split(' '));

/** None of them calls a function that it is given, except those of `options`. */
const calls = setOf(
  'print load loads open len get read readlines range sorted enumerate items keys values entries str int list dict set sum min max any all zip join split strip format dumps readFileSync parse stringify log slice includes toString trim exit getenv listdir exists isfile isdir getsize getmtime expanduser basename dirname existsSync readdirSync statSync homedir resolve if for while in and or not',
);

/** What may be used of these, and nothing else: a function can also be called by another one that gets it. */
const modules: Readonly<Record<string, RegExp>> = {
  json: /^\.(?:loads?|dumps)\b/,
  sys: /^\.(?:argv|stdin|stdout|stderr|exit)\b/,
  os: /^\.(?:environ|getenv|listdir|homedir|path\.(?:join|exists|isfile|isdir|getsize|getmtime|expanduser|basename|dirname))\b/,
  fs: /^\.(?:readFileSync|existsSync|readdirSync|statSync)\b/,
  path: /^\.(?:join|resolve|basename|dirname)\b/,
  process: /^\.(?:argv|env|exit)\b/,
  JSON: /^\.(?:parse|stringify)\b/,
  console: /^\.(?:log|error)\b/,
  Object: /^\.(?:keys|values|entries)\b/,
};

const keywords = setOf(
  'if else elif for while in of is not and or with as True False None true false null undefined const let var break continue pass try except finally print len range sorted enumerate str int list dict set sum min max any all zip open exit',
);

/** Options of calls. `key`, `default`, `object_hook` and their like are functions that the call runs. */
const options = setOf('indent sep end file encoding errors reverse ensure_ascii sort_keys separators flush');

function isReading(code: string, isPython: boolean): boolean {
  const loaded = withoutModules(code, isPython);
  // Text in quotes calls nothing; a template of JavaScript and an f-string may.
  const plain = loaded.replace(/(?:\b(?:[rbu]|rb|br))?(?:'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*")/gi, "''");
  if (/[`@\\]|[^\t\n -~]|\w''|\*\*|=>|\bconstructor\b|__/.test(plain) || /['"]/.test(plain.replaceAll("''", '')))
    return false;
  // In a comment or a pattern of JavaScript, quotes hold no text.
  if (isPython ? plain.includes('#') : plain.includes('/')) return false;
  const called = [...plain.matchAll(/([\w$]+|[\])'}])\s*(?:\?\.)?\(/g)].map(([, word = '']) => word);
  if (!called.every((word) => calls.has(word))) return false;
  const opened = plain.replace(/(?<![\w.$]|\.\s+)open\(\s*(?:os\.path\.join\([\w.[\]', ]*\)|[\w.[\]'+ ]+)\s*\)/g, '()');
  if (/\bopen\b/.test(opened)) return false;
  if ([...plain.matchAll(/[(,]\s*(\w+)\s*=(?!=)/g)].some(([, word = '']) => !options.has(word))) return false;
  return namesAreKnown(plain);
}

/** Without the lines that load a module which is known here. */
function withoutModules(code: string, isPython: boolean): string {
  if (isPython)
    return code.replace(/(^|[;\n])[ \t]*import +(?:json|sys|os)(?: *, *(?:json|sys|os))*[ \t]*(?=[;\n]|$)/g, '$1');
  return code
    .replace(/\b(?:const|let|var) +(?:fs|\{ *readFileSync *\}) *= *require\((['"])(?:node:)?fs\1\)/g, '')
    .replace(/(?<![\w.$])require\((['"])(?:node:)?fs\1\)(?=\.readFileSync\()/g, 'fs')
    .replace(/(?<![\w.$])require\((['"])[\w./-]+\.json\1\)/g, "('')");
}

/** Names of the code's own are fine, unless they take the place of others. */
function namesAreKnown(plain: string): boolean {
  const bound = [
    ...plain.matchAll(/(?<![\w.$])([A-Za-z_]\w*)\s*:?=(?!=)/g),
    ...plain.matchAll(/\b(?:for|as|const|let|var)\s+([A-Za-z_]\w*)/g),
    ...plain.matchAll(/\bfor\s+[A-Za-z_]\w*\s*,\s*([A-Za-z_]\w*)/g),
  ].map(([, name = '']) => name);
  const own = new Set(bound.filter((name) => !options.has(name)));
  if ([...own].some((name) => calls.has(name) || keywords.has(name) || Object.hasOwn(modules, name))) return false;
  return [...plain.matchAll(/(?<![\w.$])[A-Za-z_$][\w$]*/g)].every(({ 0: name, index }) => {
    const used = Object.hasOwn(modules, name) ? modules[name] : undefined;
    if (used !== undefined) return used.test(plain.slice(index + name.length, index + name.length + 20));
    return own.has(name) || keywords.has(name) || options.has(name) || name === 'readFileSync';
  });
}
