// Stops a start of a party, or of a worktree with a party, when the user interrupts it between two steps.

import { PartyError } from '../../core/base/errors.ts';

export function stopIfAborted(signal: AbortSignal): void {
  if (signal.aborted) throw startInterrupted();
}

export function startInterrupted(): PartyError {
  return new PartyError('CANCELLED', 'Start was interrupted; nothing was left behind');
}
