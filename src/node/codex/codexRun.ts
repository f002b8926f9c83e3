// Records the current run of Codex in a project while it runs. If the process that asked is killed, Codex keeps running
// and no process reads its answer. The next process in the queue ends that Codex and records its cost.

import { readFile, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import * as z from '../../core/base/schema.ts';
import { loops } from '../../core/project/budget.ts';
import { isRunning, processIdentity } from '../system/processIdentity.ts';
import { writeAtomic } from '../system/store.ts';

const CodexRun = z.object({
  /** The identity of the process. */
  codex: z.string(),
  loop: z.enum(loops),
  thread: z.nullable(z.string()),
  /** Milliseconds since 1970. */
  began: z.number(),
  /** The run cannot have lasted much longer than this. */
  timeoutMs: z.number(),
});
export type CodexRun = z.infer<typeof CodexRun>;

export interface RunningCodex {
  /** Records that the run has lasted until now, and the thread if it is given. */
  lives(thread: string | undefined): void;
  over(): Promise<void>;
}

/** Never fails: Party asks Codex even when the record cannot be written. */
export function noteRun(directory: string, pid: number, run: Omit<CodexRun, 'codex' | 'began'>): RunningCodex {
  const path = runFile(directory);
  const codex = processIdentity(pid);
  const noted = codex === undefined ? undefined : { ...run, codex, began: Date.now() };
  const write = async (thread: string | null) => {
    if (noted !== undefined) await writeAtomic(path, JSON.stringify({ ...noted, thread } satisfies CodexRun));
  };
  let written = write(run.thread).catch(() => {});
  let isOver = false;
  return {
    lives(thread) {
      // The last lines of Codex may arrive after the end of the run.
      if (isOver) return;
      const now = new Date();
      written = written.then(() => (thread === undefined ? utimes(path, now, now) : write(thread))).catch(() => {});
    },
    async over() {
      isOver = true;
      await written;
      await rm(path, { force: true });
    },
  };
}

/**
 * Ends a run that a killed process has left, and returns how long it lasted. Only for the process that holds the lock.
 */
export async function endLeftRun(directory: string): Promise<{ run: CodexRun; seconds: number } | undefined> {
  const path = runFile(directory);
  const run = await readRun(path);
  if (run === undefined) return undefined;
  const ranOn = isRunning(run.codex);
  if (ranOn) await end(run.codex);
  const last = ranOn ? Date.now() : ((await stat(path).catch(() => undefined))?.mtimeMs ?? run.began);
  await rm(path, { force: true });
  const ms = Math.min(Math.max(0, last - run.began), run.timeoutMs);
  return { run, seconds: Math.ceil(ms / 100) / 10 };
}

function runFile(directory: string): string {
  return join(directory, 'codex.run.json');
}

async function readRun(path: string): Promise<CodexRun | undefined> {
  try {
    return CodexRun.safeParse(JSON.parse(await readFile(path, 'utf8'))).data;
  } catch {
    return undefined;
  }
}

/**
 * SIGTERM first, like a time-out: npm installs a launcher, which passes SIGTERM on to Codex but cannot pass SIGKILL.
 */
async function end(codex: string): Promise<void> {
  const pid = Number.parseInt(codex, 10);
  for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
    try {
      process.kill(pid, signal);
    } catch {
      return;
    }
    const deadline = performance.now() + patienceMs;
    while (isRunning(codex) && performance.now() < deadline) await sleep(20);
    if (!isRunning(codex)) return;
  }
}

const patienceMs = 1000;
