// Runs programs. Arguments are always an array, and this file never passes them through a shell. A few other files
// start programs themselves: each of them is part of a hook's bundle, and execa would slow the hooks down.
// test/house/layers.test.ts lists them, and fails when another file starts a program.

import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { execa } from 'execa';

export interface RunOptions {
  /** 0 means no limit. */
  readonly timeoutMs: number;
  readonly cwd?: string;
  /** The whole environment of the program; by default, the environment of this process. */
  readonly env?: NodeJS.ProcessEnv;
  readonly input?: string | Uint8Array | Readable;
  readonly signal?: AbortSignal;
  /** Runs the program in its own process group, so that Ctrl-C in the terminal does not reach it. */
  readonly detached?: boolean;
  /** Gets each line of stdout as it arrives, for callers that show progress. */
  readonly onLine?: (line: string) => void;
  /** Gets the process id before the program gets any input. */
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

/** Runs a program to its end and reports what happened. Rejects only when the caller makes a mistake. */
export async function run(file: string, args: readonly string[], options: RunOptions): Promise<RunResult> {
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

export interface Dialogue extends Omit<RunOptions, 'input' | 'onLine' | 'detached'> {
  /** Lines that are sent at the start. */
  readonly first: readonly string[];
  /** Gets each line that the program prints, and returns the lines to send back; `end` closes its stdin. */
  readonly onLine: (line: string) => readonly string[] | 'end';
}

/** Talks line by line with a program that ends when its stdin is closed, and waits until it ends. */
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

/** Most programs do not care where they run, so they can run even if our own directory has been removed. */
function currentDirectory(): string {
  try {
    return process.cwd();
  } catch {
    return '/';
  }
}

/** Hands the terminal to a program (a tmux client) and waits until the program ends. */
export function runInTerminal(
  file: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  /** `stderr` when the stdout of this process carries data. */
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
