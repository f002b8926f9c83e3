// The text of a message about code: where it is, the code itself, and what its sender has to say about it.

export interface Excerpt {
  /** As the agents see it from where they work. */
  readonly path: string;
  /** Counted from 1, both included; undefined for the whole file, which an agent can read by itself. */
  readonly lines?: { readonly first: number; readonly last: number };
  readonly code?: string;
  /** VS Code's name of the language. */
  readonly language?: string;
}

export function codeContext(excerpts: readonly Excerpt[], comment = ''): string {
  const parts = excerpts.map((excerpt) =>
    excerpt.code === undefined ? placeOf(excerpt) : `${placeOf(excerpt)}\n\n${fenced(excerpt.code, excerpt.language)}`,
  );
  // Paths alone are a list; what has code in it stands apart.
  const body = parts.join(excerpts.some((excerpt) => excerpt.code !== undefined) ? '\n\n' : '\n');
  return comment.trim() === '' ? body : `${body}\n\n${comment.trim()}`;
}

/** `src/greet.js:10-14` */
export function placeOf({ path, lines }: Excerpt): string {
  // A name may hold a line break, which would end the line that says where we are.
  const name = path.replace(/\p{Cc}/gu, '?');
  if (lines === undefined) return name;
  return lines.first === lines.last ? `${name}:${lines.first}` : `${name}:${lines.first}-${lines.last}`;
}

export interface Selection {
  /** Counted from 0. */
  readonly start: { readonly line: number };
  readonly end: { readonly line: number; readonly character: number };
}

/** A selection that ends before the first character of a line does not mean that line. */
export function selectedLines({ start, end }: Selection): { first: number; last: number } {
  const last = end.character === 0 && end.line > start.line ? end.line - 1 : end.line;
  return { first: start.line + 1, last: last + 1 };
}

/** The fence is longer than any run of backticks in the code, so that nothing in it can end the block. */
export function fenced(code: string, language = ''): string {
  const longest = Math.max(0, ...[...code.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(Math.max(3, longest + 1));
  const name = /^[\w+#.-]+$/.test(language) && language !== 'plaintext' ? language : '';
  return `${fence}${name}\n${code.endsWith('\n') ? code : `${code}\n`}${fence}`;
}
