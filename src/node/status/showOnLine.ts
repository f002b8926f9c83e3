// Puts the state of the review on tmux's line of a party. The line is only a convenience: where it cannot be set,
// inside Codex's sandbox or without tmux, nothing fails.

import { readdirSync } from 'node:fs';
import { sessionPrefix } from '../../core/project/ids.ts';
import type { ReviewStatus } from '../../core/review/reviewStatus.ts';
import { reviewCommand, reviewOnLine } from '../../core/status/reviewOnLine.ts';
import { partiesHere } from '../tmux/parties.ts';
import type { TmuxMachine } from '../tmux/tmuxMachine.ts';

/** On the lines of all parties of the project. */
export async function showReviewOnLine(
  machine: TmuxMachine,
  review: Pick<ReviewStatus, 'kind' | 'blocking' | 'round'>,
): Promise<void> {
  try {
    // A verdict does not need tmux, so this does not call tmux where no party can be running.
    if (!readdirSync(machine.paths.stateRoot).some((name) => name.startsWith(sessionPrefix))) return;
    const parties = await partiesHere(machine);
    const others = parties.filter((session) => session.reviewOnLine !== reviewOnLine(review));
    if (others.length > 0) await machine.tmux.call(others.map((session) => reviewCommand(session.name, review)));
  } catch {}
}
