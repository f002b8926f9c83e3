// The files whose contents a program runs: `sh x.sh`, `./x.sh`, `make pr`, `npm run pr`, `python x.py`.

import { isInterpreter } from '../../shell/kinds.ts';
import { shellOptions, shells } from '../../shell/launchers.ts';
import { launched } from '../../shell/options.ts';
import type { Invocation } from '../../shell/programs.ts';
import { resolvePath } from '../../shell/scope.ts';
import { literal, programName, type ShellWord } from '../../shell/word.ts';
import { isMake, makeFiles, recipesOf } from './makefile.ts';
import { packageFiles, packageScripts, runsPackageScripts } from './packageScripts.ts';
import { taskFiles } from './taskFiles.ts';

export interface RunFile {
  readonly path: string;
  /** What to call it in a message. */
  readonly name: string;
  /** Where its commands run. */
  readonly place: string;
  /** The part of the file's text that runs, and its language. */
  readonly read: (text: string) => ScriptPart;
}

export interface ScriptPart {
  readonly language: 'shell' | 'code';
  readonly text: string;
}

/** Any of the files may be missing; then it does not run. `otherwise` are the places when the line does not tell. */
export function filesRun(invocation: Invocation, otherwise: readonly string[]): RunFile[] {
  const [program, ...args] = invocation.words;
  const name = program === undefined ? null : programName(program);
  if (program === undefined || name === null) return [];
  return (invocation.places ?? otherwise).flatMap((place) => [
    ...wordsRun(name, program, args, invocation).flatMap(([word, read]) => fileOf(word, place, read)),
    ...loaded(invocation).flatMap((word) => fileOf(word, place, codePart)),
    ...(isMake(name) ? makeFiles(args, place).map((file) => ({ ...file, read: recipesOf(args) })) : []),
    ...taskFiles(name, args, place),
    ...(runsPackageScripts(name)
      ? packageFiles(args, place).map((file) => ({ ...file, read: packageScripts(name, args) }))
      : []),
  ]);
}

/** Files that an interpreter loads before its own: `NODE_OPTIONS='--require ./x.js'`, `RUBYOPT=-r./x.rb`. */
function loaded({ given = [] }: Invocation): ShellWord[] {
  return given
    .filter(({ name }) => /^(?:NODE_OPTIONS|RUBYOPT|PERL5OPT|PYTHONSTARTUP)$/.test(name))
    .flatMap(({ value }) => value?.value?.split(/[\s=]+|^-[a-zA-Z]/) ?? [])
    .filter((text) => /^[^-].*[./]/.test(text))
    .map(literal);
}

type Reading = readonly [ShellWord, RunFile['read']];

function wordsRun(name: string, program: ShellWord, args: readonly ShellWord[], { input }: Invocation): Reading[] {
  if (shells.has(name)) return shellFiles(args, input.files).map((word) => [word, shellPart] as const);
  if (name === 'source' || name === '.') return args.slice(0, 1).map((word) => [word, shellPart] as const);
  const own: Reading[] = program.value?.includes('/') === true ? [[program, partByShebang]] : [];
  if (!isInterpreter(name)) return own;
  // One of the first operands is the file. The others are values of options.
  const operands = args.filter(({ value }) => value?.startsWith('-') === false).slice(0, 3);
  return [...own, ...operands.map((word) => [word, codePart] as const)];
}

function shellFiles(args: readonly ShellWord[], input: readonly ShellWord[]): readonly ShellWord[] {
  const { words, options } = launched(args, shellOptions);
  if (options.some(({ name }) => /^-[A-Za-z]*c/.test(name))) return [];
  const fromInput = words.length === 0 || options.some(({ name }) => /^-[A-Za-z]*s/.test(name));
  return fromInput ? input : words.slice(0, 1);
}

function fileOf({ value }: ShellWord, place: string, read: RunFile['read']): RunFile[] {
  // A path that only the shell knows: the line may have written the file itself.
  if (value === null) return [{ path: '', name: 'that this line writes', place, read }];
  return value === '' ? [] : [{ path: resolvePath(place, value), name: value, place, read }];
}

const shellPart = (text: string): ScriptPart => ({ language: 'shell', text });
const codePart = (text: string): ScriptPart => ({ language: 'code', text });

function partByShebang(text: string): ScriptPart {
  const program = /^#!.*?([^\s/]+)(?:\s+-\S*)*\s*$/m.exec(text.slice(0, 200).split('\n')[0] ?? '')?.[1] ?? 'sh';
  return isInterpreter(program) ? codePart(text) : shellPart(text);
}
