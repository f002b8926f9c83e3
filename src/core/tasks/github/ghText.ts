// gh makes control characters visible in what GitHub says, `\u001b` becomes `^[`, and gh 2.23 does so, too, where a text
// only speaks of them. What we know to have been written is then the truth, or the next change would write the rest over.

export interface Texts {
  readonly title?: string | undefined;
  readonly body?: string | null | undefined;
}

/** The texts of an issue, by what was last known of them. */
export function withKnownTexts<T extends { title: string; body: string | null }>(
  issue: T,
  known: Texts | undefined,
): T {
  return {
    ...issue,
    title: known?.title !== undefined && asGhShows(known.title) === issue.title ? known.title : issue.title,
    body: known?.body && asGhShows(known.body) === issue.body ? known.body : issue.body,
  };
}

export function asGhShows(text: string): string {
  return text
    .replace(/\\u00([01][0-9a-f])/gi, (_, code: string) => `\\${caret(Number.parseInt(code, 16))}`)
    .replace(/\\u00([89][0-9a-f])/gi, (_, code: string) => `\\${octal(Number.parseInt(code, 16))}`)
    .replace(/(?![\b\f\n\r\t])[\0-\x1f]/g, (sign) => caret(sign.charCodeAt(0)))
    .replace(/[\x80-\x9f]/g, (sign) => octal(sign.charCodeAt(0)));
}

function caret(code: number): string {
  return `^${String.fromCharCode(code + 0x40)}`;
}

function octal(code: number): string {
  return `\\${code.toString(8)}`;
}
