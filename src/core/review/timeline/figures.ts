// Two figures about a review: how often the author accepted a finding, and how many rounds an approval needs.

import type { Translate } from '../../base/translate.ts';
import { isCollab, type LedgerFinding } from '../../findings/ledgerFinding.ts';
import type { Round } from '../review.ts';
import type { Rounds } from './timelineWords.ts';

export interface ReviewFigures {
  readonly fixed: number;
  readonly rejected: number;
  readonly rounds: number;
  readonly approvals: number;
}

export function figuresOf({ rounds, findings = [] }: Rounds): ReviewFigures {
  const ofChange = findings.filter((finding) => finding.document === null && !isCollab(finding));
  const count = (state: LedgerFinding['state']) => ofChange.filter((finding) => finding.state === state).length;
  // Rounds after the last approval have not led to one yet.
  const last = rounds.findLastIndex(isApproved);
  return {
    fixed: count('fixed'),
    rejected: count('rejected'),
    rounds: last + 1,
    approvals: rounds.filter(isApproved).length,
  };
}

/** Empty when nothing has been decided yet. */
export function figuresText(review: Rounds, t: Translate): string {
  const { fixed, rejected, rounds, approvals } = figuresOf(review);
  const decided = fixed + rejected;
  return [
    ...(decided === 0
      ? []
      : [t('fixed {0} of {1} decided findings ({2} %)', String(fixed), String(decided), percent(fixed, decided))]),
    ...(approvals === 0 ? [] : [t('{0} rounds per approval', ratio(rounds, approvals))]),
  ].join(' · ');
}

function isApproved({ outcome }: Round): boolean {
  return outcome === 'approved';
}

const percent = (part: number, whole: number) => String(Math.round((100 * part) / whole));
const ratio = (many: number, one: number) => String(Math.round((10 * many) / one) / 10);
