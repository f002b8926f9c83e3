// What it means to run these words: which program runs in the end, and what it runs in turn.

import { type Call, readBuiltin } from './builtins.ts';
import { runCarried } from './carried.ts';
import { readers } from './kinds.ts';
import { feeders, launchers, shellOptions, shells } from './launchers.ts';
import { type Launched, launched } from './options.ts';
import { joined } from './pipes.ts';
import { type Input, type Reading, readInput, readJoined } from './reading.ts';
import { copyOf, leadsElsewhere, moveTo, type Scope } from './scope.ts';
import { anything, literal, programName, type ShellWord, unknown } from './word.ts';

export interface ShellRun {
  readonly scope: Scope;
  readonly input: Input;
  /** The contents of the files that `<(…)` makes. */
  readonly files: Input;
  /** How many programs come before this one. */
  readonly depth: number;
}

const deepest = 32;

export function runWords(reading: Reading, words: readonly ShellWord[], run: ShellRun): void {
  const [program, ...args] = words;
  if (program === undefined) return;
  const { scope, depth } = run;
  if (depth > deepest) {
    reading.runs([anything], scope);
    return;
  }
  reading.runs(words, scope, joined([run.input, run.files]));
  const name = programName(program);
  if (name === null) return;
  const next = (inner: readonly ShellWord[], place = scope) =>
    runWords(reading, inner, { ...run, depth: depth + 1, scope: place });

  const alias = scope.aliases.get(name);
  if (alias !== undefined && depth < deepest / 2) {
    scope.aliases.delete(name);
    next([...aliasWords(alias), ...args]);
    scope.aliases.set(name, alias);
  }
  const moves = scope.functions.get(name);
  if (moves !== undefined) {
    scope.variables.clear();
    if (moves) scope.places = null;
  }
  const call = { reading, name, args, ...run, next };
  if (!readBuiltin(call)) runProgram(call);
}

function runProgram(call: Call): void {
  const { reading, name, args, scope, next } = call;
  if (shells.has(name)) runShell(call);
  else if (name === 'find') eachFindAction(args, next);
  else if (name === 'fd' || name === 'fdfind') next(fill(after(args, ['-x', '-X', '--exec', '--exec-batch'])));
  else if (name === 'su' || name === 'runuser' || name === 'script') runOption(reading, args, scope, commandOption);
  else if (name === 'watch') readJoined(reading, launched(args, { valued: ['-n', '--interval'] }).words, scope);
  else if (name === 'git') runGit(call);
  else if (name === 'party') next(after(after(args, ['evidence']), ['--']));
  else if (elsewhere.has(name)) for (const word of args) readLine(reading, word, scope);
  else if (Object.hasOwn(launchers, name)) runLauncher(call);
  else if (!readers.has(name)) runCarried(reading, args, scope, next);
}

/** They start a shell elsewhere that runs the line they are given. */
const elsewhere: ReadonlySet<string> = new Set([
  'tmux',
  'screen',
  'ssh',
  'concurrently',
  'nodemon',
  'watchexec',
  'npx',
]);

function readLine(reading: Reading, { value }: ShellWord, scope: Scope): void {
  if (value?.includes(' ')) reading.text(value, { ...copyOf(scope), places: null });
}

const commandOption = ['-c', '--command'];

function runLauncher(call: Call): void {
  const { reading, name, args, scope } = call;
  const found = launched(args, launchers[name] ?? {});
  // Only looks up the program.
  if (name === 'command' && found.options.some((option) => /^-p?[vV]/.test(option.name))) return;
  if (name === 'flock' && runOption(reading, args, scope, commandOption)) return;
  if (name === 'parallel') runParallel(call, found);
  else if (feeders.has(name)) runFed(call, found);
  else runLaunched(call, found);
}

function runLaunched({ reading, scope, next }: Call, { words, options }: Launched): void {
  const split = options.find(({ name }) => name === '-S' || name === '--split-string');
  if (split !== undefined) {
    readJoined(reading, [split.value ?? anything, ...words], scope);
    return;
  }
  const directory = options.find(({ name }) => ['-C', '-D', '--chdir'].includes(name));
  const elsewhere = options.some(({ name }) => leadsElsewhere(name.replace(/=.*$/s, '')));
  if (directory?.value === undefined && !elsewhere) {
    next(words);
    return;
  }
  const inside = copyOf(scope);
  if (directory?.value !== undefined) moveTo(inside, directory.value.value);
  inside.elsewhere ||= elsewhere;
  next(words, inside);
}

/** `parallel gh pr ::: create` takes words from the line. Without a command, each of those words is a command. */
function runParallel(call: Call, found: Launched): void {
  const { reading, scope } = call;
  const { words } = found;
  const at = words.findIndex(({ value }) => /^::::?\+?$/.test(value ?? ''));
  if (at === 0) for (const word of words.slice(1)) readJoined(reading, [word], copyOf(scope));
  else runFed(call, at === -1 ? found : { ...found, words: words.slice(0, at) });
}

