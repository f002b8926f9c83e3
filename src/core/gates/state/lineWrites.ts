// What a line of Bash would write of what Party guards, as far as its words say. A program that is not known to read
// (onlyReads.ts) may write every file that its words name, also inside an option or a piece of code.

import type { FileWrite, Invocation, ShellLine } from '../../shell/programs.ts';
import { programName, type ShellWord } from '../../shell/word.ts';
import { type Denial, deny } from '../denial.ts';
import { areAnswers, denyWrite, holds, isGuarded, type StateGateFacts } from '../stateGate.ts';
import { withoutQuotes } from '../words.ts';
import { onlyReads } from './onlyReads.ts';

/** Undefined when the line writes nothing there. */
export async function denyStateWrite(
  command: string,
  line: Pick<ShellLine, 'invocations' | 'writes'>,
  cwd: string,
  facts: StateGateFacts,
): Promise<Denial | undefined> {
  const isNamed = namesGuarded(command, facts.guarded);
  const seen = { ...facts, cwd, isNamed, globs: /[*?[{]/.test(command) };
  const acts = line.invocations.filter((one) => !onlyReads(one));
  const writes = [...line.writes.map(asTouch), ...acts.flatMap(touchesOf)];
  for (const touch of writes) {
    const denial = await denyTouch(touch, seen);
    if (denial !== undefined) return denial;
  }
  return undefined;
}

interface Seen extends StateGateFacts {
  readonly cwd: string;
  /** The line names something that Party guards. */
  readonly isNamed: boolean;
  readonly globs: boolean;
}

/** A word that may name a file which the line writes. */
interface Touch extends FileWrite {
  /** The program is known to write this very file, so that an unknown name may be any. */
  readonly certain: boolean;
  /** It takes away what is in a folder. */
  readonly removes: boolean;
  /** It puts files of any name into a folder. */
  readonly fills: boolean;
}

function asTouch(write: FileWrite): Touch {
  return { ...write, certain: true, removes: false, fills: false };
}

/** They take away, or put something else in the place of, whole folders. */
const removers: ReadonlySet<string> = new Set('rm rmdir unlink shred mv ln rename trash'.split(' '));

/** codex-gate.sh uses these words too. */
export const writerNames: readonly string[] = [
  ...removers,
  ...'cp install rsync scp tee truncate sponge dd touch chmod chown mkdir patch ed ex split tar unzip'.split(' '),
];

const writers: ReadonlySet<string> = new Set(writerNames);

/** They only read the files before the last one. */
const copiers: ReadonlySet<string> = new Set(['cp', 'install', 'rsync', 'scp', 'gcp', 'ginstall']);

function touchesOf(invocation: Invocation): Touch[] {
  const { words, places, input } = invocation;
  const [program, ...args] = words;
  const name = program === undefined ? null : programName(program);
  const touch = (target: ShellWord): Touch => ({
    ...{ target, places },
    certain: name === null || writers.has(name),
    removes: name !== null && removers.has(name),
    fills:
      name !== null &&
      copiers.has(name) &&
      args.some(({ value }) => /^-[a-zA-Z]*[rRa]|^--(?:rec|arch)/.test(value ?? '')),
  });
  const codes = input.texts.map((text): ShellWord => ({ value: text, head: text, tail: text, many: false }));
  // `.` is where it runs: a relative name in its own files is a file of that folder.
  const here: ShellWord = { value: '.', head: '.', tail: '.', many: false };
  const written = name !== null && copiers.has(name) ? copied(args) : [...args, ...codes];
  return [{ ...touch(here), removes: false }, ...written.map(touch)];
}

/** With an option that makes links, the sources get a second name, by which they can be written. */
function copied(args: readonly ShellWord[]): readonly ShellWord[] {
  if (args.some(({ value }) => /^(?:-[a-zA-Z]*[ls]|--(?:link|symbolic-link|remove-source))/.test(value ?? '')))
    return args;
  const operands = args.filter(({ value }) => !value?.startsWith('-'));
  const [target] = operands.slice(-1);
  const options = args.filter(
    ({ value }, at) => value?.startsWith('-') || /^-[a-zA-Z]*t$/.test(args[at - 1]?.value ?? ''),
  );
  return [
    ...options,
    ...(target === undefined ? [] : [target, ...operands.slice(0, -1).flatMap((one) => into(target, one))]),
  ];
}

/** `cp a/config.json DIR` writes DIR/config.json. */
function into(folder: ShellWord, { value }: ShellWord): ShellWord[] {
  const name = value?.replace(/\/+$/, '').split('/').at(-1) ?? '';
  if (folder.value === null || name === '') return [];
  const path = `${folder.value}/${name}`;
  return [{ value: path, head: path, tail: path, many: false }];
}

async function denyTouch({ target, places, certain, removes, fills }: Touch, seen: Seen): Promise<Denial | undefined> {
  const { guarded, pathsOf, cwd, isNamed } = seen;
  if (target.value === null) return mayBeGuarded({ target, places, certain }, seen) ? unseenWrite : undefined;
  if (places === null && certain && isNamed && /^[^/-]/.test(target.value) && target.value !== '.') return unseenWrite;
  const isMeant = (path: string) =>
    isGuarded(path, guarded) || (removes && holds(path, guarded)) || (fills && holdsFile(path, guarded));
  for (const place of places ?? [cwd]) {
    for (const text of pathsIn(target.value)) {
      const inside = pathsOf(place, text).filter(isMeant);
      if (inside.length > 0 && !(await areAnswers(inside, seen))) return denyWrite(text === '.' ? place : text);
    }
  }
  return undefined;
}

/** A folder in which one file is guarded, and not the folder. */
function holdsFile(folder: string, guarded: readonly string[]): boolean {
  return guarded.some((place) => place.endsWith('.json') && place.slice(0, place.lastIndexOf('/')) === folder);
}

const unseenWrite = deny(
  'Only Party writes the files that this line names, and Party cannot see which file the line writes. Write the name of that file literally, without variables, globs and substitutions, or use two calls: one that reads, one that writes',
);

/** A glob, a variable or a substitution that may stand for something that Party guards. */
function mayBeGuarded({ target, places, certain }: Pick<Touch, 'target' | 'places' | 'certain'>, seen: Seen): boolean {
  const { guarded, isNamed, globs, cwd } = seen;
  const { head, tail } = target;
  const option = head.replace(/^(?:-{1,2}[\w-]+=?|\w+=)(?=\/|$)/, '');
  if (option === '' && certain && isNamed) return true;
  if (!option.startsWith('/') && !certain) return false;
  const starts = option.startsWith('/') ? [option] : (places ?? [cwd]).map((place) => `${place}/${option}`);
  if (starts.some((start) => isGuarded(start, guarded))) return true;
  const fits = (place: string) =>
    starts.some((start) => place.startsWith(start)) && (tail.includes('/') || place.endsWith(tail));
  return (globs || isNamed) && guarded.some(fits);
}

/** The word itself, and the paths in it: `--output=/a`, `-o/a`, `open("/a", "w")`. */
function pathsIn(word: string): string[] {
  const parts = word.split(/[\s"'`=,;:<>|&(){}[\]!]+/).filter((part) => part.includes('/'));
  const glued = /^-[a-zA-Z]+(\/.*)$/s.exec(word)?.[1];
  return [...new Set([word, ...parts, ...(glued === undefined ? [] : [glued])])].filter((part) => part !== '');
}

/** Also the beginning of a name that a glob completes: `~/.tmux-t*`. */
const ownWords =
  /PARTY_(?:HOME|STATE_ROOT|SESSION)|\bparty-\w|\.tmux-team\b|~\/\.(?:t|local\/s)|XDG_(?:STATE|CONFIG)_HOME/;

function namesGuarded(command: string, guarded: readonly string[]): boolean {
  const plain = withoutQuotes(command);
  return ownWords.test(plain) || guarded.some((place) => plain.includes(place));
}
