// A lock for many processes that take it again and again. Each draws a numbered ticket; the lowest number goes first. A
// waiting process only reads the queue. The lock survives kill -9 of a process that holds it or waits for it. lock.ts
// says when to take which lock.
//
// A ticket is a symbolic link: its name is a number, its target is the process. One call makes it complete, and fails
// if the number is taken. A process
//   - draws: it reads the highest number, links the next one, and looks again. If it now sees a higher number, it
//     removes its ticket and starts over;
//   - waits until it sees no ticket of a living process below its own; then it is in;
//   - leaves: it removes its ticket.
//
// The second look matters for a process that is slow between reading and linking: tickets may have come and gone in
// between, and its number may be lower than that of a process that is already in.
//
// Why two processes A and B are never in at the same time, as long as no process removes the ticket of a living one:
//   1. Suppose both are in. Both tickets exist, since each process keeps its own until it leaves. Two links cannot have
//      the same name, so let A's number be the lower one.
//   2. B went in because it saw no ticket of a living process below its own. A is alive, so A linked its ticket after B
//      had begun that look.
//   3. B linked its own ticket before that look and still has it. So B's ticket existed before A's did.
//   4. A looked again after linking, and so saw B's higher number. Then A removed its ticket instead of going in. This
//      contradicts 1.

import { readdirSync, readlinkSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { elapsedMs } from './clock.ts';
import { lockBusy } from './lockHolder.ts';
import { isRunning, processIdentity } from './processIdentity.ts';
import { isFsError } from './store.ts';

export interface TurnOptions {
  /** What is locked, for the message when another process holds the lock; by default, the directory. */
  readonly what?: string;
  readonly waitMs: number;
}

/** Runs `action` when it is this caller's turn. `directory` exists and holds nothing but the lock. */
export async function withTurn<T>(directory: string, options: TurnOptions, action: () => T | Promise<T>): Promise<T> {
  const number = draw(directory);
  try {
    await reachTurn(directory, number, options);
    return await action();
  } finally {
    giveBack(directory, number);
  }
}

/** The processes that hold the lock or wait for it, with their tickets. They may have ended. */
export function ticketsIn(directory: string): { identity: string; file: string }[] {
  return numbers(directory).flatMap((number) => {
    const identity = holderOf(directory, number);
    return identity ? [{ identity, file: join(directory, String(number)) }] : [];
  });
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
  const { what = directory, waitMs } = options;
  const deadline = elapsedMs() + waitMs;
  const isAlive = rememberAlive();
  for (;;) {
    const ahead = numbers(directory).filter((one) => one < number);
    const dead: number[] = [];
    const next = ahead
      .sort((a, b) => b - a)
      .find((one) => {
        const holder = holderOf(directory, one);
        if (isAlive(holder)) return true;
        if (holder !== undefined) dead.push(one);
        return false;
      });
    if (next === undefined) {
      // Only the process that is in removes tickets of others, and only those that it has seen with a dead owner. A ticket
      // that was gone may be there again: a slow process may just have linked its number.
      for (const one of dead) giveBack(directory, one);
      return;
    }
    if (elapsedMs() >= deadline) {
      // The process with the lowest number is in; all others wait for it, like this one.
      const first = ahead.findLast((one) => isAlive(holderOf(directory, one))) ?? next;
      throw lockBusy(what, holderOf(directory, first) ?? '', join(directory, String(first)));
    }
    // The more tickets are ahead, the longer the pause: our turn is farther away.
    await sleep(Math.min(ahead.length * 2, 30));
  }
}

/** Without /proc, each check runs `ps`. So a process that was alive less than 100 ms ago counts as alive. */
function rememberAlive(): (identity: string | undefined) => boolean {
  const seen = new Map<string, number>();
  return (identity) => {
    if (identity === undefined) return false;
    if ((seen.get(identity) ?? -100) > elapsedMs() - 100) return true;
    if (!isRunning(identity)) return false;
    seen.set(identity, elapsedMs());
    return true;
  };
}

/** Undefined when there is no such ticket; empty for a file that is not a ticket. */
function holderOf(directory: string, number: number): string | undefined {
  try {
    return readlinkSync(join(directory, String(number)));
  } catch (error) {
    if (isFsError(error, 'ENOENT')) return undefined;
    if (isFsError(error, 'EINVAL')) return '';
    throw error;
  }
}

function giveBack(directory: string, number: number): void {
  try {
    rmSync(join(directory, String(number)), { force: true });
  } catch {
    // The ticket stays. Once this process has ended, the next process that gets in removes it.
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
