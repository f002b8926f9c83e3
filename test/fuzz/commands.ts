// Makes lines of Bash for the gate to judge. Two kinds: every allowed flag of every tool with all sorts of values, so that
// what is allowed is really tried; and attacks that are changed at random until one of them might pass.

import type { Flags } from '../../src/core/gates/plan/gateFlags.ts';
import { gitCommands, gitTool } from '../../src/core/gates/plan/gateGit.ts';
import { gateTools } from '../../src/core/gates/plan/gateTools.ts';
import { mark } from './hostile.ts';
import type { Random } from './random.ts';

/** One flag of one tool, for counting: `git log --grep`. */
export interface FlagForm {
  readonly id: string;
  readonly tool: string;
  readonly flag: string;
  readonly value: 'none' | 'optional' | 'needed' | 'digits';
}

export const flagForms: readonly FlagForm[] = [
  ...[...gateTools].flatMap(([tool, flags]) => formsOf(tool, flags)),
  ...gitCommands.flatMap((command) => formsOf(`git ${command}`, gitTool(command))),
];

export const tools: readonly string[] = [...new Set(flagForms.map(({ tool }) => tool))];

function formsOf(tool: string, flags: Flags): FlagForm[] {
  const form = (flag: string, value: FlagForm['value']) => ({ id: `${tool} ${flag}`, tool, flag, value });
  const letters = (text = '') => [...text].map((letter) => `-${letter}`);
  const names = (text = '') => text.split(' ').flatMap((name) => (name === '' ? [] : [`--${name}`]));
  return [
    ...[...letters(flags.short), ...names(flags.long)].map((flag) => form(flag, 'none')),
    ...[...letters(flags.shortOptional), ...names(flags.longOptional)].map((flag) => form(flag, 'optional')),
    ...[...letters(flags.shortValue), ...names(flags.longValue)].map((flag) => form(flag, 'needed')),
    ...(flags.number ? [form('-NUMBER', 'digits')] : []),
  ];
}

export interface Line {
  readonly text: string;
  /** The flags that it uses. */
  readonly forms: readonly string[];
}

/** A line that uses this flag: by itself, so that the tool does its work, or among others. */
export function lineWith(form: FlagForm, random: Random): Line {
  const own = flagForms.filter(({ tool }) => tool === form.tool);
  const alone = random.chance(0.3);
  const used = [form, ...(alone ? [] : Array.from({ length: random.below(4) }, () => random.pick(own)))];
  const flags = used.map((one) => spell(one, alone, random));
  const operands = alone ? plainOperands(form.tool) : operandsOf(form.tool, random);
  const words = alone || random.chance(0.8) ? [...flags, ...operands] : [...operands, ...flags];
  return { text: `${form.tool} ${words.join(' ')}`.trimEnd(), forms: used.map(({ id }) => id) };
}

function plainOperands(tool: string): string[] {
  if (['rg', 'grep', 'git grep'].includes(tool)) return ['foo', 'src/index.ts'];
  return tool.startsWith('git ') || tool === 'ls' ? [] : ['README.md'];
}

function spell({ flag, value }: FlagForm, alone: boolean, random: Random): string {
  if (value === 'digits') return `-${1 + random.below(9)}`;
  if (value === 'none' || (value === 'optional' && random.chance(0.5))) return flag;
  const text = quote(valueFor(flag, alone, random), random);
  if (flag.startsWith('--')) return value === 'optional' || random.chance(0.7) ? `${flag}=${text}` : `${flag} ${text}`;
  return value === 'optional' || random.chance(0.5) ? flag + text : `${flag} ${text}`;
}

