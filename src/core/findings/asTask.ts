// A finding as a task: its title and its document. The reviewer's text stands between marks that it cannot close,
// because the document may become the text of an issue, where an `@name` would notify a user.

import { fenced } from '../base/codeContext.ts';
import { oneLine } from '../base/outsideText.ts';
import { english } from '../base/translate.ts';
import type { LedgerFinding } from './ledgerFinding.ts';
import { findingPlace, findingTitle } from './words.ts';

export interface TaskOfFinding {
  readonly title: string;
  readonly body: string;
}

/** Long enough to understand in a list. */
const longestTitle = 120;

export function asTask(finding: LedgerFinding): TaskOfFinding {
  const { key, severity, category, description, suggestion, anchor, document } = finding;
  const kind = [severity, oneLine(category, 60)].filter((part) => part !== '').join(', ');
  const where =
    finding.file.trim() === '' ? '' : ` at ${code(findingPlace(finding, { kind: 'outside' }, english, 300))}`;
  const of = document === null ? '' : ` of ${code(oneLine(document, 200))}`;
  const body = [
    `Review finding ${key}${of} (${kind})${where}. The rest quotes the reviewer.`,
    fenced(description.trim() || findingTitle(finding)),
    ...(suggestion.trim() === '' ? [] : ['Suggestion:', fenced(suggestion.trim())]),
    ...(anchor.trim() === '' ? [] : ['The code, as it was reviewed:', fenced(anchor)]),
    `Completing this task does not resolve the finding. The next round does, or: party findings triage ${key} fixed`,
  ];
  return { title: findingTitle(finding, longestTitle), body: `${body.join('\n\n')}\n` };
}

function code(text: string): string {
  return `\`${text.replaceAll('`', "'")}\``;
}
