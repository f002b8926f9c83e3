// A review without a pane is run by a process, and only that process reads what Codex answers.

import { join } from 'node:path';
import type { Review, Round } from '../../core/review/review.ts';
import { waitingRound } from '../../core/review/standstill.ts';
import { isLocked } from '../system/lock.ts';
import { isStopped } from '../system/lockHolder.ts';
import { isRunning } from '../system/processIdentity.ts';

/** Held by the process that asks Codex: one at a time in a project. `directory` is the project's, below `$PARTY_HOME`. */
export function codexLock(directory: string): string {
  return join(directory, 'codex.lock');
}

/** The review with what is known of that process. It ends by itself, so that it is late only when it is stopped. */
export async function withRunner(review: Review, directory: string): Promise<Review> {
  const round = review.status.kind === 'requested' ? waitingRound(review.rounds) : undefined;
  if (round === undefined || !round.headless) return review;
  const isOn = await isRunOn(directory, round.runner);
  if (isOn && round.runner !== null && isStopped(Number.parseInt(round.runner, 10))) return review;
  const known = isOn ? { overdue: false } : { standstill: 'run-ended' as const };
  return { ...review, status: { ...review.status, ...known } };
}

/** Old logs do not name the process: there the lock is all that there is to go by. */
export async function isRunOn(directory: string, runner: string | null | undefined): Promise<boolean> {
  return runner === null || runner === undefined ? isLocked(codexLock(directory)) : isRunning(runner);
}

/** For programs that look again and again: the process has ended since. */
export function hasRunEnded({ headless, runner }: Pick<Round, 'headless' | 'runner'>): boolean {
  return headless && runner !== null && !isRunning(runner);
}