/** `xargs gh` appends words from its input; `xargs -I X gh X` puts them in place of X. */
function runFed({ reading, name, scope, next }: Call, { words, options }: Launched): void {
  const replace = options.find((option) => option.name === '-I' || option.name === '--replace');
  const own = name === 'parallel' ? '{}' : undefined;
  const mark = replace === undefined ? own : (replace.value?.value ?? '{}');
  const inner = mark === undefined ? words : fill(words, mark);
  // GNU parallel passes its words to a shell.
  if (name === 'parallel' && words[0]?.value?.includes(' ')) readJoined(reading, inner, scope);
  else next([...inner, anything]);
}

function hole({ value }: ShellWord, mark: string): ShellWord {
  const text = value ?? '';
  return text === mark ? unknown() : unknown({ head: text.slice(0, text.indexOf(mark)) });
}

function runShell({ reading, args, scope, input, next }: Call): void {
  const { words, options } = launched(args, shellOptions);
  const inside = copyOf(scope);
  inside.variables.clear();
  const [first, ...rest] = words;
  if (options.some(({ name }) => /^-[A-Za-z]*c[A-Za-z]*$/.test(name))) {
    if (first === undefined) return;
    if (first.value === null) reading.runs([anything], inside);
    else reading.text(first.value, inside);
    return;
  }
  const stdin = first === undefined || options.some(({ name }) => /^-[A-Za-z]*s/.test(name));
  if (!stdin && !isStdin(first)) {
    // A script file: its name counts, its contents are not read. The line itself makes a `<(…)` file.
    if (first.value?.startsWith('/dev/fd/')) reading.runs([anything], inside);
    else next([first, ...rest], inside);
    return;
  }
  readInput(reading, input, () => copyOf(inside));
}

function isStdin({ value }: ShellWord): boolean {
  return value !== null && /^(?:-|\/dev\/stdin|\/dev\/fd\/0|\/proc\/self\/fd\/0)$/.test(value);
}

function runOption(reading: Reading, args: readonly ShellWord[], scope: Scope, names: readonly string[]): boolean {
  const { options } = launched(args, { valued: names, operands: args.length });
  const found = options.find(({ name }) => names.includes(name));
  if (found === undefined) return false;
  readJoined(reading, [found.value ?? anything], copyOf(scope));
  return true;
}

function eachFindAction(args: readonly ShellWord[], act: (words: readonly ShellWord[]) => void): void {
  for (const [index, { value }] of args.entries()) {
    if (value === null || !/^-(?:exec|ok)(?:dir)?$/.test(value)) continue;
    const rest = args.slice(index + 1);
    const end = rest.findIndex((word) => word.value === ';' || word.value === '+');
    act(fill(end === -1 ? rest : rest.slice(0, end)));
  }
}

/** `{}` stands for file names. */
function fill(words: readonly ShellWord[], mark = '{}'): ShellWord[] {
  return words.map((word) => (word.value?.includes(mark) ? hole(word, mark) : word));
}

function after(args: readonly ShellWord[], names: readonly string[]): ShellWord[] {
  const at = args.findIndex(({ value }) => value !== null && names.includes(value));
  return at === -1 ? [] : args.slice(at + 1);
}

/** git aliases that begin with `!`, and git commands that run others. */
function runGit({ reading, args, scope, next }: Call): void {
  for (const { value } of args) {
    const shell = /^(?:alias\.[^=]+=)?!(.*)$/s.exec(value ?? '')?.[1];
    if (shell !== undefined) reading.text(shell, copyOf(scope));
  }
  runGitAlias(args, next);
  runOption(reading, after(args, ['rebase']), scope, ['-x', '--exec']);
  const each = after(after(args, ['submodule']), ['foreach']);
  if (each.length > 0) readJoined(reading, launched(each, {}).words, copyOf(scope));
  next(after(after(args, ['bisect']), ['run']));
}

/** `git -c alias.p=push p origin x`, and `git config alias.p 'push origin x'` as if it were called. */
function runGitAlias(args: readonly ShellWord[], next: Call['next']): void {
  const { words, options } = launched(args, { valued: ['-C', '-c', '--git-dir', '--work-tree', '--config-env'] });
  const [verb, ...rest] = words;
  for (const { value } of options) {
    const [, name, text] = /^alias\.([^=]+)=([^!].*)$/s.exec(value?.value ?? '') ?? [];
    if (text !== undefined && name === verb?.value) next([literal('git'), ...aliasWords(text), ...rest]);
  }
  const at = rest.findIndex(({ value }) => /^alias\../.test(value ?? ''));
  const text = verb?.value === 'config' && at >= 0 ? rest[at + 1]?.value : undefined;
  if (text != null && /^[^!-]/.test(text)) next([literal('git'), ...aliasWords(text)]);
}

function aliasWords(alias: string): ShellWord[] {
  if (/[;&|<>()$`'"\\*?[\]{}]/.test(alias)) return [anything];
  return alias.split(/\s+/).filter(Boolean).map(literal);
}
