// What a line of Bash would write of what Party guards, as far as its words say. A program that is not known to read
// (onlyReads.ts) may write every file that its words and its variables name, also inside an option or a piece of code.

import type { FileWrite, Invocation, ShellLine } from '../../shell/programs.ts';
import { type Given, resolvePath } from '../../shell/scope.ts';
import { literal, programName, type ShellWord } from '../../shell/word.ts';
import { type Denial, deny } from '../denial.ts';
import { areAnswers, denyWrite, holdsGuarded, isGuarded, type StateGateFacts } from '../stateGate.ts';
import { codeNamesGuarded } from './codeNames.ts';
import { globCompletes, namesGuarded, usesOwnVariable } from './named.ts';
import { isOnlyLauncher, onlyReads } from './onlyReads.ts';
import { placed } from './placed.ts';
import { isRecursive, spillsOver, sweptBy } from './sweeps.ts';

/** Undefined when the line writes nothing there. */
export async function denyStateWrite(
  command: string,
  line: Pick<ShellLine, 'invocations' | 'helpers' | 'writes'>,
  cwd: string,
  facts: StateGateFacts,
): Promise<Denial | undefined> {
  const places = new Set([cwd, ...line.invocations.flatMap((one) => one.places ?? [])]);
  const isNamed = namesGuarded(command, facts.guarded, [...places]);
  const seen = { ...facts, command, cwd, isNamed, ownVariable: usesOwnVariable(command) };
  const acts = [...line.invocations, ...line.helpers].filter((one) => !onlyReads(one));
  if (acts.some((one) => codeNamesGuarded(one, facts.guarded))) return unseenWrite;
  if (seen.ownVariable && acts.some(isUnseen)) return unseenWrite;
  const writes = [...line.writes.map(asTouch), ...acts.flatMap(touchesOf), ...line.invocations.flatMap(swept)];
  for (const touch of writes) {
    const denial = await denyTouch(touch, seen);
    if (denial !== undefined) return denial;
  }
  return undefined;
}

/** Only the shell knows the program, or the folder that the program may take for its own. */
function isUnseen({ words: [program], places }: Invocation): boolean {
  return places === null || (program?.value === null && program.many);
}

interface Seen extends StateGateFacts {
  readonly command: string;
  readonly cwd: string;
  /** The line names something that Party guards. */
  readonly isNamed: boolean;
  /** A variable of the line may be a place that Party guards. */
  readonly ownVariable: boolean;
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
  ...'cp install rsync scp tee truncate sponge dd touch chmod chown chgrp mkdir patch ed ex split tar unzip'.split(' '),
];

const writers: ReadonlySet<string> = new Set(writerNames);

/** They only read the files before the last one. */
const copiers: ReadonlySet<string> = new Set(['cp', 'install', 'rsync', 'scp']);

/** They take away their sources, or give them a second name, and put them elsewhere. */
const movers: ReadonlySet<string> = new Set(['mv', 'ln']);

function touchesOf(invocation: Invocation): Touch[] {
  const { words, places, input, given = [] } = invocation;
  const [program, ...args] = words;
  const name = program === undefined ? null : withoutG(programName(program));
  const touch = (target: ShellWord): Touch => ({
    ...{ target, places },
    certain: name === null || writers.has(name),
    removes: name !== null && (removers.has(name) || isRecursive(name, args)),
    fills: false,
  });
  const also = [hereWord, ...given.flatMap(placeIn)].map((word) => ({
    ...touch(word),
    certain: false,
    removes: false,
  }));
  if (name !== null && copiers.has(name)) return [...also, ...copied(name, args, touch)];
  if (name !== null && movers.has(name)) return [...also, ...moved(args, touch)];
  return [...also, ...[...args, ...input.texts.map(literal)].map(touch)];
}

/** `grm` is `rm` of GNU, on a Mac. */
function withoutG(name: string | null): string | null {
  const plain = name?.replace(/^g/, '') ?? '';
  return writers.has(plain) ? plain : name;
}

/** A variable can name the file that a program writes: GIT_TRACE, TMPDIR. Some have such a value in any case. */
function placeIn({ name, value }: Given): ShellWord[] {
  return value === undefined || /^(?:PATH|PARTY_\w+|XDG_\w+|HOME|PWD)$/.test(name) ? [] : [value];
}

function swept({ words: [program, ...args], places, input }: Invocation): Touch[] {
  const name = (program === undefined ? null : programName(program)) ?? '';
  // What a shell or a launcher runs gets its names from find.
  const reads = (words: readonly ShellWord[]) => onlyReads({ words, places, input }) && !isOnlyLauncher(words);
  return sweptBy(name, args, reads).map((target) => ({ target, places, certain: true, removes: true, fills: false }));
}

