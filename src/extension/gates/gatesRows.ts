// The row of the gates in the Session view, as data. It is there unless everything is required by default.

import { isPlainStrict } from '../../core/review/policy.ts';
import type { FolderReview, Snapshot } from '../app/snapshot.ts';

export interface GatesRow {
  readonly kind: 'gates';
  readonly gated: FolderReview;
  readonly named: boolean;
}

export function gatesRows({ reviews, folders }: Pick<Snapshot, 'reviews' | 'folders'>): GatesRow[] {
  const told = reviews.filter(({ review: { policy, passes } }) => !isPlainStrict(policy) || passes.length > 0);
  return told.map((gated) => ({ kind: 'gates', gated, named: folders.length > 1 }));
}

export function isGatesRow(value: unknown): value is GatesRow {
  return typeof value === 'object' && value !== null && 'gated' in value;
}
