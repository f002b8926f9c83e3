// Walks the syntax tree of a line and notes each program that it runs. It gives up when the line is too long or too
// deep.

import {
  type AndOr,
  type Assignment,
  type Command,
  type CompoundList,
  forEachChild,
  type ParsedScript,
  type Redirection,
  type Statement,
  type SyntaxNode,
} from 'unbash';
import { assignmentWords, assignVariable } from './assign.ts';
import { declarations } from './builtins.ts';
import { noteDeclared, noteShellVariable, withVariables } from './environment.ts';
import { withoutHereDocs } from './hereDocs.ts';
import { parse } from './parser.ts';
import { joined, outputOf } from './pipes.ts';
import { parsePlain } from './plainLine.ts';
import type { FileWrite, Invocation } from './programs.ts';
import { type Input, noInput, type Reading } from './reading.ts';
import { isShort, ReadingLimits } from './readingLimits.ts';
import { readWord } from './readWord.ts';
import { inputOf, writesOf } from './redirects.ts';
import { runWords } from './run.ts';
import { copyOf, joinInto, type Scope } from './scope.ts';
import { countTakenOut, mentionsMove } from './syntax.ts';
import { programName, type ShellWord } from './word.ts';

export class LineReader implements Reading {
  readonly invocations: Invocation[] = [];
  readonly writes: FileWrite[] = [];
  readonly carried: Invocation[] = [];
  readonly helpers: Invocation[] = [];
  /** Part of the text is not valid Bash. */
  broken = false;
  limited = false;
  readonly #limits = new ReadingLimits();
  #guesses = 0;
  /** The list for what is read now. */
  #found = this.invocations;
  /** The output of each `<(…)` of the current command. */
  #files: Input[] = [];

  runs(words: readonly ShellWord[], { places, elsewhere, given }: Scope, input = noInput): void {
    // Text that may not be shell at all has many unknown words, which prove nothing.
    if (this.#guesses > 0 && (words[0] === undefined || programName(words[0]) === null)) return;
    const one = { words, places: elsewhere ? null : places, input };
    this.#found.push(given.length > 0 ? { ...one, given } : one);
  }

  text(text: string, scope: Scope): void {
    const short = isShort(text) ? { text, count: 0 } : withoutHereDocs(text);
    if (!this.#limits.allowText(short.text)) {
      this.limited = true;
      return;
    }
    const script = parsePlain(short.text) ?? parse(short.text);
    if (short.count > 0 && countTakenOut(script) !== short.count) {
      this.limited = true;
      return;
    }
    this.#limits.inside(() => this.#script(script, scope));
  }

  guess(text: string, scope: Scope): void {
    const { broken } = this;
    this.#guesses++;
    this.text(text, scope);
    this.#guesses--;
    this.broken = broken;
  }

  carry(text: string, scope: Scope): void {
    this.#aside(text, scope, this.carried);
  }

  help(text: string, scope: Scope): void {
    this.#aside(text, scope, this.helpers);
  }

  /** Only the text of the line itself is looked at, not what is inside of what it hands on. */
  #aside(text: string, scope: Scope, found: Invocation[]): void {
    if (this.#found !== this.invocations) return;
    const { broken, limited } = this;
    this.#found = found;
    this.text(text, scope);
    this.#found = this.invocations;
    this.broken = broken;
    this.limited = limited;
  }

  #script(script: ParsedScript | undefined, scope: Scope): Input {
    if (script === undefined || (script.errors?.length ?? 0) > 0) this.broken = true;
    return joined((script?.commands ?? []).map((statement) => this.#statement(statement, scope, noInput)));
  }

  #list({ commands }: CompoundList, scope: Scope, input: Input): void {
    for (const statement of commands) this.#statement(statement, scope, input);
  }

  #statement({ command, background }: Statement, scope: Scope, input: Input): Input {
    return this.#through(command, background === true ? copyOf(scope) : scope, input);
  }

