// Findings in a few words, for the tests of their surfaces.

import type { LedgerFinding } from '../../../src/core/findings/ledgerFinding.ts';
import type { Review } from '../../../src/core/review/review.ts';
import type { Folder, FolderReview } from '../../../src/extension/app/snapshot.ts';
import type { PlacedFinding } from '../../../src/extension/findings/findingsStore.ts';
import { finding as anyFinding, reviewOf } from '../../support/reviews.ts';

export const folder: Folder = { name: 'p', path: '/p', top: '/p' };

export function finding(key: string, more: Partial<LedgerFinding> = {}): LedgerFinding {
  return anyFinding({ key, id: key, category: 'correctness', description: `About ${key}`, ...more });
}

export function placed(key: string, more: Partial<LedgerFinding> = {}, where = folder): PlacedFinding {
  const one = finding(key, more);
  const path = one.linked ? `${where.path}/${one.file}` : undefined;
  return { id: `${where.top}\0\0${key}`, folder: where, finding: one, path, inWorkspace: one.linked };
}

/** As outside a repository, unless the test says more. */
const quiet: Review = { ...reviewOf(), change: null };

let revisions = 0;
export function review(findings: LedgerFinding[], more: Partial<Review> = {}, where = folder): FolderReview {
  return { folder: where, review: { ...quiet, findings, ...more }, revision: ++revisions };
}
