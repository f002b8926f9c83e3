// Long lines are mostly here-documents that become a file. Their text is not part of the program, so Party removes it
// before it measures a line.

/** Stands for a removed text. A program that runs it as input cannot be analysed. */
export const takenOut = 'party-here-document';

export interface Shortened {
  readonly text: string;
  /** How many were removed. Only the parser can tell whether they were here-documents. */
  readonly count: number;
}

/** Removes those without expansions: with a quoted delimiter, or without a `$` and a backtick. */
export function withoutHereDocs(text: string): Shortened {
  const lines = text.split('\n');
  const kept: string[] = [];
  let count = 0;
  let seen = 0;
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? '';
    kept.push(line);
    for (const { word, quoted, tabs } of delimiters(line)) {
      // Each one is searched to the end of the text, and real lines have fewer than this.
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
  // Most lines of a long text have no here-document, and a very long line does not start one.
  if (!line.includes('<<') || line.length > 10_000) return [];
  const found = line.matchAll(/(?<!<)<<(-?)[ \t]*(?:'([^'\n]+)'|"([^"\n\\$`]+)"|(\\?)([A-Za-z_][\w.]*))/g);
  return [...found].map(([, dash, single, double, escaped, bare]) => ({
    word: single ?? double ?? bare ?? '',
    quoted: (single ?? double) !== undefined || escaped !== '',
    tabs: dash === '-',
  }));
}
