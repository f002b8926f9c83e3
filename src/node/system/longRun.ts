// Runs programs that take minutes, such as `codex exec`: they can be cancelled, are followed while they run, and end when
// this process ends. Arguments are always an array, and this file never passes them through a shell.

import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { currentDirectory, type RunOptions, type RunResult } from './exec.ts';

export interface LongRunOptions extends Omit<RunOptions, 'input'> {
  readonly input?: string | Uint8Array | Readable;
  readonly signal?: AbortSignal;
  /** Gets each line of stdout as it arrives, for callers that show progress. */
  readonly onLine?: (line: string) => void;
  /** Gets the process id before the program gets any input. */
  readonly onStart?: (pid: number) => void;
}

/** Runs a program to its end and reports what happened. Rejects only when the caller makes a mistake. */
export async function runLong(file: string, args: readonly string[], options: LongRunOptions): Promise<RunResult> {
  const execa = await loadExeca();
  const running = execa(file, args, {
    reject: false,
    timeout: options.timeoutMs,
    // A program that ignores SIGTERM must not block us after the time-out.
    forceKillAfterDelay: 1000,
    stripFinalNewline: false,
    extendEnv: false,
    detached: options.detached ?? false,
    env: options.env ?? process.env,
    cwd: options.cwd ?? currentDirectory(),
    // Without input, a program that reads stdin gets the end of the file instead of hanging.
    ...(options.input === undefined ? { stdin: 'ignore' as const } : { input: options.input }),
    ...(options.signal === undefined ? {} : { cancelSignal: options.signal }),
  });
  if (running.pid !== undefined) options.onStart?.(running.pid);
  if (options.onLine !== undefined && running.stdout !== null) {
    createInterface({ input: running.stdout }).on('line', options.onLine);
  }
  return resultOf(await running);
}

interface Ended extends Pick<RunResult, 'stdout' | 'stderr' | 'timedOut'> {
  readonly exitCode?: number | undefined;
  readonly code?: string | undefined;
}

function resultOf({ exitCode, stdout, stderr, code, timedOut }: Ended): RunResult {
  return { exitCode, stdout, stderr, missing: code === 'ENOENT' || code === 'EACCES', timedOut };
}

export interface Dialogue extends Omit<LongRunOptions, 'input' | 'onLine' | 'detached'> {
  /** Lines that are sent at the start. */
  readonly first: readonly string[];
  /** Gets each line that the program prints, and returns the lines to send back; `end` closes its stdin. */
  readonly onLine: (line: string) => readonly string[] | 'end';
}

/** Talks line by line with a program that ends when its stdin is closed, and waits until it ends. */
export async function converse(file: string, args: readonly string[], talk: Dialogue): Promise<RunResult> {
  const execa = await loadExeca();
  const running = execa(file, args, {
    reject: false,
    timeout: talk.timeoutMs,
    forceKillAfterDelay: 1000,
    extendEnv: false,
    stdin: 'pipe',
    stdout: 'pipe',
    stderr: 'pipe',
    env: talk.env ?? process.env,
    cwd: talk.cwd ?? currentDirectory(),
    ...(talk.signal === undefined ? {} : { cancelSignal: talk.signal }),
  });
  // The program may end before it has read everything. Only its exit matters.
  running.stdin.on('error', () => {});
  const say = (lines: readonly string[]) => {
    for (const line of lines) running.stdin.write(`${line}\n`);
  };
  createInterface({ input: running.stdout }).on('line', (line) => {
    const answer = running.stdin.writableEnded ? [] : talk.onLine(line);
    if (answer !== 'end') return say(answer);
    running.stdin.end();
    // A program that keeps running after the end of its stdin is killed after a moment.
    setTimeout(() => running.kill(), endingMs).unref();
  });
  say(talk.first);
  return resultOf(await running);
}

const endingMs = 2000;

/** Loads execa with the first program: most processes with this code run none, and it takes as long as half a Node. */
async function loadExeca() {
  return (await import('execa')).execa;
}