/** What each takes, so that the tool does not give up before it has done anything. */
const values: Readonly<Record<string, readonly string[]>> = {
  '--color': ['never', 'always', 'auto'],
  '--sort': ['refname', '-committerdate', 'path', 'size', 'modified', 'none'],
  '--format': ['%h %s', '%H', '%(refname)', 'long', '%an <%ae>%n%b', 'oneline', 'fuller', 'mine', '%(trailers)'],
  '--pretty': ['oneline', 'format:%h %gd %d', 'raw', 'fuller', 'email', 'mine'],
  '--glob': ['*.ts', 'main', '!docs', 'refs/heads/*'],
  '--type': ['ts', 'md'],
  '-t': ['ts', 'md'],
  '--date': ['short', 'iso', 'relative', 'format:%Y'],
  '--since': ['2 weeks ago', '2020-01-01'],
  '--diff-algorithm': ['patience', 'minimal', 'histogram'],
  '--diff-filter': ['M', 'AD'],
  '--diff-merges': ['first-parent', 'on', 'combined', 'separate', 'off'],
  '--submodule': ['log', 'short'],
  '--ignore-submodules': ['all', 'none', 'dirty'],
  '--points-at': ['HEAD'],
  '--contains': ['HEAD'],
  '--merged': ['main'],
  '--word-diff': ['color', 'plain'],
  '--encoding': ['utf-8'],
  '-L': ['1,3:src/index.ts', ':foo:src/index.ts'],
  '-f': ['patterns.txt'],
  '--file': ['patterns.txt'],
  '--path-format': ['absolute', 'relative'],
  '--git-path': ['hooks/x', 'config'],
  '--type-add': ['web:*.html'],
  '--time-style': ['iso', '+%Y'],
  '--binary-files': ['text', 'without-match'],
  '--engine': ['auto', 'default'],
  '-E': ['utf-8'],
  '--colors': ['match:fg:red'],
  '--block-size': ['1', 'K'],
  '--column': ['never', 'always'],
  '--quoting-style': ['literal', 'c'],
  '--indicator-style': ['none', 'slash'],
  '--time': ['atime', 'ctime'],
  '--classify': ['always', 'never'],
  '--hyperlink': ['always', 'never'],
  '--total': ['always'],
  '--devices': ['skip', 'read'],
  '-D': ['skip', 'read'],
  '--directories': ['skip', 'recurse'],
  '-d': ['1', 'skip'],
  '--color-moved': ['zebra', 'plain'],
  '--color-moved-ws': ['no', 'ignore-all-space'],
  '--ws-error-highlight': ['all', 'none'],
  '--find-object': ['HEAD:README.md'],
  '--skip-to': ['src/index.ts'],
  '--rotate-to': ['src/index.ts'],
  '--porcelain': ['v1', 'v2'],
  '--untracked-files': ['all', 'no', 'normal'],
  '--ignored': ['matching', 'no', 'traditional'],
  '-u': ['all', 'no', 'normal'],
  '--notes': ['x'],
  '--decorate': ['short', 'full', 'no'],
  '--exclude-hidden': ['fetch'],
  '--max-filesize': ['1M'],
  '--path-separator': ['/'],
  '--ignore-file': ['patterns.txt'],
  '--exclude-from': ['patterns.txt'],
  '--disambiguate': ['abcd'],
  '-e': ['foo', 'ascii'],
  '--exclude': ['ascii', '*.md', 'main'],
  '--output-indicator-new': ['x'],
  '--output-indicator-old': ['x'],
  '--output-indicator-context': ['x'],
  '--dirstat': ['files', 'lines'],
};
const common = [
  '1',
  '2',
  '3',
  'foo',
  'main',
  'src',
  'auto',
  'always',
  'README.md',
  'src/index.ts',
  'docs/pla?.md',
  '.*',
];

function valueFor(flag: string, alone: boolean, random: Random): string {
  if (!alone && random.chance(0.15)) return random.pick(nasty);
  const own = values[flag];
  if (own !== undefined && random.chance(0.8)) return random.pick(own);
  return random.chance(0.1)
    ? random.pick(revisions)
    : random.pick(alone ? ['1', '2', 'foo', 'main', 'README.md'] : common);
}

const files = [
  'README.md src/index.ts src/util.ts docs/plan.md src docs . data.gz signed.txt sub .git/config missing.txt'.split(
    ' ',
  ),
  ['-n', '--output=written', '--pre=./evil.sh', 'a;b', 'with space.md', './--output=written', './-rf'],
].flat();
const revisions = [
  'HEAD',
  'HEAD~1',
  'main',
  'topic',
  'v1',
  'HEAD^{tree}',
  'main..topic',
  'main...HEAD',
  '@{0}',
  'HEAD^{}',
  ':/first',
];
/** Text that would do something if a program took it for more than text. */
const nasty = [
  `$(touch ${mark})`,
  `\`touch ${mark}\``,
  `; touch ${mark}`,
  `| tee ${mark}`,
  `> ${mark}`,
  `&& ./evil.sh`,
  '--output=written',
  '--pre=./evil.sh',
  '-O./evil.sh',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: bash would fill it in
  '${x@P}',
  '!./evil.sh',
  '*',
  '"',
  "'",
  '\\',
  '',
];

