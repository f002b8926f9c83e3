// The shell's builtins: those that run other text, and those that change the directory or what the reader knows.

import { joined } from './pipes.ts';
import { type Input, type Reading, readInput, readJoined } from './reading.ts';
import { copyOf, moveTo, type Scope } from './scope.ts';
import { programName, type ShellWord } from './word.ts';

/** A program that the line runs. */
export interface Call {
  readonly reading: Reading;
  readonly name: string;
  readonly args: readonly ShellWord[];
  readonly scope: Scope;
  readonly input: Input;
  /** The contents of the files that `<(…)` makes. */
  readonly files: Input;
  /** Reads words that the program runs in turn, in another scope if given. */
  next(words: readonly ShellWord[], scope?: Scope): void;
}

/** True when the name is one of these. */
export function readBuiltin(call: Call): boolean {
  const { reading, name, args, scope } = call;
  switch (name) {
    case 'cd':
    case 'pushd':
    case 'popd':
    case 'chdir':
      changeDirectory(call);
      return true;
    case 'eval':
      readJoined(reading, withoutDashes(args), scope);
      return true;
    case 'trap':
      readJoined(reading, withoutDashes(args).slice(0, 1), copyOf(scope));
      return true;
    case 'alias':
      for (const { value } of args) defineAlias(reading, value, scope);
      return true;
    case 'source':
    case '.':
      readSource(call);
      // A sourced file may change any variable and the directory.
      scope.variables.clear();
      scope.places = null;
      return true;
    case 'set':
      if (args.some(({ value }) => /^-[a-z]*[ak]|^allexport$/.test(value ?? ''))) scope.exporting = true;
      return true;
    case 'printf':
      if (args.some(({ value }) => value === null || value.startsWith('-v'))) forget(args, scope);
      return true;
    default:
      if (!setters.has(name)) return false;
      forget(args, scope);
      return true;
  }
}

/** Builtins that set the variables their arguments name. */
const setters: ReadonlySet<string> = new Set(['read', 'mapfile', 'readarray', 'getopts', 'let', 'unset']);

/** `. tmux-codex.sh --approve` runs the script too, and `. /dev/stdin` runs the input. */
function readSource({ reading, args: given, scope, input, files, next }: Call): void {
  const [file, ...args] = withoutDashes(given);
  if (file === undefined) return;
  if (isOpenFile(file)) readInput(reading, joined([input, files]), () => copyOf(scope));
  else if (programName(file) !== null || args.length > 0) next([file, ...args]);
}

/** The standard input under one of its names, or a file that the line itself makes with `<(…)`. */
function isOpenFile({ value }: ShellWord): boolean {
  return value !== null && /^(?:-|\/dev\/stdin|\/dev\/fd\/\d+|\/proc\/self\/fd\/\d+)$/.test(value);
}

function changeDirectory({ name, args, scope }: Call): void {
  const target = withoutDashes(args).find(({ value }) => value === null || !/^-[LPe@]+$/.test(value));
  // CDPATH may lead elsewhere; with `-`, `+1` and popd only the shell knows the directory.
  if (name === 'popd' || scope.variables.has('CDPATH') || /^(?:-|\+\d*)$/.test(target?.value ?? '')) {
    scope.places = null;
  } else if (target === undefined) {
    scope.places = scope.home === null || name === 'pushd' ? null : [scope.home];
  } else {
    moveTo(scope, target.value);
  }
}

function defineAlias(reading: Reading, definition: string | null, scope: Scope): void {
  const [, name, text] = /^([^=]+)=(.*)$/s.exec(definition ?? '') ?? [];
  if (name === undefined || text === undefined) return;
  scope.aliases.set(name.toLowerCase(), text);
  reading.text(text, copyOf(scope));
}

/** Any of the words may name a variable, and an unknown word may name all of them. */
function forget(args: readonly ShellWord[], scope: Scope): void {
  if (args.some(({ value }) => value === null)) scope.variables.clear();
  for (const { value } of args) {
    for (const name of value?.match(/[A-Za-z_][A-Za-z0-9_]*/g) ?? []) scope.variables.delete(name);
  }
}

function withoutDashes(args: readonly ShellWord[]): readonly ShellWord[] {
  return args[0]?.value === '--' ? args.slice(1) : args;
}

/** Builtins such as `export A=b` whose words set variables. */
export const declarations: ReadonlySet<string> = new Set(['export', 'declare', 'typeset', 'local', 'readonly']);
