// Runs a program for a moment (git, tmux, ps, gh), or talks with one. Arguments are always an array, and this file
// never passes them through a shell. It uses Node's child_process, because execa takes longer to load than most of
// these programs take to run; programs that run for minutes are in longRun.ts. A few other files start programs too:
// test/house/layers.test.ts lists them, and fails when another file does.

import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { elapsedMs } from './clock.ts';
import { trace } from './trace.ts';

export interface RunOptions {
  /** 0 means no limit. */
  readonly timeoutMs: number;
  readonly cwd?: string;
  /** The whole environment of the program; by default, the environment of this process. */
  readonly env?: NodeJS.ProcessEnv;
  readonly input?: string | Uint8Array;
  /** `latin1` makes one character of each byte. */
  readonly encoding?: 'utf8' | 'latin1';
  /** Runs the program in its own process group, so that Ctrl-C in the terminal does not reach it. */
  readonly detached?: boolean;
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
  const began = elapsedMs();
  const result = await runToEnd(file, args, options);
  trace(() => {
    const call = JSON.stringify([file, ...args]).slice(0, 300);
    const end = result.missing ? 'not found' : result.timedOut ? 'time-out' : `exit ${result.exitCode ?? 'none'}`;
    return `ran ${call}: ${end}, ${Math.round(elapsedMs() - began)} ms`;
  });
  return result;
}

export interface Dialogue extends Pick<RunOptions, 'timeoutMs' | 'cwd' | 'env'> {
  readonly signal?: AbortSignal;
  /** Lines that are sent at the start. */
  readonly first: readonly string[];
  /** Gets each line that the program prints, and returns the lines to send back; `end` closes its stdin. */
  readonly onLine: (line: string) => readonly string[] | 'end';
}

/** Talks line by line with a program that ends when its stdin is closed, and waits until it ends. */
export function converse(file: string, args: readonly string[], dialogue: Dialogue): Promise<RunResult> {
  const { first, onLine, signal, ...options } = dialogue;
  return runToEnd(file, args, { ...options, input: '' }, (child) => {
    const { stdin, stdout } = child;
    if (stdin === null || stdout === null) return;
    const say = (lines: readonly string[]) => {
      for (const line of lines) stdin.write(`${line}\n`);
    };
    createInterface({ input: stdout }).on('line', (line) => {
      const answer = stdin.writableEnded ? [] : onLine(line);
      if (answer !== 'end') return say(answer);
      stdin.end();
      // A program that keeps running after the end of its stdin is killed after a moment.
      setTimeout(() => stop(child), endingMs).unref();
    });
    if (signal?.aborted) stop(child);
    signal?.addEventListener('abort', () => stop(child), { once: true });
    say(first);
  });
}

const endingMs = 2000;

function runToEnd(
  file: string,
  args: readonly string[],
  options: RunOptions,
  feed: (child: ReturnType<typeof start>) => void = (child) => child.stdin?.end(options.input),
): Promise<RunResult> {
  return new Promise((resolve, reject) => {
    let child: ReturnType<typeof start>;
    try {
      child = start(file, args, options);
    } catch (error) {
      // Too many or too long arguments. Anything else, such as a NUL in an argument, is a mistake.
      if ((error as NodeJS.ErrnoException).syscall === undefined) reject(error);
      else resolve(notStarted(error));
      return;
    }
    const out = collect(child.stdout, options.encoding);
    const err = collect(child.stderr);
    // The program may end before it has read everything. Only its exit matters.
    child.stdin?.on('error', () => {});
    feed(child);
    const limit = limitTime(child, options.timeoutMs);
    running.add(child);
    child.on('error', (error) => {
      running.delete(child);
      limit.clear();
      resolve(notStarted(error));
    });
    child.on('close', (code) => {
      running.delete(child);
      const timedOut = limit.clear();
      const exitCode = timedOut ? undefined : (code ?? undefined);
      resolve({ exitCode, stdout: out(), stderr: err(), missing: false, timedOut });
    });
  });
}

/** The programs that run now: of this process, in which each bundle has its own copy of this file. */
const running = /* @__PURE__ */ programsThatRun();

