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

/** Loads execa with the first program: most processes with this code run none, and it takes as long as half a Node. */
async function loadExeca() {
  return (await import('execa')).execa;
}
