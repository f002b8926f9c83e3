// A lock that survives kill -9 of its holder. The usual lock file (create, or unlink when its owner is dead) lets two
// contenders in when both find the same dead owner: one unlinks the lock that the other has just taken. Here nothing is
// taken away: the holder of generation N is followed by whoever links generation N+1 first, and link() has one winner.

import { link, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { interruptedAtLock } from '../../core/base/errors.ts';
import { makerMark, sweepDrafts } from './drafts.ts';
import { lockBusy } from './lockHolder.ts';
import { isRunning, processIdentity } from './processIdentity.ts';
import { isFsError } from './store.ts';

export interface LockOptions {
  /** What is locked, for the message when another process has it; the directory when it is left out. */
  readonly what?: string;
  readonly waitMs: number;
  readonly pollMs?: number;
  /** Ends the waiting, with CANCELLED. */
  readonly signal?: AbortSignal;
  /** Called once, when another process has it and there is time to wait. */
  readonly onWait?: () => void;
  /** The directory is there; when it goes away, so does the lock. */
  readonly existing?: boolean;
}

/** Runs `action` while this process holds the lock; `directory` belongs to the lock alone. */
export async function withLock<T>(directory: string, options: LockOptions, action: () => Promise<T>): Promise<T> {
  const mine = await acquire(directory, options);
  // Written now, so that giving the lock back needs no room on a disk that may be full by then.
  const release = await writeDraft(directory, released).catch(() => undefined);
  try {
    return await action();
  } finally {
    // That the lock was removed with what it was about, or cannot be given back, does not change what was done.
    if (release !== undefined) await rename(release, mine).catch(() => {});
  }
}

/** Somebody who still runs has it. Only looks: nothing is made or taken. */
export async function isLocked(directory: string): Promise<boolean> {
  const last = await newestGeneration(directory).catch(() => 0);
  if (last === 0) return false;
  const holder = await readHolder(directory, last);
  return holder !== released && isRunning(holder);
}

const released = 'released';
/** Old generations stay a while: a slow contender must still collide with the number it is about to link. */
const kept = 8;

async function acquire(directory: string, options: LockOptions): Promise<string> {
  const { what = directory, waitMs, pollMs = 20, existing, signal } = options;
  let { onWait } = options;
  if (!existing) await mkdir(directory, { recursive: true, mode: 0o700 });
  const deadline = Date.now() + waitMs;
  for (;;) {
    const last = await newestGeneration(directory);
    const holder = last === 0 ? released : await readHolder(directory, last);
    if (holder === released || !isRunning(holder)) {
      const mine = await follow(directory, last + 1);
      if (mine !== undefined) return mine;
      // Somebody else was first; look again at once.
      continue;
    }
    if (Date.now() >= deadline) throw lockBusy(what, holder, generationPath(directory, last));
    if (signal?.aborted) throw interruptedAtLock(directory);
    onWait?.();
    onWait = undefined;
    await sleep(pollMs);
  }
}

/** Takes generation `n`, or says that somebody else has it. */
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
    // We were so slow that our number had been used and swept away: it means nothing any more.
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
    // Swept away by a successor: by then it had been released or its holder was dead.
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

/** Removes what is long past, and drafts that a killed contender left behind. */
async function sweep(directory: string, n: number): Promise<void> {
  for (const old of (await generations(directory)).filter((one) => one <= n - kept)) {
    await rm(generationPath(directory, old), { force: true });
  }
  await sweepDrafts(directory, { isLock: true });
}

function generationPath(directory: string, n: number): string {
  return join(directory, String(n));
}
