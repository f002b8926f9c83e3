// Which programs only read the files that their words name. To write what Party guards there are more programs than any
// list could name, so the list is of those that read: every other program counts as one that writes.

import { isInterpreter, namesCommand } from '../../shell/kinds.ts';
import { launchers, shells } from '../../shell/launchers.ts';
import { launched } from '../../shell/options.ts';
import type { Invocation } from '../../shell/programs.ts';
import type { Given } from '../../shell/scope.ts';
import { programName, type ShellWord } from '../../shell/word.ts';
import { awkReads, sedReads } from './filters.ts';
import { readingCode } from './readingCode.ts';

const readers: ReadonlySet<string> = new Set(
  `cat ls du stat head tail wc nl tac rev cut tr column fold grep egrep fgrep zgrep jq base64 paste
  diff cmp comm cksum md5sum sha1sum sha256sum sha512sum shasum md5 od hexdump strings readlink realpath basename dirname
  echo printf print test [ true false : cd pushd popd chdir pwd export declare typeset local readonly set unset read
  exit return which type hash sleep wait source .`.split(/\s+/),
);

/** They read, except with these options, which write a file or run a program. GNU programs accept beginnings. */
const writingOptions: Readonly<Record<string, RegExp>> = {
  ack: /^--(?:pager|ackrc)/,
  ag: /^--pager/,
  bat: /^(?:--(?:pag|gen)|cache$)/,
  file: /^(?:-[a-zA-Z]*C|--c)/,
  find: /^-(?:delete|fprint.*|fls)$/,
  less: /^(?:\+[^\d/gG]|-[a-zA-Z]*[oOkT]|--(?:o|O|log|LOG|le|tag))/,
  mapfile: /^-[a-zA-Z]*C/,
  more: /^\+[^\d/]/,
  readarray: /^-[a-zA-Z]*C/,
  rg: /^--(?:pre|hostname-bin)/,
  sort: /^(?:-[a-zA-Z]*[oT]|--(?:o|co|t))/,
  tree: /^(?:-[a-zA-Z]*[oR]|--o)/,
  uniq: /^--o/,
  xxd: /^-(?:[a-z]*r|-r)/,
  yq: /^(?:-[a-zA-Z]*[is]|--(?:in|sp))/,
};

/** Their second operand is a file that they write. */
const hasOutput: ReadonlySet<string> = new Set(['uniq', 'xxd']);

/** Also the values of options, so rather too many. */
function operandsOf(args: readonly ShellWord[]): number {
  return args.filter(({ value, many }) => many || !value?.startsWith('-')).length;
}

/** Party's own programs keep their own files. */
const own: ReadonlySet<string> = new Set(['party', 'tmux-team', 'tmux-codex.sh', 'tmux-codex', 'tmux-claude.sh']);

/** False for every program that is not known. */
export function onlyReads(invocation: Invocation): boolean {
  const { words, given = [] } = invocation;
  const [program, ...args] = words;
  const name = program === undefined ? null : programName(program);
  if (name === null) return false;
  // `node …/dist/cli.cjs` is the program `party`.
  const isParty = isInterpreter(name) && args[0] !== undefined && programName(args[0]) === 'cli.cjs';
  if (own.has(name) || isParty) return !hasOption(args, /^--out(?:put)?(?:=|$)/);
  if (!isOfSystem(program) || given.some(loadsCode)) return false;
  if (readers.has(name)) return true;
  if (!given.every(isHarmless)) return false;
  const writing = Object.hasOwn(writingOptions, name) ? writingOptions[name] : undefined;
  if (writing !== undefined) return !hasOption(args, writing) && !(hasOutput.has(name) && operandsOf(args) > 1);
  if (name === 'sed') return sedReads(args);
  if (/^[gmn]?awk$/.test(name)) return awkReads(args);
  if (name === 'git') return gitReads(args);
  if (name === 'gh') return !hasOption(args, /^(?:download|clone|-D|--dir|--output|-O|-C)/);
  if (isInterpreter(name)) return readingCode(name, invocation);
  return isOnlyLauncher(words);
}

/** A file of the project can have any name, also that of a program that reads. */
function isOfSystem(program: ShellWord | undefined): boolean {
  const { value = null } = program ?? {};
  if (value === null) return false;
  return !value.includes('/') || /^\/(?:usr\/(?:local\/)?s?bin|s?bin|opt|nix|run\/current-system)\//.test(value);
}

/** Its value is code that runs inside of every program. */
function loadsCode({ name }: Given): boolean {
  return /^(?:LD|DYLD)_/.test(name);
}

/** With any other variable a program that is not as plain as cat may run another one, or write a file. */
function isHarmless({ name, value }: Given): boolean {
  if (namesCommand(name)) return /^(?:|cat|true|:|less(?: -[FRSXinq]+)*)$/.test(value?.value ?? 'unknown');
  return harmless.test(name);
}

const harmless =
  /^(?:LC_\w+|LANG\w*|TZ|TERM|\w*COLOR\w*|COLUMNS|LINES|CI|NODE_ENV|PATH|PARTY_\w+|GH_\w+|PYTHON(?:UNBUFFERED|UTF8|IOENCODING|DONTWRITEBYTECODE)|GIT_(?:AUTHOR_|COMMITTER_|TERMINAL_PROMPT|OPTIONAL_LOCKS)\w*)$/;

/** The programs that these run are invocations of their own. */
export function isOnlyLauncher([program, ...args]: readonly ShellWord[]): boolean {
  const name = (program === undefined ? null : programName(program)) ?? '';
  if (shells.has(name) || name === 'eval' || name === 'trap' || name === 'alias') return true;
  return Object.hasOwn(launchers, name) && !hasOption(args, /^(?:-o|--(?:output|res|jobl|tmp))/) && name !== 'chroot';
}

function hasOption(args: readonly ShellWord[], form: RegExp): boolean {
  return args.some(({ value, head }) => form.test(value ?? head));
}

const gitVerbs: ReadonlySet<string> = new Set(
  'add blame commit diff grep log merge-base push rev-list rev-parse shortlog show status tag notes hash-object'.split(
    ' ',
  ),
);

/** They write a file or run a program. git accepts the beginning of an option. */
const gitWriting = /^(?:--(?:out|op|ext|textc|exe|rec)|-o$|-(?![SGLCMm])[a-zA-Z]*O)/;

function gitReads(words: readonly ShellWord[]): boolean {
  const { words: rest, options } = launched(words, {
    valued: ['-C', '-c', '--git-dir', '--work-tree', '--config-env'],
  });
  if (options.some(({ name }) => name !== '--no-pager' && name !== '-P' && name !== '-C')) return false;
  const [verb, ...args] = rest;
  return verb?.value != null && gitVerbs.has(verb.value) && !hasOption(args, gitWriting);
}
