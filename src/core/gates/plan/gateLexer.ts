// Reads a Bash line that the plan gate may allow: one simple command of literal words. This is not a shell parser. It
// refuses, with a reason, what it does not understand and what bash and zsh could read differently, so a line cannot
// hide anything. Party has two readers of Bash because they answer opposite questions: this one lists what certainly
// only reads and refuses the rest; core/shell/programs.ts lists everything that could run and lets the rest pass.

export interface GateWord {
  /** As the program gets it, except that an active glob stays as written. */
  readonly value: string;
  /** The number of characters at the start of the value that have no quotes or backslashes. */
  readonly bare: number;
  /** The word has quotes or backslashes, perhaps empty quotes. */
  readonly quoted: boolean;
  /** The position of the first active glob character; -1 when there is none. */
  readonly glob: number;
}

export type Lexed = { readonly words: readonly GateWord[] } | { readonly refused: string };

/** Planning needs no longer lines, and the limit keeps the decision fast. */
const longestLine = 4096;

export function lexLine(line: string): Lexed {
  if (line.length > longestLine) return refuse(`the command is longer than ${longestLine} characters`);
  // A line break before or after the command means nothing. Anywhere else it starts another command.
  const text = line.replace(/^[ \t\n]+|[ \t\n]+$/g, '');
  if (text === '') return refuse('there is no command');
  // The first test is only for speed.
  const strange = /^[\t -~]*$/.test(text) ? undefined : /[^\P{C}\t]|[^\P{Z} ]/u.exec(text)?.[0];
  if (strange !== undefined) return refuse(describeStrange(strange));
  return readWords(text);
}

/** The value of a variable may be a secret, and the reason is stored and shown. */
export function shownFirst(word: string): string {
  return word.replace(/^([A-Za-z_]\w*\+?=).+$/s, '$1…');
}

function readWords(text: string): Lexed {
  const words: GateWord[] = [];
  for (let at = 0; at < text.length; ) {
    if (isBlank(text[at])) {
      at++;
      continue;
    }
    const word = readWord(text, at);
    if ('refused' in word) return word;
    words.push(word.word);
    at = word.end;
  }
  return { words };
}

type ReadWord = { readonly word: GateWord; readonly end: number } | { readonly refused: string };

// biome-ignore lint/complexity/noExcessiveLinesPerFunction: one case for each kind of character
function readWord(text: string, start: number): ReadWord {
  let value = '';
  let bare = -1;
  let glob = -1;
  let at = start;
  const quoted = () => {
    if (bare < 0) bare = value.length;
  };
  for (; at < text.length && !isBlank(text[at]); at++) {
    const char = text[at] ?? '';
    switch (char) {
      case "'": {
        const end = text.indexOf("'", at + 1);
        if (end < 0) return refuse('a single quote is not closed');
        quoted();
        value += text.slice(at + 1, end);
        at = end;
        break;
      }
      case '"': {
        const inside = readDoubleQuotes(text, at + 1);
        if ('refused' in inside) return inside;
        quoted();
        value += inside.value;
        at = inside.end;
        break;
      }
      case '\\': {
        const next = text[++at];
        if (next === undefined) return refuse('the command ends with a backslash');
        quoted();
        value += next;
        break;
      }
      case '{': {
        // HEAD^{tree} and @{u} belong to git. bash expands braces only around a comma or two dots.
        const end = text.indexOf('}', at);
        const inside = end < 0 ? ',' : text.slice(at + 1, end);
        if (!/[\^@]$/.test(value) || !/^(?:[\w\-/:]|\.(?!\.))*$/.test(inside)) return refuse(operators['{'] ?? '');
        value += text.slice(at, end + 1);
        at = end;
        break;
      }
      case '*':
      case '?':
      case '[':
        if (value.startsWith('~') && bare !== 0) return refuse('a glob after "~" is not supported');
        if (char === '[' && !/^[^ \t]*\]/.test(text.slice(at)))
          return refuse('a bracket is not closed: use single quotes');
        if (glob < 0) glob = value.length;
        value += char;
        break;
      default: {
        const plain = /[\w\-./:,+%@]+/y;
        plain.lastIndex = at;
        const run = plain.exec(text)?.[0];
        if (run !== undefined) {
          value += run;
          at += run.length - 1;
          break;
        }
        const why = operators[char] ?? (value === '' && bare < 0 ? atStart(text, at) : undefined);
        if (why !== undefined) return refuse(why);
        value += char;
      }
    }
  }
  return { word: { value, bare: bare < 0 ? value.length : bare, quoted: bare >= 0, glob }, end: at };
}

/** After these, a `$` in double quotes is literal in bash and in zsh. */
const afterDeadDollar = new Set(['"', ' ', '|', ')']);

function readDoubleQuotes(text: string, start: number): { value: string; end: number } | { refused: string } {
  let value = '';
  for (let at = start; at < text.length; at++) {
    const char = text[at] ?? '';
    const next = text[at + 1] ?? '';
    if (char === '"') return { value, end: at };
    if (char === '\\') {
      // In double quotes, a backslash disappears only before these.
      value += '$`"\\'.includes(next) && next !== '' ? next : char + next;
      at++;
    } else if (char === '`') return refuse(operators['`'] ?? '');
    else if (char === '$' && !afterDeadDollar.has(next)) return refuse(operators['$'] ?? '');
    else if (char === '!') return refuse(operators['!'] ?? '');
    else value += char;
  }
  return refuse('a double quote is not closed');
}

const chained = 'one command at a time, without ; & | and line breaks: run them one after the other';
const redirected = 'redirection is not allowed, not even to /dev/null: you see the output anyway';

/** Characters with a meaning for the shell when they are not quoted. */
const operators: Readonly<Record<string, string>> = {
  '\n': chained,
  ';': chained,
  '&': chained,
  '|': chained,
  '<': redirected,
  '>': redirected,
  '(': 'parentheses mean something to the shell: put them into single quotes',
  ')': 'parentheses mean something to the shell: put them into single quotes',
  '{': 'braces mean something to the shell: name each file, or use single quotes',
  '}': 'braces mean something to the shell: name each file, or use single quotes',
  $: 'Party cannot see the values of variables and substitutions ($): write the value itself, or use single quotes',
  '`': 'backticks run a command: use single quotes if they are meant as text',
  '!': '"!" means something to some shells: use single quotes',
};

function atStart(text: string, at: number): string | undefined {
  if (text[at] === '#') return 'comments are not supported: leave it out, or use single quotes';
  // zsh replaces such a word with the path of a program.
  if (text[at] === '=' && /[\w./~]/.test(text[at + 1] ?? '')) return 'a word that begins with "=" needs single quotes';
  return undefined;
}

function describeStrange(char: string): string {
  const name = `U+${(char.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
  return char === '\n' ? chained : `the command holds the invisible character ${name}`;
}

function isBlank(char: string | undefined): boolean {
  return char === ' ' || char === '\t';
}

function refuse(refused: string): { readonly refused: string } {
  return { refused };
}
