// A lock for many who come again and again: they are let in in the order in which they came, and who waits looks at
// nothing but the queue. It survives kill -9 of whoever holds it or waits for it.
//
// A ticket is a symbolic link whose name is its number and whose target is the process: made by one call, with its
// content, and for one of those who want the same number only. Who has no living ticket before his is in. A number may
// be drawn late, when those that it was to follow are long gone and a higher one is in: that one is there to be seen, so
// whoever sees a higher number just after drawing his own gives it back. (Of two who are both in, the lower one must
// have been drawn after the higher one had looked; then the lower one has seen it.)

import { readdirSync, readlinkSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { interruptedAtLock } from '../../core/base/errors.ts';
import { lockBusy } from './lockHolder.ts';
import { isRunning, processIdentity } from './processIdentity.ts';
import { isFsError } from './store.ts';

export interface TurnOptions {
  /** What is locked, for the message when another process has it; the directory when it is left out. */
  readonly what?: string;
  readonly waitMs: number;
  /** Ends the waiting, with CANCELLED. */
  readonly signal?: AbortSignal;
}

/** Runs `action` when it is this caller's turn; `directory` is there and belongs to the lock alone. */
export async function withTurn<T>(directory: string, options: TurnOptions, action: () => T | Promise<T>): Promise<T> {
  const number = draw(directory);
  try {
    await reachTurn(directory, number, options);
    return await action();
  } finally {
    giveBack(directory, number);
  }
}

function draw(directory: string): number {
  const own = processIdentity(process.pid) ?? `${process.pid}:unknown`;
  for (;;) {
    const number = highest(directory) + 1;
    try {
      symlinkSync(own, join(directory, String(number)));
    } catch (error) {
      if (isFsError(error, 'EEXIST')) continue;
      throw error;
    }
    if (highest(directory) === number) return number;
    giveBack(directory, number);
  }
}

async function reachTurn(directory: string, number: number, options: TurnOptions): Promise<void> {
  const { what = directory, waitMs, signal } = options;
  const deadline = Date.now() + waitMs;
  const isAlive = rememberAlive();
  for (;;) {
    const ahead = numbers(directory).filter((one) => one < number);
    const next = ahead.sort((a, b) => b - a).find((one) => isAlive(holderOf(directory, one)));
    if (next === undefined) {
      // Only whoever is in clears away, or a number that was drawn anew could be hit.
      for (const dead of ahead) giveBack(directory, dead);
      return;
    }
    if (Date.now() >= deadline) {
      // The one that is in has the lowest number; all others wait for it as we do.
      const first = ahead.findLast((one) => isAlive(holderOf(directory, one))) ?? next;
      throw lockBusy(what, holderOf(directory, first) ?? '', join(directory, String(first)));
    }
    if (signal?.aborted) throw interruptedAtLock(directory);
    // The farther away, the less there is to be seen.
    await sleep(Math.min(ahead.length * 2, 30));
  }
}

/** Asking the system is dear where it means to run a program; a process that lived just now will do. */
function rememberAlive(): (identity: string | undefined) => boolean {
  const seen = new Map<string, number>();
  return (identity) => {
    if (identity === undefined) return false;
    if ((seen.get(identity) ?? 0) > Date.now() - 100) return true;
    if (!isRunning(identity)) return false;
    seen.set(identity, Date.now());
    return true;
  };
}

function holderOf(directory: string, number: number): string | undefined {
  try {
    return readlinkSync(join(directory, String(number)));
  } catch (error) {
    if (isFsError(error, 'ENOENT', 'EINVAL')) return undefined;
    throw error;
  }
}

function giveBack(directory: string, number: number): void {
  try {
    rmSync(join(directory, String(number)), { force: true });
  } catch {
    // Whoever comes after the end of this process clears it away.
  }
}

function highest(directory: string): number {
  return Math.max(0, ...numbers(directory));
}

function numbers(directory: string): number[] {
  return readdirSync(directory)
    .filter((name) => /^\d{1,15}$/.test(name))
    .map(Number);
}
