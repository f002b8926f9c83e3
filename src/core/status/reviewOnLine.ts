// What tmux's line says about the review.

import type { ReviewStatus } from '../review/reviewStatus.ts';
import { lineOptions } from '../tmux/lineOptions.ts';
import { exactSession, type TmuxCommand } from '../tmux/tmuxCommands.ts';

type Shown = Pick<ReviewStatus, 'kind' | 'blocking' | 'round'>;

/** Only what follows from the log: nothing here may be wrong because a file has changed since. */
export function reviewOnLine({ kind, blocking, round }: Shown): string {
  if (kind === 'requested') return `reviewing, round ${round}`;
  if (kind === 'needs-discussion') return 'review needs you';
  return blocking === 0 ? '' : `${blocking} blocking`;
}

export function reviewCommand(session: string, review: Shown): TmuxCommand {
  return ['set-option', '-t', exactSession(session), lineOptions.review, reviewOnLine(review)];
}
