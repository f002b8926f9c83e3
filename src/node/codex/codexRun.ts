// The run of Codex that goes on in a project, written down while it does. Whoever asked may be killed, and Codex goes on
// without anybody who would read its answer: the next one in the queue ends it, and writes down what it has cost.

import { readFile, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import * as z from 'zod/mini';
import { loops } from '../../core/project/budget.ts';
import { isRunning, processIdentity } from '../system/processIdentity.ts';
import { writeAtomic } from '../system/store.ts';

const CodexRun = z.object({
  /** Of the process. */
  codex: z.string(),
  loop: z.enum(loops),
  thread: z.nullable(z.string()),
  /** Milliseconds since 1970. */
  began: z.number(),
  /** It can have gone on no longer than this by much. */
  timeoutMs: z.number(),
});
export type CodexRun = z.infer<typeof CodexRun>;

export interface RunningCodex {
  /** A sign of life: the run has lasted until now at least. Undefined: not the moment at which it says its thread. */
  lives(thread: string | undefined): void;
  over(): Promise<void>;
}

/** That it cannot be written down is no reason not to ask. */
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
      // The last lines may be heard after the end.
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

/** For the one whose turn it is: what was left behind, which is over now, and how long it has gone on. */
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

/** As a time-out does it: what npm installs is a launcher, which passes SIGTERM on and could not pass SIGKILL. */
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
