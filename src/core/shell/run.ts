// What it means to run these words: which program runs in the end, and what it runs in turn.

import { type Call, readBuiltin } from './builtins.ts';
import { carryCode, carryTexts, runCarried } from './carried.ts';
import { helpBy, programsOf, withVariables } from './environment.ts';
import { gitOptions, gitVerbs } from './gitWords.ts';
import { readers } from './kinds.ts';
import { feeders, launchers, shellOptions, shells } from './launchers.ts';
import { type Launched, launched } from './options.ts';
import { joined } from './pipes.ts';
import { type Input, type Reading, readInput, readJoined } from './reading.ts';
import { copyOf, moveTo, type Scope } from './scope.ts';
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
  for (const own of programsOf(program, scope)) reading.runs([own, ...args], scope);
  carryTexts(reading, name, args, scope);
  if (codeRunners.has(name)) carryCode(reading, name, [...args, ...run.input.texts.map(literal)], scope);
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

/** Editors and sed, which run lines of shell inside of their own language. */
const codeRunners: ReadonlySet<string> = new Set('sed gsed ed ex vi vim nvim less'.split(' '));

function runProgram(call: Call): void {
  const { reading, name, args, scope, next } = call;
  if (shells.has(name)) runShell(call);
  else if (name === 'find') eachFindAction(args, next);
  else if (name === 'fd' || name === 'fdfind') next(fill(after(args, ['-x', '-X', '--exec', '--exec-batch'])));
  else if (name === 'su' || name === 'runuser' || name === 'script') runOption(reading, args, scope, commandOption);
  else if (name === 'watch') readJoined(reading, launched(args, { valued: ['-n', '--interval'] }).words, scope);
  else if (name === 'git') runGit(call);
  else if (name === 'gh') runGhAlias(call);
  else if (name === 'party') next(after(after(args, ['evidence']), ['--']));
  else if (elsewhere.has(name)) runElsewhere(call);
  else if (later.has(name)) runLater(call);
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

function runElsewhere({ reading, name, args, scope, input }: Call): void {
  for (const word of args) readLine(reading, word, scope);
  if (name === 'ssh') for (const text of input.texts) reading.text(text, { ...copyOf(scope), places: null });
}

/** They run their input at another time. A line of crontab begins with that time. */
const later: ReadonlySet<string> = new Set(['at', 'batch', 'crontab']);

function runLater({ reading, input, scope }: Call): void {
  for (const text of input.texts) {
    reading.text(text.replace(/^[ \t]*(?:@\w+|(?:[\d*/,-]+[ \t]+){4}[\w*/,-]+)[ \t]/gm, ''), copyOf(scope));
  }
}

function readLine(reading: Reading, { value }: ShellWord, scope: Scope): void {
  // `screen -X stuff 'line\n'` types the line.
  if (value?.includes(' ')) reading.text(value.replace(/(?:\\[nr]|\^M)+$/, ''), { ...copyOf(scope), places: null });
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
  const given = options.flatMap(({ name, value: word }) => {
    const [, variable, value] = /^(\w+)=(.*)$/s.exec(name) ?? [];
    if (variable === undefined || value === undefined) return [];
    return [{ name: variable, value: word === undefined ? literal(value) : { ...word, head: value } }];
  });
  if (directory?.value === undefined && given.length === 0) {
    next(words);
    return;
  }
  const inside = copyOf(scope);
  if (directory?.value !== undefined) moveTo(inside, directory.value.value);
  withVariables(reading, given, inside, () => next(words, inside));
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
  const start = options.find(({ name }) => name === '--rcfile' || name === '--init-file')?.value;
  if (start !== undefined) reading.runs([literal('.'), start], inside);
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
function runGit(call: Call): void {
  const { reading, args, scope, next } = call;
  // The variables could name a push option, or another branch to push to.
  if (scope.configured) reading.runs([literal('git'), literal('-c'), unknown(), ...args], scope);
  for (const { value } of args) {
    const shell = /^(?:alias\.[^=]+=)?!(.*)$/s.exec(value ?? '')?.[1];
    if (shell !== undefined) reading.text(shell, copyOf(scope));
  }
  runGitAlias(call);
  for (const { name, value } of launched(args, { valued: gitOptions }).options) {
    const command = name === '-c' ? gitCommand.exec(value?.value ?? '')?.[1] : undefined;
    if (command !== undefined) helpBy(reading, command, scope);
  }
  runOption(reading, after(args, ['rebase']), scope, ['-x', '--exec']);
  const each = after(after(args, ['submodule']), ['foreach']);
  if (each.length > 0) readJoined(reading, launched(each, {}).words, copyOf(scope));
  next(after(after(args, ['bisect']), ['run']));
}

/** Settings of git whose value is a command: `core.pager`, `diff.external`, `credential.helper`. */
const gitCommand =
  /^(?:pager\.[^=]+|[^=]*\.[^=]*(?:pager|editor|command|external|fsmonitor|helper|cmd|textconv|clean|smudge|program|askpass))=(.+)$/is;

/** `git -c alias.p=push p origin x`, and `git config alias.p 'push origin x'` as if it were called. */
function runGitAlias({ reading, args, scope, next }: Call): void {
  const { words, options } = launched(args, { valued: gitOptions });
  const [verb, ...rest] = words;
  const unseen = ({ name, value }: Launched['options'][number]) =>
    name === '--config-env' || (name === '-c' && value?.value == null);
  const isOwn = verb?.value != null && gitVerbs.has(verb.value);
  if (verb !== undefined && !isOwn && (scope.configured || options.some(unseen))) reading.runs([anything], scope);
  for (const { value } of options) {
    const [, name, text] = /^alias\.([^=]+)=([^!].*)$/s.exec(value?.value ?? '') ?? [];
    if (text !== undefined && name === verb?.value) next([literal('git'), ...aliasWords(text), ...rest]);
  }
  const at = rest.findIndex(({ value }) => /^alias\../.test(value ?? ''));
  const text = verb?.value === 'config' && at >= 0 ? rest[at + 1]?.value : undefined;
  if (text != null && /^[^!-]/.test(text)) next([literal('git'), ...aliasWords(text)]);
}

/** `gh alias set NAME 'pr create'` as if it were called. With `!` or `--shell` it is a line of shell. */
function runGhAlias({ reading, args, scope, next }: Call): void {
  const set = after(after(args, ['alias']), ['set']);
  const text = set.filter(({ value }) => value?.startsWith('-') !== true)[1]?.value;
  if (text == null) return;
  const isShell = text.startsWith('!') || set.some(({ value }) => value === '--shell' || value === '-s');
  if (isShell) reading.text(text.replace(/^!/, ''), copyOf(scope));
  else next([literal('gh'), ...aliasWords(text)]);
}

function aliasWords(alias: string): ShellWord[] {
  if (/[;&|<>()$`'"\\*?[\]{}]/.test(alias)) return [anything];
  return alias.split(/\s+/).filter(Boolean).map(literal);
}