/** Where it runs: a relative name in its own files is a file of that folder. */
const hereWord = literal('.');

/** With an option that makes links, the sources get a second name, by which they can be written. */
function copied(name: string, args: readonly ShellWord[], touch: (word: ShellWord) => Touch): Touch[] {
  const has = (form: RegExp) => args.some(({ value }) => form.test(value ?? ''));
  const { options, sources, target, inside } = placed(args);
  const written = has(/^(?:-[a-zA-Z]*[ls]|--(?:link|symbolic-link|remove-source))/)
    ? [...args, ...inside]
    : [...options, ...(target === undefined ? sources : [target]), ...inside];
  const fills = has(/^-[a-zA-Z]*[rRa]|^--(?:rec|arch)/) || sources.some(({ value }) => value === null);
  const removes = fills && (spillsOver(name, sources, target) || has(/^--del/));
  return written.map((word) => ({ ...touch(word), fills, removes }));
}

/** The target stays where it is, but as the new name of a folder it may be any file in it. */
function moved(args: readonly ShellWord[], touch: (word: ShellWord) => Touch): Touch[] {
  const { options, sources, target, inside } = placed(args);
  if (args.some(({ value }) => value?.startsWith('--e'))) return args.map(touch); // --exchange
  const stays = (word: ShellWord): Touch => ({ ...touch(word), removes: false, fills: true });
  return [...[...options, ...(target === undefined ? [] : [target])].map(stays), ...[...sources, ...inside].map(touch)];
}

async function denyTouch({ target, places, certain, removes, fills }: Touch, seen: Seen): Promise<Denial | undefined> {
  const { guarded, pathsOf, cwd, isNamed } = seen;
  if (target.value === null) return mayBeGuarded({ target, places, certain }, seen) ? unseenWrite : undefined;
  if (places === null && certain && isNamed && /^[^/-]/.test(target.value) && target.value !== '.') return unseenWrite;
  const isMeant = (path: string) =>
    isGuarded(path, guarded) || (removes && holdsGuarded(path, guarded)) || (fills && holdsFile(path, guarded));
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
  'Only Party writes the files that this line names, and Party cannot see which file the line writes. Write the name of that file literally, without variables, globs and substitutions, or use two calls: one that reads, one that writes. To read, use cat, jq or the Read tool',
);

/** A glob, a variable or a substitution that may stand for something that Party guards. */
function mayBeGuarded({ target, places, certain }: Pick<Touch, 'target' | 'places' | 'certain'>, seen: Seen): boolean {
  const { command, guarded, isNamed, ownVariable, cwd } = seen;
  const { head, tail, isGlob } = target;
  const option = head.replace(/^(?:-{1,2}[\w-]+=?|\w+=)(?=\/|$)/, '');
  if (option === '' && certain && isNamed) return true;
  // Any word of a program that is not known may hold the name: `python3 -c "open('$PARTY_HOME/x', 'w')"`.
  if (!option.startsWith('/') && !certain) return ownVariable;
  const starts = (option.startsWith('/') ? [''] : (places ?? [cwd])).map((place) => beginning(place, option));
  if (starts.some((start) => isGuarded(start, guarded))) return true;
  const leavesOut = (place: string, start: string) =>
    isGlob && start.endsWith('/') && place[start.length] === '.' && !reachesDots.test(command);
  const fits = (place: string) =>
    starts.some((start) => place.startsWith(start) && !leavesOut(place, start)) &&
    (tail.includes('/') || place.endsWith(tail));
  return guarded.some(fits) && (isGlob || isNamed || starts.some((start) => globCompletes(command, start, guarded)));
}

/** A glob leaves out the names that begin with a dot. Braces, and globs with a setting of the shell, do not. */
const reachesDots = /\{|dot|globignore|\(/i;

/** The beginning of a path, without `..` in it: the last part may go on. */
function beginning(place: string, head: string): string {
  const end = head.lastIndexOf('/') + 1;
  const folder = resolvePath(place, head.slice(0, end));
  return `${folder === '/' ? '' : folder}/${head.slice(end)}`;
}

/** The word itself, and the paths in it: `--output=/a`, `-o/a`, `-o../a`, `open("/a", "w")`. */
function pathsIn(word: string): string[] {
  const parts = word.split(/[\s"'`=,;:<>|&(){}[\]!]+/).filter((part) => part.includes('/'));
  const glued = /^-[a-zA-Z]+(\.{0,2}\/.*)$/s.exec(word)?.[1];
  return [...new Set([word, ...parts, ...(glued === undefined ? [] : [glued])])].filter((part) => part !== '');
}