  /** Returns the command's output. */
  #through(node: SyntaxNode, scope: Scope, input: Input): Input {
    if (node.type === 'Pipeline') return this.#pipeline(node.commands, scope, input);
    const from = this.invocations.length;
    // Read before the command runs, because its assignments do not affect its own redirections.
    const own = node.type === 'Command' || node.type === 'Redirected' ? inputOf(node.redirects, scope, input) : input;
    this.#node(node, scope, input);
    return outputOf(
      this.invocations.slice(from).map(({ words }) => words),
      own,
    );
  }

  // biome-ignore lint/complexity/noExcessiveLinesPerFunction: one case for each kind of node
  #node(node: SyntaxNode, scope: Scope, input: Input): void {
    if (!this.#limits.allowStep()) {
      this.limited = true;
      return;
    }
    switch (node.type) {
      case 'Command':
        this.#command(node, scope, input);
        break;
      case 'Redirected':
        this.#substitutions(node.redirects, scope);
        this.#writes(node.redirects, scope);
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
        // `[[ … ]]` and `(( … ))` run only the substitutions inside; the latter also sets variables.
        if (node.type === 'ArithmeticCommand') scope.variables.clear();
        this.#substitutions([node], scope);
    }
  }

  #pipeline(commands: readonly SyntaxNode[], scope: Scope, input: Input): Input {
    let fed = input;
    for (const command of commands) {
      // Each part of a pipe runs in its own subshell.
      fed = this.#through(command, commands.length > 1 ? copyOf(scope) : scope, fed);
    }
    return fed;
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

  /** The shell takes one of these branches, or none. */
  #branches(ways: readonly CompoundList[], scope: Scope, input: Input): void {
    const ends = ways.map((way) => {
      const inner = copyOf(scope);
      this.#list(way, inner, input);
      return inner;
    });
    joinInto(scope, ends);
  }

  /** A variable that the body sets may already be set when the body starts again. */
  #loop(lists: readonly CompoundList[], scope: Scope, input: Input): void {
    const inner = copyOf(scope);
    inner.variables.clear();
    if (lists.some(mentionsMove)) inner.places = null;
    for (const list of lists) this.#list(list, inner, input);
    scope.variables.clear();
    joinInto(scope, [inner]);
  }

  /** The line may call the function anywhere, with any arguments. */
  #function(name: string, body: SyntaxNode, scope: Scope): void {
    const inner = copyOf(scope);
    inner.variables.clear();
    inner.places = null;
    scope.functions.set(name.toLowerCase(), mentionsMove(body));
    this.#node(body, inner, noInput);
  }

  #command(command: Command, scope: Scope, input: Input): void {
    const outer = this.#files;
    this.#files = [];
    this.#substitutions([command], scope);
    const files = joined(this.#files);
    this.#files = outer;
    this.#writes(command.redirects, scope);
    const assignments = command.prefix.filter((part): part is Assignment => part.type === 'Assignment');
    if (command.name === undefined) {
      for (const assignment of assignments) noteShellVariable(this, assignVariable(assignment, scope), scope);
      return;
    }
    const words = [command.name, ...command.args].flatMap((part) =>
      part.type === 'Word' ? readWord(part, scope) : assignmentWords(part, scope),
    );
    const [program] = words;
    if (program !== undefined && declarations.has(programName(program) ?? '')) noteDeclared(this, command, scope);
    const run = { scope, input: inputOf(command.redirects, scope, input), files, depth: 0 };
    // `GIT_DIR=x gh …`: for this command only.
    const given = assignments.map((one) => assignVariable(one, copyOf(scope)));
    withVariables(this, given, scope, () => runWords(this, words, run));
  }

  #writes(redirects: readonly Redirection[], scope: Scope): void {
    if (this.#found === this.carried) return;
    for (const target of writesOf(redirects, scope)) this.writes.push({ target, places: scope.places });
  }

  /** Reads everything that runs inside words, assignments and redirections. */
  #substitutions(nodes: readonly SyntaxNode[], scope: Scope): void {
    for (const node of nodes) {
      if (!this.#limits.allowStep()) {
        this.limited = true;
        return;
      }
      forEachChild(node, (child) => this.#substitution(child, scope));
    }
  }

  #substitution(node: SyntaxNode, scope: Scope): void {
    switch (node.type) {
      case 'ProcessSubstitution': {
        // The programs inside have their own files.
        const files = this.#files;
        const output = this.#script(node.script, copyOf(scope));
        this.#files = [...files, output];
        break;
      }
      case 'CommandExpansion':
      case 'ArithmeticCommandExpansion':
        this.#script(node.script, copyOf(scope));
        break;
      case 'CompoundList':
        // The body of a loop: its commands are read elsewhere.
        return;
      default:
        this.#substitutions([node], scope);
        break;
    }
  }
}
