// Calls of the built bundles on Node 20 without a start of Node for each: processes that run one call after the other
// (program.mjs). PARTY_TEST_COLD=1 starts a process for every call instead.

import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import type { Output } from '../sandbox.ts';

export interface WarmCall {
  readonly file: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  /** The file that standard input reads. */
  readonly stdin: string;
  readonly timeoutMs: number;
  /** The program that the call starts in place of Node to run a bundle (warmProgram.ts). */
  readonly nested?: string | undefined;
}

/** Like a process of its own: an exit code of undefined means that a signal has ended it. */
export async function callWarm(node: string, call: WarmCall): Promise<Output> {
  const one = nextIdle() ?? new WarmNode(node);
  const output = await one.run(call);
  if (one.isReusable && idle.length < mostIdle) idle.push(one);
  else one.end();
  return output;
}

/** A test that makes many calls at once does not leave as many processes behind. */
const mostIdle = 8;
const idle: WarmNode[] = [];
let calls = 0;

/** A call that has ended can still end its process: by a timer that it left, for example. */
function nextIdle(): WarmNode | undefined {
  for (let one = idle.pop(); one !== undefined; one = idle.pop()) if (one.isReusable) return one;
  return undefined;
}

class WarmNode {
  readonly #process: ChildProcess;
  readonly #stdout: Printed;
  readonly #stderr: Printed;
  isReusable = true;

  constructor(node: string) {
    const program = join(import.meta.dirname, 'program.mjs');
    // It stays in the group of the test, so that it ends with it.
    // A small young generation: a large process takes longer to start a program.
    this.#process = spawn(node, ['--max-semi-space-size=1', program], {
      env: {},
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    this.#process.on('exit', () => {
      this.isReusable = false;
    });
    // A process that has just ended cannot be told anything; its `exit` says so to the call.
    this.#process.on('error', () => {});
    const { stdout, stderr } = this.#process;
    if (stdout === null || stderr === null) throw new Error('no pipes');
    this.#stdout = new Printed(stdout);
    this.#stderr = new Printed(stderr);
  }

  async run({ timeoutMs, ...call }: WarmCall): Promise<Output> {
    const mark = `\0${process.pid}.${calls++}\0`;
    this.#hold('ref');
    const late = setTimeout(() => this.#process.kill('SIGKILL'), timeoutMs);
    try {
      const ended = this.#end();
      this.#process.send({ ...call, mark });
      const [code, stdout, stderr] = await Promise.all([ended, this.#stdout.until(mark), this.#stderr.until(mark)]);
      return { code, stdout, stderr };
    } finally {
      clearTimeout(late);
      this.#hold('unref');
    }
  }

  end(): void {
    if (this.#process.connected) this.#process.disconnect();
  }

  /** The exit code of the call, or of the process when the call has ended the process. */
  #end(): Promise<number | undefined> {
    return new Promise((resolve) => {
      const onMessage = (message: 'ready' | { code: number; reusable: boolean }) => {
        if (message === 'ready') return;
        this.isReusable = message.reusable;
        settle(message.code);
      };
      const onExit = (code: number | null) => settle(code ?? undefined);
      const settle = (code: number | undefined) => {
        this.#process.off('message', onMessage).off('exit', onExit);
        resolve(code);
      };
      this.#process.on('message', onMessage).on('exit', onExit);
    });
  }

  /** Only a call that runs keeps the tests alive. */
  #hold(how: 'ref' | 'unref'): void {
    this.#process[how]();
    this.#process.channel?.[how]();
    this.#stdout.hold(how);
    this.#stderr.hold(how);
  }
}

/** What a process prints, call by call. */
class Printed {
  readonly #stream: Readable;
  #text = '';
  #look = () => {};
  #ended = false;

  constructor(stream: Readable) {
    this.#stream = stream.setEncoding('utf8');
    stream.on('data', (chunk: string) => {
      this.#text += chunk;
      this.#look();
    });
    stream.on('close', () => {
      this.#ended = true;
      this.#look();
    });
  }

  /** The text before the mark, or everything when the process has ended. */
  until(mark: string): Promise<string> {
    return new Promise((resolve) => {
      this.#look = () => {
        const at = this.#text.indexOf(mark);
        if (at === -1 && !this.#ended) return;
        const text = at === -1 ? this.#text : this.#text.slice(0, at);
        this.#text = at === -1 ? '' : this.#text.slice(at + mark.length);
        this.#look = () => {};
        resolve(text);
      };
      this.#look();
    });
  }

  hold(how: 'ref' | 'unref'): void {
    // A pipe of a child process is a socket.
    if ('ref' in this.#stream && 'unref' in this.#stream)
      (this.#stream as unknown as Record<string, () => void>)[how]?.();
  }
}