function operandsOf(tool: string, random: Random): string[] {
  const some = (list: readonly string[], most: number) =>
    Array.from({ length: random.below(most + 1) }, () => operand(random.pick(list), random));
  const dashes = random.chance(0.2) ? ['--'] : [];
  switch (tool) {
    case 'rg':
    case 'grep':
    case 'git grep':
      return [quote(random.pick(['foo', 'export', 'x|y', '^.*$', ...nasty]), random), ...dashes, ...some(files, 2)];
    case 'git diff':
    case 'git log':
    case 'git show':
      return [...some(revisions, 2), ...(random.chance(0.4) ? ['--', ...some(files, 2)] : [])];
    case 'git rev-parse':
      return some(revisions, 2);
    case 'git branch':
      return random.chance(0.3) ? ['--list', ...some(['main', 'to*', ...nasty], 1)] : some(['made', 'main'], 1);
    case 'git status':
    case 'ls':
      return [...dashes, ...some(files, 2)];
    default:
      return [...dashes, operand(random.pick(files), random), ...some(files, 1)];
  }
}

function operand(text: string, random: Random): string {
  return random.chance(0.1)
    ? random.pick(['src/*.ts', '*.md', './*', 'do?s/plan.md', '~', 'src/[iu]*.ts'])
    : quote(text, random);
}

function quote(text: string, random: Random): string {
  if (/^[\w./:~@^{}%+,=-]+$/.test(text) && !/[,{}]/.test(text) && random.chance(0.7)) return text;
  if (!text.includes("'") && random.chance(0.6)) return `'${text}'`;
  if (random.chance(0.5)) return `"${text.replace(/[\\"$`]/g, '\\$&')}"`;
  return text === '' ? "''" : text.replace(/[^\w./:@%+,=-]/g, '\\$&');
}

/** Each of them does harm when it runs as it is. */
export const attacks: readonly string[] = [
  `ls; touch ${mark}`,
  `ls $(touch ${mark})`,
  `ls "$(touch ${mark})"`,
  `ls \`touch ${mark}\``,
  `ls > ${mark}`,
  `ls\ntouch ${mark}`,
  `ls & touch ${mark}`,
  `cat README.md | tee ${mark}`,
  `touch ${mark}`,
  'rg --pre ./evil.sh foo',
  'rg --pre=./evil.sh foo src',
  'rg --hostname-bin ./evil.sh --hyperlink-format "{host}" --color always foo',
  'git log -p --output=written',
  'git diff --output written main',
  'git show --output=src/index.ts HEAD',
  'git grep -O./evil.sh foo',
  'git grep --open-files-in-pager=./evil.sh foo',
  'git branch made',
  'git branch -D topic',
  'git branch -m main other',
  'git -c core.fsmonitor=./evil.sh status',
  'git -c diff.external=./evil.sh diff',
  'git diff --ext-diff',
  'git log -p --ext-diff',
  'git show --textconv HEAD:src/index.ts',
  'git log --show-signature',
  'git log --format=%G?',
  'git -C sub status',
  'file -C -m patterns.txt',
  './evil.sh',
  'GIT_EXTERNAL_DIFF=./evil.sh git diff',
  'cat <(./evil.sh)',
  'rg foo -*',
  'git diff -*',
  'env ./evil.sh',
  'git commit --allow-empty -m x',
  'git config x.y z',
];

const splinters = [
  ' ',
  '\t',
  '\n',
  '\\',
  "'",
  '"',
  '$',
  '`',
  ';',
  '&',
  '|',
  '<',
  '>',
  '(',
  ')',
  '{',
  '}',
  '*',
  '?',
  '[',
  ']',
];
const inserts = [
  ...splinters,
  '#',
  '!',
  '~',
  '=',
  '-',
  '--',
  ' -- ',
  '%',
  '^',
  '@',
  ',',
  '..',
  '/',
  "''",
  '""',
  '$(',
  '\u00a0',
];

export function changedAttack(random: Random): string {
  let line = random.pick(attacks);
  if (random.chance(0.3)) line = `${random.pick(tools)} ${line}`;
  for (let changes = 1 + random.below(4); changes > 0; changes--) {
    const at = random.below(line.length + 1);
    const kind = random.below(4);
    if (kind === 0) line = line.slice(0, at) + random.pick(inserts) + line.slice(at);
    else if (kind === 1) line = line.slice(0, at) + line.slice(at + 1 + random.below(3));
    else if (kind === 2) line = wrap(line, at, random);
    else line = `${line} ${random.pick([random.pick(attacks), ...files, ...nasty])}`;
  }
  return line;
}

/** Puts a part of it between quotes. */
function wrap(line: string, at: number, random: Random): string {
  const end = Math.min(line.length, at + 1 + random.below(12));
  const sign = random.pick(["'", '"']);
  return line.slice(0, at) + sign + line.slice(at, end) + sign + line.slice(end);
}
