// Starts programs from a small shell. A test process is large, and to start a program it copies the tables of its whole
// memory, which takes longer than git needs for its answer. A shell has little to copy.

import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync, readSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Output } from '../sandbox.ts';
import { ownFolder } from './ownFolder.ts';

/** A program that no signal ends: that would look like an exit code of its own. */
export interface ShellCall {
  readonly argv: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly input?: string | undefined;
  readonly timeoutMs: number;
}

export async function runInShell(call: ShellCall): Promise<Output> {
  const shell = idle.pop() ?? new Shell();
  const output = await shell.run(call);
  if (output.code !== undefined) idle.push(shell);
  return output;
}

/** Waits for the end of the program, and does nothing else meanwhile. */
export function runInShellSync(call: Omit<ShellCall, 'timeoutMs'>): Output {
  blocking ??= new BlockingShell();
  return blocking.run(call);
}

const idle: Shell[] = [];
let blocking: BlockingShell | undefined;

/** The files of one shell. */
class Files {
  readonly root = ownFolder('shell');

  path(name: string): string {
    return join(this.root, name);
  }

  /** The line that makes a shell run the program; `end` is what it does with the exit code. */
  command({ argv, cwd, env, input }: Omit<ShellCall, 'timeoutMs'>, end: string): string {
    if (input !== undefined) writeFileSync(this.path('in'), input);
    const variables = Object.entries(env).map(([name, value]) => `${name}=${quote(value)}`);
    const program = `cd ${quote(cwd)} && unset PWD OLDPWD && export ${variables.join(' ')} && exec ${argv.map(quote).join(' ')}`;
    const stdin = input === undefined ? '/dev/null' : this.path('in');
    return `(${program}) <${stdin} >${this.path('out')} 2>${this.path('err')}; ${end}\n`;
  }

  output(code: number | undefined): Output {
    return { code, stdout: readFileSync(this.path('out'), 'utf8'), stderr: readFileSync(this.path('err'), 'utf8') };
  }
}

const quote = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;

class Shell {
  readonly #files = new Files();
  readonly #process: ChildProcess;
  #tell: (code: number | undefined) => void = () => {};

  constructor() {
    // It stays in the group of the test, so that it ends with it.
    this.#process = spawn('/bin/sh', [], { env: {}, stdio: ['pipe', 'pipe', 'inherit'] });
    if (this.#process.stdout === null) throw new Error('no pipe');
    createInterface({ input: this.#process.stdout }).on('line', (line) => this.#tell(Number(line)));
    this.#process.on('exit', () => this.#tell(undefined));
  }

  async run({ timeoutMs, ...call }: ShellCall): Promise<Output> {
    this.#hold('ref');
    const late = setTimeout(() => this.#process.kill('SIGKILL'), timeoutMs);
    const code = await new Promise<number | undefined>((resolve) => {
      this.#tell = resolve;
      this.#process.stdin?.write(this.#files.command(call, 'echo $?'));
    });
    clearTimeout(late);
    this.#hold('unref');
    return this.#files.output(code);
  }

  /** Only a program that runs keeps the tests alive. */
  #hold(how: 'ref' | 'unref'): void {
    this.#process[how]();
    // Pipes of a child process are sockets.
    for (const pipe of [this.#process.stdin, this.#process.stdout]) (pipe as unknown as Holdable)[how]();
  }
}

interface Holdable {
  ref(): void;
  unref(): void;
}

class BlockingShell {
  readonly #files = new Files();
  readonly #commands: number;
  readonly #codes: number;

  constructor() {
    const [commands, codes] = [this.#files.path('commands'), this.#files.path('codes')];
    execFileSync('mkfifo', [commands, codes]);
    // To open one end of a pipe blocks until the other is open, to open both does not.
    const both = [openSync(commands, 'r+'), openSync(codes, 'r+')] as const;
    const read = openSync(commands, 'r');
    const write = openSync(codes, 'w');
    this.#commands = openSync(commands, 'w');
    this.#codes = openSync(codes, 'r');
    // The shell has only its own ends, so that it ends when this process does, and this process notices its end.
    spawn('/bin/sh', [], { env: {}, stdio: [read, write, 'inherit'] }).unref();
    for (const file of [...both, read, write]) closeSync(file);
  }

  run(call: Omit<ShellCall, 'timeoutMs'>): Output {
    writeSync(this.#commands, this.#files.command(call, 'echo $?'));
    let code = '';
    while (!code.endsWith('\n')) {
      const chunk = Buffer.alloc(8);
      const length = readSync(this.#codes, chunk);
      if (length === 0) throw new Error('the shell has ended');
      code += chunk.toString('utf8', 0, length);
    }
    return this.#files.output(Number(code));
  }
}
