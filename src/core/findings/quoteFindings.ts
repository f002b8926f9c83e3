// Earlier findings in a request to Codex, with the reason of a decision if there is one.

import { quote } from '../base/quote.ts';
import type { LedgerFinding } from './ledgerFinding.ts';

/** A request has no room for more. */
export const quotedAtMost = 100;

export function quoteFindings(findings: readonly LedgerFinding[]): string[] {
  const left = findings.length - quotedAtMost;
  const shown = findings.slice(0, quotedAtMost).flatMap(entry);
  return left > 0 ? [...shown, '', `And ${left} more, which do not fit here.`] : shown;
}

function entry({ key, file, line, severity, state, description, reason }: LedgerFinding): string[] {
  const why = reason === null || reason.trim() === '' ? [] : [`  ${reasonWords[state]}:`, ...quote(reason, 1000)];
  const place = `${file || '(no file)'}${line === null ? '' : `:${line}`}`;
  return ['', `- ${key}, ${severity}, ${state}`, ...quote(place, 1000), ...quote(description, 2000), ...why];
}

const reasonWords: Record<LedgerFinding['state'], string> = {
  open: 'Remark',
  fixed: 'Fixed because',
  rejected: 'Rejected because',
  'out-of-scope': 'Out of scope because',
  // The reason of a returned finding is the one from its earlier decision.
  're-raised': 'Was settled before because',
};
