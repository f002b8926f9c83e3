// The text of a message about code: the place, the code itself, and the sender's comment.

export interface Excerpt {
  /** As the agents see it from their working directory. */
  readonly path: string;
  /** Counted from 1, both included. Undefined means the whole file, which an agent can read itself. */
  readonly lines?: { readonly first: number; readonly last: number };
  readonly code?: string;
  /** VS Code's language id. */
  readonly language?: string;
}

export function codeContext(excerpts: readonly Excerpt[], comment = ''): string {
  const parts = excerpts.map((excerpt) =>
    excerpt.code === undefined ? placeOf(excerpt) : `${placeOf(excerpt)}\n\n${fenced(excerpt.code, excerpt.language)}`,
  );
  // Paths alone form a list. With code, a blank line separates the excerpts.
  const body = parts.join(excerpts.some((excerpt) => excerpt.code !== undefined) ? '\n\n' : '\n');
  return comment.trim() === '' ? body : `${body}\n\n${comment.trim()}`;
}

/** `src/greet.js:10-14` */
export function placeOf({ path, lines }: Excerpt): string {
  // A line break in a file name would end the line that names the place.
  const name = path.replace(/\p{Cc}/gu, '?');
  if (lines === undefined) return name;
  return lines.first === lines.last ? `${name}:${lines.first}` : `${name}:${lines.first}-${lines.last}`;
}

export interface Selection {
  /** Counted from 0. */
  readonly start: { readonly line: number };
  readonly end: { readonly line: number; readonly character: number };
}

/** A selection that ends before the first character of a line does not include that line. */
export function selectedLines({ start, end }: Selection): { first: number; last: number } {
  const last = end.character === 0 && end.line > start.line ? end.line - 1 : end.line;
  return { first: start.line + 1, last: last + 1 };
}

/** The fence is longer than any run of backticks in the code, so that the code cannot close the block. */
export function fenced(code: string, language = ''): string {
  const longest = Math.max(0, ...[...code.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(Math.max(3, longest + 1));
  const name = /^[\w+#.-]+$/.test(language) && language !== 'plaintext' ? language : '';
  return `${fence}${name}\n${code.endsWith('\n') ? code : `${code}\n`}${fence}`;
}
