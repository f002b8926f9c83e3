// Gated acts inside the scripts that a line runs. Party looks into a script that the line names or writes, and into what
// that script runs, two levels further. Most scripts are daily work: a program that Party does not know is not a gated act.

import { isInterpreter } from '../../shell/kinds.ts';
import { fetchers } from '../../shell/pipes.ts';
import { type Invocation, readShellLine, type ShellLine } from '../../shell/programs.ts';
import { noInput } from '../../shell/reading.ts';
import { resolvePath } from '../../shell/scope.ts';
import { literal, programName, type ShellWord } from '../../shell/word.ts';
import type { BashCall } from '../bashCall.ts';
import { filesWritten } from '../ownHooks.ts';
import { actsInOrder, actsOf, type FoundAct } from './actsOf.ts';
import { filesRun, type RunFile, type ScriptPart } from './runFiles.ts';

export interface ScriptAct extends FoundAct {
  /** The name of the script. */
  readonly script: string;
  /** Where the script runs. */
  readonly place: string;
}

/** The text of a file; undefined when there is none, or when it is too large or binary; null when it is a pipe. */
export type ReadScript = (path: string) => string | null | undefined;

const deepest = 3;
const mostFiles = 24;

export function actsInScripts(line: ShellLine, readScript: ReadScript, cwd: string): ScriptAct[] {
  return new ScriptReader(readScript).line(line, 0, [cwd]);
}

/** The scripts that the line writes and runs itself, as far as it holds their text. */
export function scriptsWritten(line: ShellLine, cwd: string): BashCall[] {
  const written = writtenBy(line);
  const files = line.invocations
    .flatMap((invocation) => filesRun(invocation, [cwd]))
    .filter(({ path }) => path === '' || written.has(path));
  const texts = files.length === 0 ? [] : textsOf(line);
  return files.slice(0, mostFiles).flatMap((file) => texts.map((text) => asCall(file.read(text), cwd)));
}

/** Code as that of a language of which Party knows nothing: it may do what its words name. */
function asCall({ language, text }: ScriptPart, cwd: string): BashCall {
  const line = readShellLine(language === 'shell' ? text : '', { cwd, home: null });
  const code: Invocation = { words: [literal('perl')], places: [cwd], input: { ...noInput, texts: [text] } };
  return { command: text, line: language === 'shell' ? line : { ...line, invocations: [code] } };
}

class ScriptReader {
  readonly #readScript: ReadScript;
  readonly #seen = new Set<string>();

  constructor(readScript: ReadScript) {
    this.#readScript = readScript;
  }

