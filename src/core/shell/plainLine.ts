// Most lines are a few simple commands: words, quotes, pipes. This parses them into the same tree that unbash makes,
// and nothing else, because loading all of unbash takes a third of the time in which Node starts. It gives up at the
// first character that could mean more; test/core/shell/plainLine.test.ts compares the trees.

import type {
  AndOr,
  Command,
  DoubleQuotedChild,
  LogicalOperator,
  ParsedScript,
  PipelineNode,
  Redirect,
  Statement,
  Word,
  WordPart,
} from 'unbash';

/** Undefined when the line needs the whole parser. */
export function parsePlain(text: string): ParsedScript | undefined {
  if (strange.test(text)) return undefined;
  const tokens = tokensOf(text);
  if (tokens === undefined) return undefined;
  const commands: Statement[] = [];
  const left = new Tokens(tokens);
  for (left.skipLines(); !left.done; left.skipLines()) {
    const command = readAndOr(left);
    if (command === undefined || !(left.done || left.take(';', '\n'))) return undefined;
    commands.push({ type: 'Statement', ...span(command), command, background: undefined });
  }
  if (commands.length === 0) return undefined;
  return { type: 'Script', pos: 0, end: text.length, shebang: undefined, commands, errors: undefined };
}

/** Control characters, which shells and the parser treat in their own ways. */
const strange = /[\0-\x08\x0b-\x1f\x7f]/;
const blanks = /[ \t]+/y;
const operators = /&&|\|\||[|;\n]/y;
const redirects = /(\d?)(>>|>&(?=\d(?:[\s;|]|$))|[<>])[ \t]*/y;
const bare = /[\w./:,+%@^=~-]+/y;
const singleQuotes = /'([^']*)'/y;
const doubleQuotes = /"(?:[^"$`\\]|\\[^$`"\\\n]|\$(?:[A-Za-z_]\w*|\?))*"/y;
const expansions = /\$(?:[A-Za-z_]\w*|\?)/y;
const globs = /\*+|\?/y;

/** Words that begin something else than a simple command, and programs whose arguments can be assignments. */
const special: ReadonlySet<string> = new Set(
  `if then else elif fi for while until do done case esac in function select time coproc
  export declare typeset local readonly alias let`.split(/\s+/),
);

type Operator = '&&' | '||' | '|' | ';' | '\n';
type Token = Word | Redirect | Operator;

class Tokens {
  readonly #tokens: readonly Token[];
  #at = 0;

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }

  get done(): boolean {
    return this.#at >= this.#tokens.length;
  }

  /** The next token, if it is one of these operators. */
  take<O extends Operator>(...wanted: readonly O[]): O | undefined {
    const found = wanted.find((one) => one === this.#tokens[this.#at]);
    if (found !== undefined) this.#at++;
    return found;
  }

  skipLines(): void {
    while (this.take('\n') !== undefined);
  }

  part(): Word | Redirect | undefined {
    const next = this.#tokens[this.#at];
    if (typeof next !== 'object') return undefined;
    this.#at++;
    return next;
  }
}

function tokensOf(text: string): Token[] | undefined {
  const tokens: Token[] = [];
  for (let at = 0; at < text.length; ) {
    const blank = match(blanks, text, at);
    const operator = match(operators, text, at);
    if (blank !== undefined) at += blank[0].length;
    else if (operator !== undefined) {
      tokens.push(operator[0] as Operator);
      at += operator[0].length;
    } else {
      const part = readRedirect(text, at) ?? readWord(text, at);
      if (part === undefined) return undefined;
      tokens.push(part);
      at = part.end;
    }
  }
  return tokens;
}

function match(pattern: RegExp, text: string, at: number): RegExpExecArray | undefined {
  pattern.lastIndex = at;
  return pattern.exec(text) ?? undefined;
}

function readRedirect(text: string, pos: number): Redirect | undefined {
  const found = match(redirects, text, pos);
  if (found === undefined) return undefined;
  const [all, digit = '', operator] = found;
  const target = readWord(text, pos + all.length);
  if (target === undefined) return undefined;
  const descriptor =
    digit === '' ? undefined : ({ type: 'FileDescriptor', pos, end: pos + 1, value: Number(digit) } as const);
  return { type: 'Redirect', pos, end: target.end, operator: operator as Redirect['operator'], descriptor, target };
}

