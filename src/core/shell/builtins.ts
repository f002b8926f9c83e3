// The shell's own commands: those that run other text, and those after which the line stands elsewhere or knows less.

import { joined } from './pipes.ts';
import { type Input, type Reading, readInput, readJoined } from './reading.ts';
import { copyOf, moveTo, type Scope } from './scope.ts';
import { programName, type ShellWord } from './word.ts';

export interface BuiltinRun {
  readonly scope: Scope;
  readonly input: Input;
  /** What stands in the files that `<(…)` makes. */
  readonly files: Input;
}

/** True when the name is one of these. */
export function readBuiltin(
  reading: Reading,
  name: string,
  args: readonly ShellWord[],
  run: BuiltinRun,
  next: (words: readonly ShellWord[]) => void,
): boolean {
  const { scope } = run;
  switch (name) {
    case 'cd':
    case 'pushd':
    case 'popd':
    case 'chdir':
      changeDirectory(name, args, scope);
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
      readSource(reading, withoutDashes(args), run, next);
      // Another file may do anything to what the line knows.
      scope.variables.clear();
      scope.places = null;
      return true;
    case 'read':
    case 'mapfile':
    case 'readarray':
    case 'getopts':
    case 'printf':
    case 'let':
    case 'unset':
      if (name !== 'printf' || args.some(({ value }) => value === null || value.startsWith('-v'))) {
        forget(args, scope);
      }
      return true;
    default:
      return false;
  }
}

/** `. tmux-codex.sh --approve` runs it as well, and `. /dev/stdin` runs what comes in. */
function readSource(
  reading: Reading,
  [file, ...args]: readonly ShellWord[],
  { scope, input, files }: BuiltinRun,
  next: (words: readonly ShellWord[]) => void,
): void {
  if (file === undefined) return;
  if (isOpenFile(file)) readInput(reading, joined([input, files]), () => copyOf(scope));
  else if (programName(file) !== null || args.length > 0) next([file, ...args]);
}

/** What comes in, under one of its names, or what the line itself has put together behind `<(…)`. */
export function isOpenFile({ value }: ShellWord): boolean {
  return value !== null && /^(?:-|\/dev\/stdin|\/dev\/fd\/\d+|\/proc\/self\/fd\/\d+)$/.test(value);
}

function changeDirectory(name: string, args: readonly ShellWord[], scope: Scope): void {
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