  line(line: ShellLine, depth: number, otherwise: readonly string[]): ScriptAct[] {
    const files = line.invocations.flatMap((invocation) => filesRun(invocation, otherwise));
    if (files.length === 0) return [];
    const written = writtenBy(line);
    return files.flatMap((file) => [
      ...(written.has(file.path) ? this.#written(line, file, depth) : depth === 0 ? this.#unseen(line, file) : []),
      ...(file.path === '' ? [] : this.#file(file, depth)),
    ]);
  }

  /** A script that is not there yet, or whose name only the shell knows: the line may hold its text. */
  #unseen(line: ShellLine, file: RunFile): ScriptAct[] {
    if (file.path !== '' && this.#readScript(file.path) !== undefined) return [];
    return textsOf(line).flatMap((text) => this.#part(file.read(text), file, 0));
  }

  #file(file: RunFile, depth: number): ScriptAct[] {
    const { path, read } = file;
    if (depth > deepest || this.#seen.size > mostFiles) return [];
    const text = this.#readScript(path);
    if (text === undefined) return [];
    if (text === null) return [{ act: 'pr-create', head: null, script: file.name, place: file.place }];
    const part = read(text);
    const key = `${path}\n${part.text}`;
    if (this.#seen.has(key)) return [];
    this.#seen.add(key);
    return this.#part(part, file, depth);
  }

  #part(part: ScriptPart, file: RunFile, depth: number): ScriptAct[] {
    const { name: script, place } = file;
    if (depth > deepest) return [];
    if (part.language === 'code') return codeActs(part.text).map((found) => ({ ...found, script, place }));
    const inner = readShellLine(part.text, { cwd: place, home: null });
    const found = actsInOrder(inner.invocations.filter(isKnown))
      .map((one) => one.found)
      .filter(isCertain);
    const hidden: FoundAct[] = !inner.complete && spelled.test(part.text) ? [{ act: 'pr-create', head: null }] : [];
    const own = [...found, ...hidden].map((one) => ({ ...one, script, place }));
    // Many scripts go to their own folder first.
    return own.length > 0 ? own : this.line(inner, depth + 1, [place, resolvePath(file.path, '..')]);
  }

  /** The line writes the file and runs it. Its text comes from elsewhere, or from words and here-documents of the line. */
  #written(line: ShellLine, file: RunFile, depth: number): ScriptAct[] {
    const fetched = line.invocations.some(({ words }) => unpacks(words));
    if (fetched) return [{ act: 'pr-create', head: null, script: file.name, place: file.place }];
    const texts = textsOf(line);
    const copied = line.invocations
      .filter(({ words: [program] }) => copies.has(nameOf(program)))
      .flatMap(({ words, input }) => [...words.slice(1), ...input.files])
      .flatMap(({ value }) => (value === null ? [] : [value]))
      .flatMap((path) => this.#readScript(resolvePath(file.place, path)) ?? []);
    return [...texts, ...copied].flatMap((text) => this.#part(file.read(text), file, depth));
  }
}

/** They write what a file has, or some of it. */
const copies: ReadonlySet<string> = new Set(
  'cp mv ln install rsync cat tee sed head tail dd sort grep awk tr envsubst'.split(' '),
);

/** In an unknown program's place a script may run anything, which is not a gated act yet. */
function isKnown({ words: [program] }: Invocation): boolean {
  return program !== undefined && programName(program) !== null;
}

function isCertain(found: FoundAct): boolean {
  return found.act !== 'push-base' || found.to !== null;
}

/** For scripts that Party cannot parse to the end. */
const spelled =
  /\bgh\b[^\n]{0,80}\bpr\b[^\n]{0,80}\b(?:create|new|merge|ready)\b|\bglab\b[^\n]{0,80}\bmr\b|merge_request\.create|refs\/for\//;

/** The paths that the line writes, as far as they are known. */
function writtenBy({ writes, invocations }: ShellLine): ReadonlySet<string> {
  const all = [...writes, ...invocations.flatMap(filesWritten), ...invocations.flatMap(filesFetched)];
  return new Set(
    all.flatMap(({ target: { value }, places }) =>
      value === null ? [] : (places ?? []).map((place) => resolvePath(place, value)),
    ),
  );
}

/** `curl -o x.sh`, `wget -O x.sh`, `wget https://host/x.sh`. */
function filesFetched({ words: [program, ...args], places }: Invocation) {
  if (!['curl', 'wget'].includes(nameOf(program))) return [];
  return args.flatMap(({ value }) => {
    const name = /^(?:-[A-Za-z]*[oO]|--output(?:-document)?=)?([^-].*)$/.exec(value ?? '')?.[1];
    return name === undefined
      ? []
      : [name, name.slice(name.lastIndexOf('/') + 1)].map((one) => ({ target: literal(one), places }));
  });
}

/** What the line says, hands on or has as code. */
function textsOf({ invocations }: ShellLine): string[] {
  return invocations.flatMap(({ words, input }) => [...input.texts, ...spoken(words), ...quotedCode(words)]);
}

/** It prints what comes from elsewhere, or from the history of the repository. */
function unpacks([program, ...args]: readonly ShellWord[]): boolean {
  const name = nameOf(program);
  if (fetchers.has(name) || /^(?:bsd)?tar$|^unzip$|^7z[az]?$/.test(name)) return true;
  return name === 'git' && args.some(({ value }) => /^(?:show|cat-file|archive)$/.test(value ?? ''));
}

/** The texts inside code: `open("x.sh", "w").write("gh pr create")`. */
function quotedCode([program, ...args]: readonly ShellWord[]): string[] {
  if (!isInterpreter(nameOf(program))) return [];
  return args.flatMap(({ value }) =>
    [...(value ?? '').matchAll(/(["'`])((?:(?!\1)[^\\]|\\.)*)\1/gs)].map((found) =>
      (found[2] ?? '').replaceAll('\\n', '\n'),
    ),
  );
}

function spoken([program, ...args]: readonly ShellWord[]): string[] {
  if (!['echo', 'printf', 'print'].includes(nameOf(program))) return [];
  const words = args.flatMap(({ value }) => (value === null || /^-[neE]+$/.test(value) ? [] : [value]));
  return [words.join(' '), ...words].map((text) => text.replaceAll('\\n', '\n').replaceAll('\\t', '\t'));
}

function nameOf(program: ShellWord | undefined): string {
  return (program === undefined ? null : programName(program)) ?? '';
}

/** Calls that start a program, with its name as the first text: `execSync("gh pr create")`, `run(["gh", "pr", …])`. */
const starts =
  /(?:\b(?:system|popen|exec\w*|spawn\w*|run|call|check_call|check_output|Popen|qx|sh|shell|zx)\s*[({[]\s*\[?\s*|\$|\bqx\W)[frb]?(["'`])(?=(?:\S*\/)?(?:gh|git|glab|tea|az|hub|gt|arc)\b)/g;

function codeActs(code: string): FoundAct[] {
  return [...code.matchAll(starts)].slice(0, 50).flatMap(({ index, 0: { length } }) => {
    const after = code.slice(index + length, index + length + 300).split(/[;)]/)[0] ?? '';
    const words = (after.match(/[\w./:@=+-]+/g) ?? []).map(literal);
    return actsOf({ words, places: null, input: noInput }).filter(isCertain);
  });
}
