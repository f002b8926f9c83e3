// A lock that survives kill -9 of its holder. Which of the two locks to take:
// - `withLock` (this file) for steps that rarely meet: one start, one review, one message to a pane. It costs several
//   files for each turn, and waiting processes get in by chance, not in order.
// - `withTurn` (turnLock.ts) where many processes write again and again, such as a team's tasks. The first to come is
//   the first to get in, and each turn costs one link.
//
// The usual lock file (create it, or unlink it when its owner is dead) can let two processes in when both find the same
// dead owner: one unlinks the lock that the other has just taken. Here no process removes a lock that may be held. The
// holder has generation N; the next holder is the process that links generation N+1 first, and link() has one winner.

import { link, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { interruptedAtLock } from '../../core/base/errors.ts';
import { elapsedMs } from './clock.ts';
import { makerMark, sweepDrafts } from './drafts.ts';
import { lockBusy } from './lockHolder.ts';
import { isRunning, processIdentity } from './processIdentity.ts';
import { isFsError } from './store.ts';

export interface LockOptions {
  /** What is locked, for the message when another process holds the lock; by default, the directory. */
  readonly what?: string;
  readonly waitMs: number;
  readonly pollMs?: number;
  /** Ends the wait with CANCELLED. */
  readonly signal?: AbortSignal;
  /** Called once, when another process holds the lock and there is time left to wait. */
  readonly onWait?: () => void;
  /** Do not create the directory: it exists, and the lock goes away with it. */
  readonly existing?: boolean;
}

/** Runs `action` while this process holds the lock. `directory` holds nothing but the lock. */
export async function withLock<T>(directory: string, options: LockOptions, action: () => Promise<T>): Promise<T> {
  const mine = await acquire(directory, options);
  // Write the release now: the disk may be full when `action` is done, and a rename needs no space.
  const release = await writeDraft(directory, released).catch(() => undefined);
  try {
    return await action();
  } finally {
    // A failure here does not change what `action` did: the lock may be gone together with the directory it protects.
    if (release !== undefined) await rename(release, mine).catch(() => {});
  }
}

/** True when a running process holds the lock. Only reads: creates and takes nothing. */
export async function isLocked(directory: string): Promise<boolean> {
  const mark = await holderMark(directory);
  return mark !== undefined && isRunning(mark.identity);
}

/** The process that holds the lock, and its file. The process may have ended. Undefined when no process holds it. */
export async function holderMark(directory: string): Promise<{ identity: string; file: string } | undefined> {
  const last = await newestGeneration(directory).catch(() => 0);
  const identity = last === 0 ? released : await readHolder(directory, last);
  return identity === released ? undefined : { identity, file: generationPath(directory, last) };
}

const released = 'released';
/**
 * Old generations stay for a while: the link() of a slow process must still fail on the number that it read earlier.
 */
const kept = 8;

async function acquire(directory: string, options: LockOptions): Promise<string> {
  const { what = directory, waitMs, pollMs = 20, existing, signal } = options;
  let { onWait } = options;
  if (!existing) await mkdir(directory, { recursive: true, mode: 0o700 });
  const deadline = elapsedMs() + waitMs;
  for (;;) {
    const last = await newestGeneration(directory);
    const holder = last === 0 ? released : await readHolder(directory, last);
    if (holder === released || !isRunning(holder)) {
      const mine = await follow(directory, last + 1);
      if (mine !== undefined) return mine;
      // Another process was first. Look again at once.
      continue;
    }
    if (elapsedMs() >= deadline) throw lockBusy(what, holder, generationPath(directory, last));
    if (signal?.aborted) throw interruptedAtLock(directory);
    onWait?.();
    onWait = undefined;
    await sleep(pollMs);
  }
}

/** Takes generation `n`; undefined when another process has it. */
async function follow(directory: string, n: number): Promise<string | undefined> {
  const draft = await writeDraft(directory, processIdentity(process.pid) ?? `${process.pid}:unknown`);
  const mine = generationPath(directory, n);
  try {
    await link(draft, mine);
  } catch (error) {
    if (isFsError(error, 'EEXIST')) return undefined;
    throw error;
  } finally {
    await rm(draft, { force: true });
  }
  if ((await newestGeneration(directory)) !== n) {
    // This process was so slow that other processes have used and removed generation n. It does not give us the lock.
    await rm(mine, { force: true });
    return undefined;
  }
  await sweep(directory, n);
  return mine;
}

async function writeDraft(directory: string, text: string): Promise<string> {
  const draft = join(directory, `.${makerMark()}`);
  await writeFile(draft, text, { flag: 'wx', mode: 0o600 });
  return draft;
}

async function readHolder(directory: string, n: number): Promise<string> {
  try {
    return await readFile(generationPath(directory, n), 'utf8');
  } catch (error) {
    // A later holder has removed it, which happens only after a release or the death of its process.
    if (isFsError(error, 'ENOENT')) return released;
    throw error;
  }
}

async function newestGeneration(directory: string): Promise<number> {
  return Math.max(0, ...(await generations(directory)));
}

async function generations(directory: string): Promise<number[]> {
  return (await readdir(directory)).filter((name) => /^\d+$/.test(name)).map(Number);
}

/** Removes old generations, and the drafts of killed processes. */
async function sweep(directory: string, n: number): Promise<void> {
  for (const old of (await generations(directory)).filter((one) => one <= n - kept)) {
    await rm(generationPath(directory, old), { force: true });
  }
  await sweepDrafts(directory, { isLock: true });
}

function generationPath(directory: string, n: number): string {
  return join(directory, String(n));
}
