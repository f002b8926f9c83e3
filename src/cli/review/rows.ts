// A finding on one line. The line begins with the finding's key, so that its text cannot pass for a line of Party's
// own.

import { oneLine } from '../../core/base/outsideText.ts';
import { english } from '../../core/base/translate.ts';
import { isForHuman, type LedgerFinding } from '../../core/findings/ledgerFinding.ts';
import { repliesMarks, taskText } from '../../core/findings/words.ts';

export function findingRow(finding: LedgerFinding): string {
  const { key, severity, state, description, task } = finding;
  const human = isForHuman(finding) ? ['for the human to decide'] : [];
  const made = task === undefined ? [] : [taskText(task, english)];
  const unproven = finding.origin === undefined ? [] : ['unproven'];
  const said = repliesMarks(finding, english);
  const marks = [severity, ...unproven, ...(state === 'open' ? [] : [state]), ...human, ...made, ...said].join(', ');
  return `${key}  ${placeText(finding)}  ${marks}: ${oneLine(description, 200)}`;
}

export function placeText({ file, line }: Pick<LedgerFinding, 'file' | 'line'>): string {
  return `${oneLine(file, 200) || '(no file)'}${line === null ? '' : `:${line}`}`;
}
