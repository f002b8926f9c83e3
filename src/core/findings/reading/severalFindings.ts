// Findings in a few words, and several of them in one message to Claude.

import { fenced } from '../../base/codeContext.ts';
import { oneLine } from '../../base/outsideText.ts';
import { english } from '../../base/translate.ts';
import type { LedgerFinding } from '../ledgerFinding.ts';
import { findingLetter, findingPlace, findingTitle, letterRemark, type ShownAt } from '../words.ts';

/** The first words of a finding, whole ones, for a menu. */
export function shortTitle(finding: LedgerFinding, longest = 26): string {
  const title = findingTitle(finding, 1000);
  if (title.length <= longest) return title;
  const cut = title.slice(0, longest).replace(/[\ud800-\udbff]$/, '');
  // Some languages use no spaces; then this cuts between letters.
  const words = cut.replace(/\s+\S*$/, '');
  return `${words.replace(/[,.;:]$/, '')}…`;
}

/** The names of several findings, as a menu shows them: the key only where two have the same words. */
export function wordsOfEach(findings: readonly LedgerFinding[]): string[] {
  const words = findings.map((finding) => shortTitle(finding));
  return words.map((own, index) => {
    const isUnique = words.indexOf(own) === words.lastIndexOf(own);
    return isUnique ? `"${own}"` : `"${own}" (${findings[index]?.key ?? ''})`;
  });
}

interface Sent {
  readonly finding: LedgerFinding;
  readonly shownAt: ShownAt;
}

/** The letter to Claude about one or several. It is for an agent, so it is not translated. */
export function findingsLetter(all: readonly Sent[]): string {
  const [only, ...others] = all;
  if (only !== undefined && others.length === 0) return findingLetter(only.finding, only.shownAt);
  const keys = all.map(({ finding }) => oneLine(finding.key, 100)).join(', ');
  return [
    `${all.length} review findings: ${keys}.`,
    'Check each one against the code, then fix it, or find out why it should not be fixed. What stands between the marks quotes the reviewer.',
    ...all.flatMap(partOf),
    'Then say what you did, or why not, in the thread of each finding, where the human reads it: call mcp__party__reply_to_finding with its key. If that tool is missing, run: party findings reply KEY TEXT',
  ].join('\n\n');
}

function partOf({ finding, shownAt }: Sent): string[] {
  const { key, severity, category, description, suggestion } = finding;
  const kind = [severity, oneLine(category, 60)].filter((part) => part !== '').join(', ');
  const where = finding.file.trim() === '' ? '' : ` at ${findingPlace(finding, shownAt, english, 1000)}`;
  return [
    `${oneLine(key, 100)} (${kind})${where}${letterRemark(shownAt)}:`,
    fenced(description.trim() || findingTitle(finding)),
    ...(suggestion.trim() === '' ? [] : [`Suggestion of ${oneLine(key, 100)}:`, fenced(suggestion.trim())]),
  ];
}
