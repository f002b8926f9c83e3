// Which programs a line of Bash runs, as far as that can be known without running it: the words of each, and where it
// runs. It looks into whatever runs something else (env, xargs, `bash -c`, eval, substitutions, functions …). What only
// the shell could tell is unknown, and whoever asks decides what that means. It never throws.

import {
  type AndOr,
  type Assignment,
  type Command,
  type CompoundList,
  forEachChild,
  type ParsedScript,
  parse,
  type Statement,
  type SyntaxNode,
} from 'unbash';
import { assign, assignmentWords } from './shell/assign.ts';
import { declarations } from './shell/builtins.ts';
import { type Input, noInput, type Reading } from './shell/reading.ts';
import { readWord } from './shell/readWord.ts';
import { inputOf } from './shell/redirects.ts';
import { runWords } from './shell/run.ts';
import { copyOf, joinInto, type Scope, startScope } from './shell/scope.ts';
import { programName, type ShellWord } from './shell/word.ts';

export interface Invocation {
  /** The program and what it is given; there is always at least the program. */
  readonly words: readonly ShellWord[];
  /** The directories it can run in; null when that cannot be known. */
  readonly places: readonly string[] | null;
}

export interface ShellLine {
  readonly invocations: readonly Invocation[];
  /** False when not all of it could be read: then more may run than is listed. */
  readonly complete: boolean;
}

export function readShellLine(line: string, place: { readonly cwd: string; readonly home: string | null }): ShellLine {
  const reader = new LineReader();
  try {
    reader.text(line, startScope(place.cwd, place.home));
  } catch {
    // Nested too deep, for the parser or for us.
    reader.complete = false;
  }
  return { invocations: reader.invocations, complete: reader.complete };
}

/** For some lines the parser takes a time that grows with the square of their length, and a gate must answer in time. */
const longestText = 48 * 1024;
const mostOpeners = 2000;
const mostText = 4 * longestText;
const mostSteps = 50_000;
const deepest = 16;