function readWord(text: string, pos: number): Word | undefined {
  const parts: WordPart[] = [];
  let value = '';
  let end = pos;
  while (end < text.length) {
    const part = readPart(text, end);
    if (part === undefined) break;
    parts.push(part);
    value += partValue(part);
    end = part.end;
  }
  // What follows a word: nothing, a blank, or an operator. Digits before a redirection are its descriptor.
  const next = /[<>]/.test(text[end] ?? '') && /^\d+$/.test(value) ? undefined : /^$|[\s;|&<>]/.test(text[end] ?? '');
  if (parts.length === 0 || next !== true) return undefined;
  const word = { type: 'Word', text: text.slice(pos, end), value, pos, end } as const;
  return parts.length === 1 && parts[0]?.type === 'Literal' ? word : { ...word, parts };
}

function readPart(text: string, pos: number): WordPart | undefined {
  const spanOf = ([all]: RegExpExecArray) => ({ pos, end: pos + all.length, text: all });
  const plain = match(bare, text, pos);
  if (plain !== undefined) return { type: 'Literal', value: plain[0], ...spanOf(plain) };
  const single = match(singleQuotes, text, pos);
  if (single !== undefined) return { type: 'SingleQuoted', value: single[1] ?? '', ...spanOf(single) };
  const double = match(doubleQuotes, text, pos);
  if (double !== undefined) return { type: 'DoubleQuoted', ...spanOf(double), parts: quotedParts(double[0], pos) };
  const expansion = match(expansions, text, pos);
  if (expansion !== undefined) return { type: 'SimpleExpansion', ...spanOf(expansion) };
  const glob = match(globs, text, pos);
  if (glob === undefined) return undefined;
  return { type: 'Glob', kind: glob[0] === '?' ? 'question' : 'star', value: glob[0], ...spanOf(glob) };
}

function quotedParts(quoted: string, pos: number): DoubleQuotedChild[] {
  const pieces = quoted.slice(1, -1).split(/(\$(?:[A-Za-z_]\w*|\?))/);
  let at = pos + 1;
  const parts = pieces.flatMap((text, index): DoubleQuotedChild[] => {
    if (text === '') return [];
    const place = { pos: at, end: at + text.length, text };
    at += text.length;
    return [index % 2 === 1 ? { type: 'SimpleExpansion', ...place } : { type: 'Literal', value: text, ...place }];
  });
  return parts.length > 0 ? parts : [{ type: 'Literal', value: '', text: '', pos: at, end: at }];
}

function partValue(part: WordPart): string {
  if (part.type === 'DoubleQuoted') return part.parts.map(({ text }) => text).join('');
  return 'value' in part ? part.value : part.text;
}

function readAndOr(left: Tokens): PipelineNode | AndOr | undefined {
  const first = readPipeline(left);
  if (first === undefined) return undefined;
  const commands = [first];
  const signs: LogicalOperator[] = [];
  for (let sign = left.take('&&', '||'); sign !== undefined; sign = left.take('&&', '||')) {
    left.skipLines();
    const next = readPipeline(left);
    if (next === undefined) return undefined;
    signs.push(sign);
    commands.push(next);
  }
  return commands.length === 1 ? first : { type: 'AndOr', ...span(...commands), commands, operators: signs };
}

function readPipeline(left: Tokens): PipelineNode | undefined {
  const first = readCommand(left);
  if (first === undefined) return undefined;
  const commands = [first];
  while (left.take('|') !== undefined) {
    left.skipLines();
    const next = readCommand(left);
    if (next === undefined) return undefined;
    commands.push(next);
  }
  if (commands.length === 1) return first;
  const pipes = commands.slice(1).map(() => '|' as const);
  return { type: 'Pipeline', ...span(...commands), prefixes: [], commands, operators: pipes };
}

function readCommand(left: Tokens): Command | undefined {
  const name = left.part();
  if (name?.type !== 'Word' || special.has(name.value) || /^\w+\+?=/.test(name.text)) return undefined;
  const suffix: (Word | Redirect)[] = [];
  for (let part = left.part(); part !== undefined; part = left.part()) suffix.push(part);
  const args = suffix.filter((part) => part.type === 'Word');
  const found = suffix.filter((part) => part.type === 'Redirect');
  return { type: 'Command', ...span(name, ...suffix), name, prefix: [], suffix, args, redirects: found };
}

function span(...nodes: readonly { readonly pos: number; readonly end: number }[]): { pos: number; end: number } {
  return { pos: nodes[0]?.pos ?? 0, end: nodes.at(-1)?.end ?? 0 };
}