function programsThatRun(): Set<ReturnType<typeof start>> {
  const registry = Symbol.for('party: programs that run');
  const known: unknown = Reflect.get(globalThis, registry);
  const found = known instanceof Set ? known : new Set<ReturnType<typeof start>>();
  Reflect.set(globalThis, registry, found);
  return found;
}

/** For a process that ends without waiting for them. */
export function endPrograms(): void {
  for (const child of running) child.kill('SIGKILL');
}

function start(file: string, args: readonly string[], { cwd, env, input, detached = false }: RunOptions) {
  return spawn(file, args, {
    cwd: cwd ?? currentDirectory(),
    env: env ?? process.env,
    detached,
    // Without input, a program that reads stdin gets the end of the file instead of hanging.
    stdio: [input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
  });
}

function notStarted(error: unknown): RunResult {
  const { code } = error as NodeJS.ErrnoException;
  const missing = code === 'ENOENT' || code === 'EACCES';
  return { exitCode: undefined, stdout: '', stderr: '', missing, timedOut: false };
}

/** Returns a function that gives all that the stream has said. */
function collect(stream: NodeJS.ReadableStream | null, encoding: BufferEncoding = 'utf8'): () => string {
  const chunks: Buffer[] = [];
  stream?.on('data', (chunk: Buffer) => chunks.push(chunk));
  return () => Buffer.concat(chunks).toString(encoding);
}

/** A program that ignores SIGTERM must not block us for longer than this after the time-out. */
const patienceMs = 1000;

function stop(child: ReturnType<typeof start>): void {
  setTimeout(() => child.kill('SIGKILL'), patienceMs).unref();
  child.kill();
}

/** `clear` ends the watch, and tells whether the time ran out. */
function limitTime(child: ReturnType<typeof start>, timeoutMs: number): { clear(): boolean } {
  let timer: NodeJS.Timeout | undefined;
  let timedOut = false;
  // What the program has started may keep its output open; nothing waits for that.
  const leave = () => {
    child.stdout?.destroy();
    child.stderr?.destroy();
  };
  const end = () => {
    timedOut = true;
    child.once('exit', leave);
    if (!child.kill()) leave();
    timer = setTimeout(() => child.kill('SIGKILL'), patienceMs);
  };
  if (timeoutMs > 0) timer = setTimeout(end, timeoutMs);
  return {
    clear() {
      clearTimeout(timer);
      return timedOut;
    },
  };
}

/** Most programs do not care where they run, so they can run even if our own directory has been removed. */
export function currentDirectory(): string {
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

/** Where the output of a program also goes. */
export interface OutputCopy {
  take(chunk: Uint8Array): void;
}

/** What a program has started may keep its output open; nothing waits for that longer than this. */
const restMs = 500;

/**
 * Runs a program whose output is this process's own, and copies it. Not for a terminal, in which the program would then
 * no longer see a terminal. Null when the program was killed.
 */
export function runCopied(
  file: string,
  args: readonly string[],
  { env, stdout, copy }: { env: NodeJS.ProcessEnv; stdout: 'stdout' | 'stderr'; copy: OutputCopy },
): Promise<number | null> {
  return new Promise((resolve, reject) => {
    const child = spawn(file, args, { stdio: ['inherit', 'pipe', 'pipe'], env });
    child.stdout.pipe(process[stdout], { end: false });
    child.stderr.pipe(process.stderr, { end: false });
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Uint8Array) => copy.take(chunk));
    const ignore = () => {};
    // A user who cancels this process wants the program to end.
    const pass = () => void child.kill('SIGTERM');
    process.on('SIGINT', ignore);
    process.on('SIGTERM', pass);
    child.on('error', reject);
    let rest: NodeJS.Timeout | undefined;
    child.on('exit', () => {
      rest = setTimeout(() => {
        child.stdout.destroy();
        child.stderr.destroy();
      }, restMs);
    });
    child.on('close', (code) => {
      clearTimeout(rest);
      process.off('SIGINT', ignore);
      process.off('SIGTERM', pass);
      resolve(code);
    });
  });
}
