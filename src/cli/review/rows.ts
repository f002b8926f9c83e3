// A finding on one line. It begins with its key, so that no text in it can pass for something that Party says.

import { oneLine } from '../../core/outsideText.ts';
import { isForHuman, type LedgerFinding } from '../../core/review/ledgerFinding.ts';

export function findingRow(finding: LedgerFinding): string {
  const { key, severity, state, description } = finding;
  const human = isForHuman(finding) ? ['for the human to decide'] : [];
  const marks = [severity, ...(state === 'open' ? [] : [state]), ...human].join(', ');
  return `${key}  ${placeOf(finding)}  ${marks}: ${oneLine(description, 200)}`;
}

export function placeOf({ file, line }: Pick<LedgerFinding, 'file' | 'line'>): string {
  return `${oneLine(file, 200) || '(no file)'}${line === null ? '' : `:${line}`}`;
}
