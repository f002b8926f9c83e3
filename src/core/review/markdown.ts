// Findings as Markdown, for a pull request or a mail. Their text is only shown: it contains no active link, picture,
// HTML or mention. The only links are Party's own, which show a finding in the editor.

import { oneLine } from '../base/outsideText.ts';
import { isUnresolved, type LedgerFinding } from '../findings/ledgerFinding.ts';
import { findingUri, linkOf } from '../findings/reading/findingLink.ts';
import { speakerLabels } from '../findings/thread.ts';

export interface MarkdownSource {
  readonly title: string;
  /** The reviewed change. */
  readonly cycle: string | null;
}

export function toMarkdown(findings: readonly LedgerFinding[], { title, cycle }: MarkdownSource): string {
  const sections: readonly (readonly [name: string, has: (finding: LedgerFinding) => boolean])[] = [
    ['Blocking', (finding) => isUnresolved(finding) && finding.severity === 'blocking'],
    ['Not blocking', (finding) => isUnresolved(finding) && finding.severity !== 'blocking'],
    ['Fixed', ({ state }) => state === 'fixed'],
    ['Rejected', ({ state }) => state === 'rejected'],
    ['Out of scope', ({ state }) => state === 'out-of-scope'],
  ];
  const written = sections.flatMap(([name, has]) => {
    const some = findings.filter(has);
    return some.length === 0 ? [] : [`## ${name} (${some.length})`, ...some.map((finding) => entry(finding, cycle))];
  });
  const name = oneLine(title, 200);
  const heading = name === '' ? '# Findings' : `# Findings: ${escapeMarkdown(name)}`;
  return `${[heading, ...(written.length === 0 ? ['There are none.'] : written)].join('\n\n')}\n`;
}

function entry(finding: LedgerFinding, cycle: string | null): string {
  const { key, category, description, suggestion, reason, state, replies = [] } = finding;
  const kind = oneLine(category, 100);
  const lines = [
    `- [**${escapeMarkdown(key)}**](<${findingUri(linkOf(finding, cycle))}>) ${place(finding)}${kind === '' ? '' : ` (${escapeMarkdown(kind)})`}${state === 're-raised' ? ', raised again' : ''}${finding.origin === undefined ? '' : ', unproven'}`,
    ...paragraph(description),
    ...labelled('Suggestion', suggestion),
    ...labelled('Reason', reason ?? ''),
    ...replies.flatMap(({ by, text }) => labelled(speakerLabels[by], text)),
  ];
  return lines.join('\n\n');
}

function place({ file, line }: LedgerFinding): string {
  const name = oneLine(file, 1000);
  return `${name === '' ? 'no file' : escapeMarkdown(name)}${line === null ? '' : `:${line}`}`;
}

function labelled(label: string, text: string): string[] {
  return text.trim() === '' ? [] : paragraph(`${label}: ${text.trim()}`);
}

/** Belongs to the list item above; keeps the lines of the text. */
function paragraph(text: string): string[] {
  const lines = text
    .trim()
    .split(/\n+/)
    .map((line) => `  ${escapeMarkdown(oneLine(line, 10_000))}`)
    .filter((line) => line.trim() !== '');
  return lines.length === 0 ? [] : [lines.join('\\\n')];
}

/**
 * Escapes every character that is special in Markdown, including those special only at the start of a line. GitHub
 * links names (`@a`), numbers (`#1`, `GH-1`) and bare addresses without any markup, so an invisible joiner breaks them.
 */
export function escapeMarkdown(text: string): string {
  return text
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
    .replace(/[\\`*_{}[\]#|~$!^]/g, '\\$&')
    .replace(/^([-+=:]|\d+(?=[.)]))/, (start) => (/\d/.test(start) ? `${start}${joiner}` : `\\${start}`))
    .replace(/@/g, `@${joiner}`)
    .replace(/\\#(?=\d)/g, `\\#${joiner}`)
    .replace(/\b(gh-)(?=\d)/gi, `$1${joiner}`)
    .replace(/\b(https?|ftp|mailto|xmpp):/gi, `$1${joiner}:`)
    .replace(/\b(www)\./gi, `$1${joiner}.`);
}

/** A word joiner: it is invisible and has no width. */
const joiner = '\u2060';
