// What a word of the syntax tree stands for. It removes quotes and fills in variables that the line itself has set.
// Everything that only the shell can tell is unknown.

import type { Word, WordPart } from 'unbash';
import { printedBy } from './printed.ts';
import type { Scope } from './scope.ts';
import { literal, type ShellWord, unknown } from './word.ts';

export function readWord(word: Word, scope: Scope): ShellWord[] {
  const { parts } = word;
  if (parts === undefined) return [plain(word, scope)];
  // A question mark in an address could be a glob, but no file has such a name.
  if (/^https?:\/\/[^\s$`*{}"'\\[\]]+$/.test(word.text)) return [literal(word.text)];
  const pieces = parts.flatMap((part) => readPart(part, scope, false));
  const [only, ...more] = pieces;
  // A lone `$X` is the only word that may become several known words.
  if (only?.text != null && only.many && more.length === 0) return split(only.text);
  return [joinPieces(isHome(word) ? [nowhere, ...pieces] : pieces)];
}

/** One piece of a word; `text` is null when unknown. */
interface Piece {
  readonly text: string | null;
  readonly many: boolean;
  readonly isGlob?: true;
}

const known = (text: string): Piece => ({ text, many: false });

function readPart(part: WordPart, scope: Scope, quoted: boolean): Piece[] {
  switch (part.type) {
    case 'Literal':
      return [known(part.value)];
    case 'SingleQuoted':
    case 'AnsiCQuoted':
      return [known(part.value)];
    case 'DoubleQuoted':
    case 'LocaleString':
      return part.parts.flatMap((child) => readPart(child, scope, true));
    case 'SimpleExpansion':
    case 'ParameterExpansion':
      return [variable(part, scope, quoted)];
    case 'ArithmeticExpansion':
      return [{ text: null, many: false }];
    case 'CommandExpansion':
      return [printed(part.text, quoted)];
    case 'ProcessSubstitution':
      return [known('/dev/fd/63')];
    case 'Glob':
      return [{ text: null, many: part.kind === 'star', isGlob: true }];
    case 'ExtendedGlob':
    case 'BraceExpansion':
      return [{ text: null, many: true, isGlob: true }];
    default: {
      const unreachable: never = part;
      return [unreachable];
    }
  }
}

/** Settings are one word here, also when they are many: only eval reads them. */
function printed(command: string, quoted: boolean): Piece {
  const text = printedBy(command);
  return { text, many: text === null && !quoted };
}

function variable(part: WordPart, scope: Scope, quoted: boolean): Piece {
  const name = /^\$\{?([A-Za-z_][A-Za-z0-9_]*)\}?$/.exec(part.text)?.[1];
  const value = name === undefined ? undefined : lookUp(name, scope);
  // Another IFS splits words at other characters.
  if (value !== undefined && (quoted || (!/[*?[\]]/.test(value) && !scope.variables.has('IFS')))) {
    return { text: value, many: !quoted && /^$|\s/.test(value) };
  }
  if (value !== undefined && /[*?[\]]/.test(value)) return { text: null, many: true, isGlob: true };
  // "$@" and "${a[@]}" can be any number of words, even in quotes.
  return { text: null, many: !quoted || /[@*]/.test(part.text) };
}

function lookUp(name: string, { variables, places, home }: Scope): string | undefined {
  const own = variables.get(name);
  if (own !== undefined) return own;
  if (name === 'PWD') return places?.length === 1 ? places[0] : undefined;
  return name === 'HOME' ? (home ?? undefined) : undefined;
}

function joinPieces(pieces: readonly Piece[]): ShellWord {
  const firstUnknown = pieces.findIndex(({ text }) => text === null);
  const many = pieces.some((piece) => piece.many);
  const text = pieces.map((piece) => piece.text ?? '').join('');
  if (firstUnknown === -1) return many ? unknown({ many }) : literal(text);
  const lastUnknown = pieces.findLastIndex((piece) => piece.text === null);
  const part = (from: number, to: number) =>
    pieces
      .slice(from, to)
      .map((piece) => piece.text ?? '')
      .join('');
  const word = unknown({ head: part(0, firstUnknown), tail: part(lastUnknown + 1, pieces.length), many });
  return pieces.some(({ isGlob }) => isGlob) ? { ...word, isGlob: true } : word;
}

/** Splits at the default IFS. When the line changes IFS, assign.ts has already made the variables unknown. */
function split(value: string): ShellWord[] {
  return value
    .split(/[ \t\n]+/)
    .filter((part) => part !== '')
    .map(literal);
}

/** A word without quotes or expansions; an unclosed brace is not an expansion. */
function plain(word: Word, scope: Scope): ShellWord {
  const home = tildeOf(word);
  if (home === undefined) return literal(word.value);
  const rest = word.value.slice(home.length);
  return home === '~' && scope.home !== null ? literal(scope.home + rest) : unknown({ tail: rest });
}

/** With more parts after it, a tilde counts as unknown. */
const nowhere: Piece = { text: null, many: false };

function isHome(word: Word): boolean {
  return tildeOf(word) !== undefined;
}

/** `~`, `~name`, `~+`: a home or another directory, when unquoted. */
function tildeOf({ text }: Word): string | undefined {
  return /^~[A-Za-z0-9_.+-]*(?=\/|$)/.exec(text)?.[0];
}
