// An isolated environment for one test: temp directories, a private tmux server, a git project, clean environment
// variables.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { execa } from 'execa';

export const repository = resolve(import.meta.dirname, '../..');
export const cliBundle = join(repository, 'dist/cli.cjs');
/** Users run the bundles with Node 20; the tests themselves run on a newer one. */
export const node20 = process.env.PARTY_TEST_NODE20 ?? process.execPath;

export interface Output {
  readonly code: number | undefined;
  readonly stdout: string;
  readonly stderr: string;
}

/** What `party start --json` prints. */
export interface Started {
  readonly session: { readonly id: string; readonly name: string; readonly cwd: string };
  readonly created: boolean;
  readonly panes: Readonly<Record<'codex' | 'claude' | 'shell', string>>;
  readonly warnings: readonly string[];
}

export interface Failure {
  readonly exit: number | undefined;
  readonly code: string;
  readonly message: string;
}

export interface CallOptions {
  readonly cwd?: string;
  readonly env?: Record<string, string>;
}

let count = 0;

export class Sandbox {
  readonly root = realpathSync(mkdtempSync(join(tmpdir(), 'party-test-')));
  readonly socket = `party-test-${process.pid}-${count++}`;
  readonly stateRoot = this.directory('state');
  readonly home = this.directory('home');
  readonly partyHome = join(this.root, 'party-home');
  readonly env: Record<string, string> = {
    PATH: process.env.PATH ?? '/usr/bin:/bin',
    HOME: this.home,
    LANG: 'C.UTF-8',
    TERM: 'xterm-256color',
    SHELL: '/bin/sh',
    TMPDIR: this.directory('tmp'),
    // In the test's own folder, so that sockets of killed runs do not pile up in the one that all tmux servers share.
    TMUX_TMPDIR: this.root,
    PARTY_TMUX_SOCKET: this.socket,
    PARTY_STATE_ROOT: this.stateRoot,
    PARTY_HOME: this.partyHome,
    PARTY_MARKER_ROOT: this.directory('markers'),
    GIT_CONFIG_NOSYSTEM: '1',
  };

  directory(name: string): string {
    const path = join(this.root, name);
    mkdirSync(path, { recursive: true });
    return path;
  }

  /** An empty git repository. */
  project(name = 'project'): string {
    const path = this.directory(name);
    mkdirSync(join(path, '.git'), { recursive: true });
    writeFileSync(join(path, '.git', 'HEAD'), 'ref: refs/heads/main\n');
    return path;
  }

  /** Runs the built `party` on Node 20. */
  party(args: readonly string[], options: CallOptions = {}): Promise<Output> {
    return this.run(node20, [cliBundle, ...args], options);
  }

  async partyJson<T>(args: readonly string[], options: CallOptions = {}): Promise<T> {
    const output = await this.party([...args, '--json'], options);
    if (output.code !== 0) throw new Error(`party ${args.join(' ')} exited with ${output.code}: ${output.stderr}`);
    return JSON.parse(output.stdout) as T;
  }

  /** The error that `party` prints with --json, and its exit code. */
  async failure(args: readonly string[], options: CallOptions = {}): Promise<Failure> {
    const output = await this.party([...args, '--json'], options);
    assert.equal(output.stdout, '', 'it is to fail');
    const lines = output.stderr.trim().split('\n');
    const { error } = JSON.parse(lines.at(-1) ?? '') as { error: { code: string; message: string } };
    return { exit: output.code, ...error };
  }

  /** Starts a party with the demo agents. */
  start(cwd: string, args: readonly string[] = [], env: Record<string, string> = {}): Promise<Started> {
    return this.partyJson(['start', '--detach', '--agents', 'demo', ...args], { cwd, env });
  }

  async sessions(): Promise<string[]> {
    return (await this.tmux('list-sessions', '-F', '#{session_name}')).stdout.split('\n').filter(Boolean);
  }

  /** A PATH with a script in front of the real tmux. The script calls tmux unless it exits itself. */
  wrapTmux(script: string): { readonly PATH: string } {
    const bin = this.directory('wrapper');
    const text = `#!/bin/sh\nPATH=${this.env['PATH']}\n${script}\nexec tmux "$@"\n`;
    writeFileSync(join(bin, 'tmux'), text, { mode: 0o755 });
    return { PATH: `${bin}:${this.env['PATH']}` };
  }

  async tmux(...args: readonly string[]): Promise<Output> {
    return this.run('tmux', ['-u', '-L', this.socket, ...args], {});
  }

  async run(
    file: string,
    args: readonly string[],
    { cwd = this.root, env = {} }: { cwd?: string; env?: Record<string, string> } = {},
  ): Promise<Output> {
    const result = await execa(file, args, {
      cwd,
      env: { ...this.env, ...env },
      extendEnv: false,
      reject: false,
      timeout: 60_000,
      stdin: 'ignore',
      stripFinalNewline: false,
    });
    return { code: result.exitCode, stdout: String(result.stdout), stderr: String(result.stderr) };
  }

  /** Starts a program and leaves it running; the test ends it. */
  spawn(file: string, args: readonly string[], options: CallOptions = {}) {
    return spawn(file, args, { cwd: options.cwd ?? this.root, env: { ...this.env, ...options.env }, stdio: 'pipe' });
  }

  async dispose(): Promise<void> {
    // Many tests need no tmux: if it never ran, there is no directory for its socket.
    if (existsSync(join(this.env['TMUX_TMPDIR'] ?? '', `tmux-${process.getuid?.()}`))) await this.tmux('kill-server');
    rmSync(this.root, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Waits for a condition, not for a fixed time. */
export async function until<T>(
  what: string,
  probe: () => Promise<T | undefined | false | ''> | T | undefined | false | '',
  timeoutMs = 10_000,
): Promise<T> {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    const value = await probe();
    if (value) return value;
    if (Date.now() > deadline) throw new Error(`waited ${timeoutMs} ms in vain for ${what}`);
    await new Promise((wake) => setTimeout(wake, 25));
  }
}
