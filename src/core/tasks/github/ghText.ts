// gh makes control characters in GitHub's answers visible: `\u001b` becomes `^[`. gh 2.23 does so even where a text
// only mentions them. So Party trusts the text that it knows it wrote; otherwise the next change would overwrite the
// text on GitHub.

export interface Texts {
  readonly title?: string | undefined;
  readonly body?: string | null | undefined;
}

/** The texts of an issue, corrected by the last known ones. */
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

function asGhShows(text: string): string {
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
