// Long lines are mostly here-documents that a file is made of. Their texts are no part of the program, and are taken out
// before a line is measured.

/** Stands for a text that was taken out. Whoever runs its input as a program cannot be seen through. */
export const takenOut = 'party-here-document';

export interface Shortened {
  readonly text: string;
  /** How many were taken out. Only the parser can tell whether they were here-documents. */
  readonly count: number;
}

/** Takes out those in which nothing is expanded: with a quoted delimiter, or without a `$` and a backtick. */
export function withoutHereDocs(text: string): Shortened {
  const lines = text.split('\n');
  const kept: string[] = [];
  let count = 0;
  let seen = 0;
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? '';
    kept.push(line);
    for (const { word, quoted, tabs } of delimiters(line)) {
      // Each is looked for to the end, and no honest line has this many.
      if (++seen > mostDelimiters) return { text, count: 0 };
      const end = lines.findIndex((one, index) => index > at && (tabs ? one.replace(/^\t+/, '') : one) === word);
      if (end === -1) break;
      const body = lines.slice(at + 1, end);
      const plain = quoted || !body.some((one) => /[$`\\]/.test(one));
      if (plain && body.length > 0) count++;
      kept.push(...(plain && body.length > 0 ? [takenOut] : body), lines[end] ?? '');
      at = end;
    }
  }
  return { text: kept.join('\n'), count };
}

const mostDelimiters = 50;

function delimiters(line: string) {
  // Most of a long text are lines without any; and one with very many is no here-document's.
  if (!line.includes('<<') || line.length > 10_000) return [];
  const found = line.matchAll(/(?<!<)<<(-?)[ \t]*(?:'([^'\n]+)'|"([^"\n\\$`]+)"|(\\?)([A-Za-z_][\w.]*))/g);
  return [...found].map(([, dash, single, double, escaped, bare]) => ({
    word: single ?? double ?? bare ?? '',
    quoted: (single ?? double) !== undefined || escaped !== '',
    tabs: dash === '-',
  }));
}
