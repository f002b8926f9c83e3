// Earlier findings in a request to Codex, with the reason of a decision and what was said about them, if there is any.

import { quote } from '../base/quote.ts';
import type { LedgerFinding } from './ledgerFinding.ts';
import { speakerLabels } from './thread.ts';

/** A request has no room for more. */
export const quotedAtMost = 100;

export function quoteFindings(findings: readonly LedgerFinding[]): string[] {
  const left = findings.length - quotedAtMost;
  const shown = findings.slice(0, quotedAtMost).flatMap(entry);
  return left > 0 ? [...shown, '', `And ${left} more, which do not fit here.`] : shown;
}

/** The last words of a thread. Codex may not have been sent them. */
const repliesAtMost = 3;

function entry({ key, file, line, severity, state, description, reason, replies = [] }: LedgerFinding): string[] {
  const why = reason === null || reason.trim() === '' ? [] : [`  ${reasonWords[state]}:`, ...quote(reason, 1000)];
  const place = `${file || '(no file)'}${line === null ? '' : `:${line}`}`;
  const said = replies
    .slice(-repliesAtMost)
    .flatMap(({ by, text }) => [`  ${speakerLabels[by]} said:`, ...quote(text, 500)]);
  return ['', `- ${key}, ${severity}, ${state}`, ...quote(place, 1000), ...quote(description, 2000), ...why, ...said];
}

const reasonWords: Record<LedgerFinding['state'], string> = {
  open: 'Remark',
  fixed: 'Fixed because',
  rejected: 'Rejected because',
  'out-of-scope': 'Out of scope because',
  // The reason of a returned finding is the one from its earlier decision.
  're-raised': 'Was settled before because',
};
