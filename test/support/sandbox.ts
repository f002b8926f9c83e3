// An isolated environment for one test: temp directories, a private tmux server, a git project, clean environment
// variables.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { execa } from 'execa';
import { cleanEnvironment } from '../runner/environment.mjs';
import { endProcessesWith } from '../runner/leftProcesses.mjs';
import { noteDuration } from '../runner/margins.mjs';
import { isAlive } from './alive.ts';
import { runInShell } from './warm/shell.ts';
import { callWarm } from './warm/warmNode.ts';
import { nestedProgram, warmProgram } from './warm/warmProgram.ts';

export const repository = resolve(import.meta.dirname, '../..');
export const cliBundle = join(repository, 'dist/cli.cjs');
/** Users run the bundles with Node 20; the tests themselves run on a newer one. */
export const node20 =
  process.env.PARTY_TEST_NODE20 ?? cleanEnvironment(process.env)['PARTY_TEST_NODE20'] ?? process.execPath;

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

export interface ScriptOptions extends CallOptions {
  readonly input?: string;
}

/** Set this to have every call in a process of its own. */
const cold = process.env['PARTY_TEST_COLD'] !== undefined;
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

  /** Runs the built `party` on Node 20, in a process that other calls use, too (warm/warmNode.ts). */
  party(args: readonly string[], options: CallOptions = {}): Promise<Output> {
    return this.bundle(cliBundle, args, options);
  }

  /** Runs a bundle in a process that other calls use, too. */
  bundle(file: string, args: readonly string[], options: CallOptions = {}): Promise<Output> {
    const { cwd = this.root, env = {} } = options;
    if (cold || !existsSync(cwd)) return this.run(node20, [file, ...args], options);
    const place = { cwd, env: { ...this.env, ...env }, stdin: '/dev/null', timeoutMs: 60_000 };
    return callWarm(node20, { file, args, ...place, nested: nestedProgram(node20) });
  }

  /** A program for PARTY_NODE: a Node that runs already. */
  get warmNode(): string {
    return cold ? node20 : warmProgram(node20, node20);
  }

  /** For PARTY_NODE, where a test needs that each process ends. */
  get coldNode(): string {
    const file = join(this.directory('cold'), 'node');
    if (!existsSync(file)) symlinkSync(node20, file);
    return file;
  }

  /** Runs the built `party` on Node 20 in a process of its own. */
  partyProcess(args: readonly string[], options: CallOptions = {}): Promise<Output> {
    return this.run(node20, [cliBundle, ...args], options);
  }

  /**
   * Runs one of the shipped scripts. The Node that it finds, by PARTY_NODE or on the PATH, is one that already runs
   * (warm/warmProgram.ts), unless the test gives it another.
   */
  script(argv: readonly string[], { env = {}, ...options }: ScriptOptions = {}): Promise<Output> {
    const partyNode = env['PARTY_NODE'] ?? this.env['PARTY_NODE'];
    const warm = !cold && (partyNode === undefined || partyNode === node20);
    const node = warm ? { PARTY_NODE: warmProgram(node20, partyNode) } : {};
    return this.#runInShell(['sh', ...argv], { ...options, env: { ...env, ...node } });
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
    return this.wrap('tmux', script);
  }

  /** The same for another program. */
  wrap(program: string, script: string): { readonly PATH: string } {
    const bin = this.directory('wrapper');
    const text = `#!/bin/sh\nPATH=${this.env['PATH']}\n${script}\nexec ${program} "$@"\n`;
    writeFileSync(join(bin, program), text, { mode: 0o755 });
    return { PATH: `${bin}:${this.env['PATH']}` };
  }

  async tmux(...args: readonly string[]): Promise<Output> {
    return this.#runInShell(['tmux', '-u', '-L', this.socket, ...args]);
  }

  /** Kills the tmux server, and waits until the programs in its panes have ended, too. */
  async killServer(): Promise<void> {
    const { stdout } = await this.tmux('list-panes', '-a', '-F', '#{pane_pid}');
    await this.tmux('kill-server');
    const programs = stdout.split('\n').filter(Boolean).map(Number);
    await until('the end of the programs in the panes', () => !programs.some(isAlive));
  }

  async run(
    file: string,
    args: readonly string[],
    { cwd = this.root, env = {}, input }: ScriptOptions = {},
  ): Promise<Output> {
    const result = await execa(file, args, {
      cwd,
      env: { ...this.env, ...env },
      extendEnv: false,
      reject: false,
      timeout: 60_000,
      ...(input === undefined ? { stdin: 'ignore' as const } : { input }),
      stripFinalNewline: false,
    });
    return { code: result.exitCode, stdout: String(result.stdout), stderr: String(result.stderr) };
  }

  #runInShell(argv: readonly string[], { cwd = this.root, env = {}, input }: ScriptOptions = {}): Promise<Output> {
    return runInShell({ argv, cwd, env: { ...this.env, ...env }, input, timeoutMs: 60_000 });
  }

  /** Starts a program and leaves it running; the test ends it. */
  spawn(file: string, args: readonly string[], options: CallOptions = {}) {
    return spawn(file, args, { cwd: options.cwd ?? this.root, env: { ...this.env, ...options.env }, stdio: 'pipe' });
  }

  async dispose(): Promise<void> {
    // Many tests need no tmux: if it never ran, there is no directory for its socket.
    if (existsSync(join(this.env['TMUX_TMPDIR'] ?? '', `tmux-${process.getuid?.()}`))) {
      await this.tmux('kill-server');
      // An agent of a pane that is gone may still write its last file.
      await endProcessesWith('PARTY_HOME', this.partyHome);
    }
    rmSync(this.root, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Waits for a condition, not for a fixed time. It looks often at first, and rarely when it has waited for long. */
export async function until<T>(
  what: string,
  probe: () => Promise<T | undefined | false | ''> | T | undefined | false | '',
  timeoutMs = 10_000,
): Promise<T> {
  const began = Date.now();
  for (;;) {
    const value = await probe();
    const waited = Date.now() - began;
    if (value) {
      noteDuration(`the wait for ${what}`, waited, timeoutMs);
      return value;
    }
    if (waited > timeoutMs) throw new Error(`waited ${timeoutMs} ms in vain for ${what}`);
    await new Promise((wake) => setTimeout(wake, Math.min(100, 10 + waited / 20)));
  }
}

/**
 * Waits for the end of something that may have many steps, as long as it makes progress: `progress` changes with each
 * step, and the limit is for one step.
 */
export async function untilWithProgress<T>(
  what: string,
  probe: () => Promise<T | undefined | false>,
  progress: () => number,
  stepMs = 20_000,
): Promise<T> {
  for (let before = progress(); ; ) {
    try {
      return await until(what, probe, stepMs);
    } catch (error) {
      const now = progress();
      if (now === before) throw error;
      before = now;
    }
  }
}

/** For a suite of `party` in one project: each of its tests gets a new sandbox with an empty project. */
export function eachInProject() {
  let box: Sandbox;
  let project: string;
  beforeEach(() => {
    box = new Sandbox();
    project = box.project();
  });
  afterEach(() => box.dispose());
  return {
    get box() {
      return box;
    },
    get project() {
      return project;
    },
    start: (...args: string[]) => box.start(project, args),
    failure: (args: string[], options: CallOptions = {}) => box.failure(args, { cwd: project, ...options }),
  };
}
