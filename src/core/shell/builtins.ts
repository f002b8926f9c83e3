// The shell's own commands: those that run other text, and those after which the line stands elsewhere or knows less.

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
  /** What stands in the files that `<(…)` makes. */
  readonly files: Input;
  /** Reads words that it runs in its turn, in another place when it says so. */
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
      // Another file may do anything to what the line knows.
      scope.variables.clear();
      scope.places = null;
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

/** They set variables that their arguments name. */
const setters: ReadonlySet<string> = new Set(['read', 'mapfile', 'readarray', 'getopts', 'let', 'unset']);

/** `. tmux-codex.sh --approve` runs it as well, and `. /dev/stdin` runs what comes in. */
function readSource({ reading, args: given, scope, input, files, next }: Call): void {
  const [file, ...args] = withoutDashes(given);
  if (file === undefined) return;
  if (isOpenFile(file)) readInput(reading, joined([input, files]), () => copyOf(scope));
  else if (programName(file) !== null || args.length > 0) next([file, ...args]);
}

/** What comes in, under one of its names, or what the line itself has put together behind `<(…)`. */
export function isOpenFile({ value }: ShellWord): boolean {
  return value !== null && /^(?:-|\/dev\/stdin|\/dev\/fd\/\d+|\/proc\/self\/fd\/\d+)$/.test(value);
}

function changeDirectory({ name, args, scope }: Call): void {
  const target = withoutDashes(args).find(({ value }) => value === null || !/^-[LPe@]+$/.test(value));
  // CDPATH would lead elsewhere; `-`, `+1` and popd go back to where only the shell knows.
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

/** Any of the words may be the name of a variable, and one that is not known may be all of them. */
function forget(args: readonly ShellWord[], scope: Scope): void {
  if (args.some(({ value }) => value === null)) scope.variables.clear();
  for (const { value } of args) {
    for (const name of value?.match(/[A-Za-z_][A-Za-z0-9_]*/g) ?? []) scope.variables.delete(name);
  }
}

function withoutDashes(args: readonly ShellWord[]): readonly ShellWord[] {
  return args[0]?.value === '--' ? args.slice(1) : args;
}

/** The words of `export A=b` that set something. */
export const declarations: ReadonlySet<string> = new Set(['export', 'declare', 'typeset', 'local', 'readonly']);