function openers(text: string): number {
  return text.replace(/[^{(]+/g, '').length;
}

class LineReader implements Reading {
  readonly invocations: Invocation[] = [];
  complete = true;
  #steps = 0;
  #characters = 0;
  #depth = 0;

  runs(words: readonly ShellWord[], { places }: Scope): void {
    this.invocations.push({ words, places });
  }

  text(text: string, scope: Scope): void {
    this.#characters += text.length;
    const readable = text.length <= longestText && this.#characters <= mostText && openers(text) <= mostOpeners;
    if (!readable || this.#depth >= deepest) {
      this.complete = false;
      return;
    }
    this.#depth++;
    this.#script(parse(text), scope);
    this.#depth--;
  }

  #script(script: ParsedScript | undefined, scope: Scope): void {
    if (script === undefined || (script.errors?.length ?? 0) > 0) this.complete = false;
    for (const statement of script?.commands ?? []) this.#statement(statement, scope, noInput);
  }

  #list({ commands }: CompoundList, scope: Scope, input: Input): void {
    for (const statement of commands) this.#statement(statement, scope, input);
  }

  #statement({ command, background }: Statement, scope: Scope, input: Input): void {
    this.#node(command, background === true ? copyOf(scope) : scope, input);
  }

  #node(node: SyntaxNode, scope: Scope, input: Input): void {
    if (++this.#steps > mostSteps) {
      this.complete = false;
      return;
    }
    switch (node.type) {
      case 'Command':
        this.#command(node, scope, input);
        break;
      case 'Redirected':
        this.#substitutions(node.redirects, scope);
        this.#node(node.command, scope, inputOf(node.redirects, scope, input));
        break;
      case 'Pipeline':
        this.#pipeline(node.commands, scope, input);
        break;
      case 'AndOr':
        this.#andOr(node, scope, input);
        break;
      case 'Subshell':
        this.#list(node.body, copyOf(scope), input);
        break;
      case 'BraceGroup':
        this.#list(node.body, scope, input);
        break;
      case 'CompoundList':
        this.#list(node, scope, input);
        break;
      case 'If':
        this.#list(node.clause, scope, input);
        this.#branches([node.then, ...node.elif.flatMap((one) => [one.clause, one.then])], scope, input);
        if (node.else !== undefined) this.#branches([node.else], scope, input);
        break;
      case 'Case':
        this.#substitutions([node.word, ...node.items.flatMap(({ pattern }) => pattern)], scope);
        this.#branches(
          node.items.map(({ body }) => body),
          scope,
          input,
        );
        break;
      case 'For':
      case 'Select':
        this.#substitutions(node.wordlist ?? [], scope);
        this.#loop([node.body], scope, input);
        break;
      case 'While':
        this.#loop([node.clause, node.body], scope, input);
        break;
      case 'ArithmeticFor':
        this.#substitutions([node], scope);
        this.#loop([node.body], scope, input);
        break;
      case 'Function':
        this.#function(node.name.value, node.body, scope);
        break;
      case 'Coproc':
        this.#node(node.body, copyOf(scope), noInput);
        break;
      default:
        // `[[ … ]]` and `(( … ))` run nothing but the substitutions in them; the latter also set variables.
        if (node.type === 'ArithmeticCommand') scope.variables.clear();
        this.#substitutions([node], scope);
    }
  }

  #pipeline(commands: readonly SyntaxNode[], scope: Scope, input: Input): void {
    let fed = input;
    for (const command of commands) {
      const from = this.invocations.length;
      // Each part of a pipe is a shell of its own.
      this.#node(command, commands.length > 1 ? copyOf(scope) : scope, fed);
      fed = this.#outputOf(command, this.invocations.slice(from), scope);
    }
  }

  /** What comes out of a pipe, for a shell at its other end: the words of echo, the text of a here-document. */
  #outputOf(command: SyntaxNode, invocations: readonly Invocation[], scope: Scope): Input {
    const own = command.type === 'Command' ? inputOf(command.redirects, scope, noInput) : noInput;
    const words = invocations.flatMap(({ words: [program, ...args] }) =>
      program !== undefined && ['echo', 'printf', 'print'].includes(programName(program) ?? '') ? args : [],
    );
    const known = words.flatMap(({ value }) => (value === null ? [] : [value]));
    const texts = [...own.texts, ...known, known.join(' ')].map((text) => text.replaceAll('\\n', '\n'));
    return { texts: [...new Set(texts)], hidden: own.hidden || words.some(({ value }) => value === null) };
  }

  #andOr({ commands, operators }: AndOr, scope: Scope, input: Input): void {
    const seen: Scope[] = [];
    for (const [index, command] of commands.entries()) {
      if (operators[index - 1] === '||') joinInto(scope, seen);
      this.#node(command, scope, input);
      seen.push(copyOf(scope));
    }
    joinInto(scope, seen);
  }

  /** One of them is taken, or none. */
  #branches(ways: readonly CompoundList[], scope: Scope, input: Input): void {
    const ends = ways.map((way) => {
      const inner = copyOf(scope);
      this.#list(way, inner, input);
      return inner;
    });
    joinInto(scope, ends);
  }

  /** What the body sets may be set when it begins again. */
  #loop(lists: readonly CompoundList[], scope: Scope, input: Input): void {
    const inner = copyOf(scope);
    inner.variables.clear();
    if (lists.some(mentionsMove)) inner.places = null;
    for (const list of lists) this.#list(list, inner, input);
    scope.variables.clear();
    joinInto(scope, [inner]);
  }

  /** It may be called from anywhere, with anything. */
  #function(name: string, body: SyntaxNode, scope: Scope): void {
    const inner = copyOf(scope);
    inner.variables.clear();
    inner.places = null;
    scope.functions.set(name.toLowerCase(), mentionsMove(body));
    this.#node(body, inner, noInput);
  }

  #command(command: Command, scope: Scope, input: Input): void {
    this.#substitutions([command], scope);
    const assignments = command.prefix.filter((part): part is Assignment => part.type === 'Assignment');
    if (command.name === undefined) {
      for (const assignment of assignments) assign(assignment, scope);
      return;
    }
    const words = [command.name, ...command.args].flatMap((part) =>
      part.type === 'Word' ? readWord(part, scope) : assignmentWords(part, scope),
    );
    const [program] = words;
    if (program !== undefined && declarations.has(programName(program) ?? '')) {
      for (const part of command.args) if (part.type === 'Assignment') assign(part, scope);
    }
    runWords(this, words, { scope, input: inputOf(command.redirects, scope, input), depth: 0 });
  }

  /** Whatever is run inside words, assignments and redirections. */
  #substitutions(nodes: readonly SyntaxNode[], scope: Scope): void {
    for (const node of nodes) {
      if (++this.#steps > mostSteps) {
        this.complete = false;
        return;
      }
      forEachChild(node, (child) => this.#substitution(child, scope));
    }
  }

  #substitution(node: SyntaxNode, scope: Scope): void {
    switch (node.type) {
      case 'CommandExpansion':
      case 'ProcessSubstitution':
      case 'ArithmeticCommandExpansion':
        this.#script(node.script, copyOf(scope));
        break;
      case 'CompoundList':
        // The body of a loop, which is read as what it is.
        return;
      default:
        this.#substitutions([node], scope);
        break;
    }
  }
}

/** Whether somewhere in it the directory is changed. */
function mentionsMove(node: SyntaxNode): boolean {
  let found = false;
  const visit = (child: SyntaxNode): void => {
    if (found) return;
    if (child.type === 'Word' && /^(?:cd|pushd|popd|chdir|eval|source|\.)$/.test(child.value)) found = true;
    else forEachChild(child, visit);
  };
  visit(node);
  return found;
}
