// Which programs only read the files that their words name. To write what Party guards there are more programs than any
// list could name, so the list is of those that read: every other program counts as one that writes.

import { isInterpreter } from '../../shell/kinds.ts';
import { launchers, shells } from '../../shell/launchers.ts';
import { launched } from '../../shell/options.ts';
import type { Invocation } from '../../shell/programs.ts';
import { programName, type ShellWord } from '../../shell/word.ts';
import { guardedAct } from '../guardedActs.ts';
import { readingCode } from './readingCode.ts';

const readers: ReadonlySet<string> = new Set(
  `cat bat ls du stat file head tail more wc nl tac rev cut tr column fold grep egrep fgrep zgrep rg ag ack jq
  diff cmp comm cksum md5sum sha1sum sha256sum sha512sum shasum md5 od hexdump strings readlink realpath basename dirname
  echo printf print test [ true false : cd pushd popd chdir pwd export declare typeset local readonly set unset read mapfile
  readarray exit return which type hash sleep wait source .`.split(/\s+/),
);

/** Party's own programs keep their own files. */
const own: ReadonlySet<string> = new Set(['party', 'tmux-team', 'tmux-codex.sh', 'tmux-codex', 'tmux-claude.sh']);

/** False for every program that is not known. */
export function onlyReads(invocation: Invocation): boolean {
  const [program, ...args] = invocation.words;
  const name = program === undefined ? null : programName(program);
  if (name === null) return false;
  if (readers.has(name)) return true;
  // `node …/dist/cli.cjs` is the program `party`.
  const isParty = isInterpreter(name) && args[0] !== undefined && programName(args[0]) === 'cli.cjs';
  if (own.has(name) || isParty) return !hasOption(args, /^--out(?:put)?(?:=|$)/);
  if (['sort', 'less', 'tree'].includes(name)) return !hasOption(args, /^-[a-z]*o|^--(?:o|log)/i);
  if (name === 'find') return !hasOption(args, /^-(?:delete|fprint.*|fls)$/);
  if (name === 'sed') return guardedAct(invocation) === undefined && args.some(isPlainSed) && !args.some(mayWrite);
  if (name === 'git') return gitReads(args);
  if (name === 'gh') return !hasOption(args, /^(?:download|clone|-D|--dir|--output|-O|-C)/);
  if (isInterpreter(name)) return readingCode(name, invocation);
  return isOnlyLauncher(name, args);
}

/** The programs that these run are invocations of their own. */
function isOnlyLauncher(name: string, args: readonly ShellWord[]): boolean {
  if (shells.has(name) || name === 'eval' || name === 'trap' || name === 'alias') return true;
  return Object.hasOwn(launchers, name) && !hasOption(args, /^(?:-o|--output)/) && name !== 'chroot';
}

function hasOption(args: readonly ShellWord[], form: RegExp): boolean {
  return args.some(({ value, head }) => form.test(value ?? head));
}

/** `1,20p` and its like: no command of sed that writes a file or runs a program. */
function isPlainSed({ value }: ShellWord): boolean {
  return /^(?:\d+|\$)?(?:,(?:\d+|\$))?[pdq=]$|^\/[\w .:-]+\/[pd]$/.test(value ?? '');
}

function mayWrite({ value }: ShellWord): boolean {
  return value === null || /^-(?!n$|-quiet$)|\s/.test(value);
}

const gitVerbs: ReadonlySet<string> = new Set(
  'add blame commit diff grep log merge-base push rev-list rev-parse shortlog show status tag notes hash-object'.split(
    ' ',
  ),
);

function gitReads(words: readonly ShellWord[]): boolean {
  const { words: rest, options } = launched(words, {
    valued: ['-C', '-c', '--git-dir', '--work-tree', '--config-env'],
  });
  if (options.some(({ name }) => name !== '--no-pager' && name !== '-P' && name !== '-C')) return false;
  const [verb, ...args] = rest;
  return verb?.value != null && gitVerbs.has(verb.value) && !hasOption(args, /^(?:--output|-o$)/);
}
