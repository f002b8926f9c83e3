// A program that scripts can run as their Node. It hands the call to this process, which has it done by a process of
// Node 20 that already runs (warmNode.ts). What it does itself is a few small programs, a tenth of a start of Node.

import { execFileSync } from 'node:child_process';
import { closeSync, constants, existsSync, openSync, readFileSync, writeFileSync, writeSync } from 'node:fs';
import { Socket } from 'node:net';
import { delimiter, join } from 'node:path';
import type { Output } from '../sandbox.ts';
import { ownFolder } from './ownFolder.ts';
import { callWarm } from './warmNode.ts';

/** `partyNode`: what PARTY_NODE is for the program that is called; undefined when it is not set there. */
export function warmProgram(node: string, partyNode: string | undefined): string {
  switchboard ??= new Switchboard(node);
  return partyNode === undefined ? switchboard.withoutPartyNode : switchboard.withPartyNode;
}

/** For a program that a call starts, waits for, and whose standard input it keeps open meanwhile. */
export function nestedProgram(node: string): string {
  switchboard ??= new Switchboard(node);
  return switchboard.nested;
}

let switchboard: Switchboard | undefined;

const tools = {
  ...{ mktemp: whereIs('mktemp'), mkfifo: whereIs('mkfifo') },
  ...{ env: whereIs('env'), cat: whereIs('cat'), rm: whereIs('rm') },
};

function whereIs(program: string): string {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  const files = folders.map((folder) => join(folder, program));
  return files.find((file) => existsSync(file)) ?? program;
}

class Switchboard {
  readonly #node: string;
  readonly #root = ownFolder('warm');
  readonly #calls = join(this.#root, 'calls');
  readonly withPartyNode: string;
  readonly withoutPartyNode: string;
  readonly nested: string;

  constructor(node: string) {
    this.#node = node;
    execFileSync(tools.mkfifo, [this.#calls]);
    // Open for writing, too, so that the end of a caller is not the end of the calls.
    const calls = new Socket({ fd: openSync(this.#calls, constants.O_RDWR | constants.O_NONBLOCK), writable: false });
    calls.unref();
    let text = '';
    calls.setEncoding('utf8').on('data', (chunk) => {
      const lines = `${text}${chunk}`.split('\n');
      text = lines.pop() ?? '';
      for (const folder of lines) void this.#answer(folder);
    });
    const copy = `${tools.cat} >"$folder/stdin"`;
    this.withPartyNode = this.#program('with', `PARTY_NODE=${node}`, copy);
    this.withoutPartyNode = this.#program('without', '-u PARTY_NODE -u ELECTRON_RUN_AS_NODE', copy);
    this.nested = this.#program('nested', '', `${tools.mkfifo} "$folder/stdin" && exec 4<>"$folder/stdin"`);
  }

  #program(name: string, environment: string, stdin: string): string {
    const file = join(this.#root, name);
    // The PATH of the caller may hold none of these. Not the pid as the folder's name: a killed caller leaves its folder, and
    // a long run has more processes than there are pids.
    const { mktemp, mkfifo, env, cat, rm } = tools;
    const text = `#!/bin/sh
folder=$(${mktemp} -d ${this.#root}/XXXXXXXX) && ${mkfifo} "$folder/reply" && exec 3<>"$folder/reply" || exit 99
${env} -0 ${environment} >"$folder/env"
for argument in "$PWD" "$@"; do printf '%s\\0' "$argument"; done >"$folder/args"
${stdin}
echo "$folder" >${this.#calls}
read -r code <&3
${cat} "$folder/stdout"
[ ! -s "$folder/stderr" ] || ${cat} "$folder/stderr" >&2
${rm} -r "$folder"
[ "$code" = killed ] && kill -KILL $$
exit "$code"
`;
    writeFileSync(file, text, { mode: 0o755 });
    return file;
  }

  async #answer(folder: string): Promise<void> {
    const { code, stdout, stderr } = await this.#call(folder);
    writeFileSync(join(folder, 'stdout'), stdout);
    writeFileSync(join(folder, 'stderr'), stderr);
    // The caller reads already; when it has been killed, this fails, and there is no one to answer.
    const reply = openSync(join(folder, 'reply'), constants.O_WRONLY | constants.O_NONBLOCK);
    writeSync(reply, `${code ?? 'killed'}\n`);
    closeSync(reply);
  }

  #call(folder: string): Promise<Output> {
    const list = (name: string) => readFileSync(join(folder, name), 'utf8').split('\0').slice(0, -1);
    const [cwd = '', file = '', ...args] = list('args');
    const env = Object.fromEntries(list('env').map((line) => line.split(/=(.*)/s).slice(0, 2)));
    return callWarm(this.#node, {
      file,
      args,
      cwd,
      env,
      stdin: join(folder, 'stdin'),
      timeoutMs: 60_000,
      nested: this.nested,
    });
  }
}
