import type { Translate } from '../base/translate.ts';
import { reviewText } from '../review/reviewText.ts';
import type { Status } from './status.ts';

/** The state of the review, with how much of what a pull request needs is there: `reviewing, round 2 · 5 of 8`. */
export function countedReview({ review, gates: { policy, missing } }: Status, t: Translate): string {
  const text = reviewText(review, t);
  const needed = policy?.required.length ?? 0;
  if (needed === 0) return text;
  if (missing.length > 0) return t('{0} · {1} of {2}', text, String(needed - missing.length), String(needed));
  return review.kind === 'approved' ? t('{0} – ready for a pull request', text) : text;
}
