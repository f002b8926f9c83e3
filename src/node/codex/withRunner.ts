// Finds out whether a review without a pane still runs. One process runs it, and only that process reads Codex's
// answer.

import { join } from 'node:path';
import type { Review, Round } from '../../core/review/review.ts';
import { waitingRound } from '../../core/review/standstill.ts';
import { isLocked } from '../system/lock.ts';
import { isStopped } from '../system/lockHolder.ts';
import { isRunning } from '../system/processIdentity.ts';

/**
 * The process that asks Codex holds this lock, one at a time for a project. `directory` is the project's in
 * `$PARTY_HOME`.
 */
export function codexLock(directory: string): string {
  return join(directory, 'codex.lock');
}

/**
 * Adds to the review what is known about that process. The process has a time limit, so the round counts as overdue
 * only when the process is stopped.
 */
export async function withRunner(review: Review, directory: string): Promise<Review> {
  const round = review.status.kind === 'requested' ? waitingRound(review.rounds) : undefined;
  if (round === undefined || !round.headless) return review;
  const isOn = await isRunOn(directory, round.runner);
  if (isOn && round.runner !== null && isStopped(Number.parseInt(round.runner, 10))) return review;
  const known = isOn ? { overdue: false } : { standstill: 'run-ended' as const };
  return { ...review, status: { ...review.status, ...known } };
}

/** Logs of older versions do not name the process; then only the lock can tell. */
export async function isRunOn(directory: string, runner: string | null | undefined): Promise<boolean> {
  return runner === null || runner === undefined ? isLocked(codexLock(directory)) : isRunning(runner);
}

/** True when the process has ended. Cheap, for programs that poll. */
export function hasRunEnded({ headless, runner }: Pick<Round, 'headless' | 'runner'>): boolean {
  return headless && runner !== null && !isRunning(runner);
}
