// Runs programs. Arguments are always an array: nothing here ever sees a shell. The few other files that start programs are
// listed in test/house/layers.test.ts; most belong to the bundle of the hooks, which has no room for execa.

import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { execa } from 'execa';

export interface RunOptions {
  /** 0 for as long as it takes. */
  readonly timeoutMs: number;
  readonly cwd?: string;
  /** The whole environment of the program; ours when left out. */
  readonly env?: NodeJS.ProcessEnv;
  readonly input?: string | Uint8Array | Readable;
  readonly signal?: AbortSignal;
  /** In a process group of its own, out of reach of the terminal's Ctrl-C. */
  readonly detached?: boolean;
  /** Each line of stdout as it comes, for those who show what is being done. */
  readonly onLine?: (line: string) => void;
  /** Its process id, before it has been given any input. */
  readonly onStart?: (pid: number) => void;
}

export interface RunResult {
  /** Undefined when the program could not be started, was killed or ran into the time-out. */
  readonly exitCode: number | undefined;
  readonly stdout: string;
  readonly stderr: string;
  readonly missing: boolean;
  readonly timedOut: boolean;
}

/** Runs a program to its end and reports what happened; it rejects only for a mistake of the caller. */
export async function run(file: string, args: readonly string[], options: RunOptions): Promise<RunResult> {
  const running = execa(file, args, {
    reject: false,
    timeout: options.timeoutMs,
    // A program that ignores SIGTERM must not hold us beyond the time-out.
    forceKillAfterDelay: 1000,
    stripFinalNewline: false,
    extendEnv: false,
    detached: options.detached ?? false,
    env: options.env ?? process.env,
    cwd: options.cwd ?? currentDirectory(),
    // A program that asks for more input than it was given reads the end of a file instead of hanging.
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

export interface Dialogue extends Omit<RunOptions, 'input' | 'onLine' | 'detached'> {
  /** What is said first. */
  readonly first: readonly string[];
  /** Each line that it says, with what is to be answered; `end` when there is nothing more to ask. */
  readonly onLine: (line: string) => readonly string[] | 'end';
}

/** Talks line by line with a program that ends when nobody talks to it any more, and waits for its end. */
export async function converse(file: string, args: readonly string[], talk: Dialogue): Promise<RunResult> {
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
  // It may have ended before it was told everything; how it ended is what counts.
  running.stdin.on('error', () => {});
  const say = (lines: readonly string[]) => {
    for (const line of lines) running.stdin.write(`${line}\n`);
  };
  createInterface({ input: running.stdout }).on('line', (line) => {
    const answer = running.stdin.writableEnded ? [] : talk.onLine(line);
    if (answer !== 'end') return say(answer);
    running.stdin.end();
    // One that goes on all the same has a moment to come to its end.
    setTimeout(() => running.kill(), endingMs).unref();
  });
  say(talk.first);
  return resultOf(await running);
}

const endingMs = 2000;

/** Most programs need no directory, so that ours has been removed is no reason not to run them. */
function currentDirectory(): string {
  try {
    return process.cwd();
  } catch {
    return '/';
  }
}

/** Hands the terminal to a program (a tmux client) and waits until it gives it back. */
export function runInTerminal(
  file: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  /** `stderr` when our own stdout is for something else. */
  { stdout = 'stdout' }: { stdout?: 'stdout' | 'stderr' } = {},
): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(file, args, { stdio: ['inherit', stdout === 'stdout' ? 1 : 2, 'inherit'], env });
    // Ctrl-C belongs to the program in the foreground.
    const ignore = () => {};
    process.on('SIGINT', ignore);
    child.on('error', reject);
    child.on('exit', (code, signal) => {
      process.off('SIGINT', ignore);
      resolve(code ?? (signal ? 1 : 0));
    });
  });
}
