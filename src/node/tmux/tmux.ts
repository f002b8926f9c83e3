// The tmux client. It talks to the server on the socket that the environment names. Every command has a time-out,
// except attaching.

import { PartyError } from '../../core/base/errors.ts';
import { findVersion, isAtLeast } from '../../core/base/version.ts';
import { type Pane, paneFormat, parsePanes, type Session } from '../../core/tmux/pane.ts';
import { chain, exactSession, oldestTmux, type TmuxCommand } from '../../core/tmux/tmuxCommands.ts';
import { run, runInTerminal } from '../system/exec.ts';
import { installHint } from '../system/installHint.ts';

const timeoutMs = 10_000;
/**
 * tmux's messages when no server runs. EPERM is not among them: inside Codex's sandbox a server may run all the same.
 */
const noServer =
  /no server running|error connecting.*\((?:No such file or directory|Connection refused)\)|server exited|lost server/;
/** tmux's message of a server without sessions: its last one has just ended, or `exit-empty off` keeps the server. */
const noSession = /no current target/;

export interface Tmux {
  /** Throws TMUX_MISSING or TMUX_TOO_OLD. */
  checkVersion(): Promise<void>;
  /** Every session of the server with its panes; empty when no server runs or it has no session. */
  sessions(): Promise<Session[]>;
  /** Path of the server's socket, to tell whether we run inside it; undefined when no server runs. */
  socketPath(): Promise<string | undefined>;
  call(commands: readonly TmuxCommand[], input?: string | Uint8Array): Promise<string>;
  /** The last lines of a pane, with wrapped lines joined. */
  capture(pane: Pane, lines: number): Promise<string>;
  /** True when the session existed and has ended. */
  killSession(name: string): Promise<boolean>;
  /** True when the pane existed and has ended. */
  killPane(id: string): Promise<boolean>;
  /** Hands our terminal to a tmux client until it detaches. */
  attach(session: Session, options: { controlMode: boolean; insideServer: boolean }): Promise<number>;
  /** Arguments for a program that attaches by itself, such as an editor's terminal. */
  attachArguments(name: string): string[];
  /** Arguments for a program that waits until the channel is signalled: see paneWatch.ts. */
  waitArguments(channel: string): string[];
}

export function createTmux(env: NodeJS.ProcessEnv): Tmux {
  const socket = env['PARTY_TMUX_SOCKET'];
  // Without -u, tmux replaces non-ASCII characters when the locale is unset.
  const server: Server = { env, base: ['-u', ...(socket ? ['-L', socket] : [])] };
  const call: Tmux['call'] = (commands, input) => callServer(server, commands, input);
  const ended = async (...args: string[]) => (await runTmux(server, args)).exitCode === 0;
  return {
    call,
    checkVersion: () => checkVersion(server),
    sessions: () => readSessions(server),
    async socketPath() {
      const result = await runTmux(server, ['display-message', '-p', '#{socket_path}']);
      return result.exitCode === 0 ? result.stdout.trim() : undefined;
    },
    async capture(pane, lines) {
      const output = await call([['capture-pane', '-p', '-J', '-t', pane.id, '-S', `-${lines}`]]);
      return lastLines(output, lines);
    },
    killSession: (name) => ended('kill-session', '-t', exactSession(name)),
    killPane: (id) => ended('kill-pane', '-t', id),
    attach: (session, options) => attach(server, session, options),
    attachArguments: (name) => [...server.base, 'attach-session', '-t', exactSession(name)],
    waitArguments: (channel) => [...server.base, 'wait-for', channel],
  };
}

interface Server {
  readonly env: NodeJS.ProcessEnv;
  /** The arguments that each call begins with. */
  readonly base: readonly string[];
}

async function runTmux({ env, base }: Server, args: readonly string[], input?: string | Uint8Array) {
  const result = await run('tmux', [...base, ...args], {
    timeoutMs,
    env,
    ...(input === undefined ? {} : { input }),
    // Ctrl-C in our terminal must not end the client in the middle of a command: the server might still carry it out.
    detached: true,
  });
  if (result.missing) throw tmuxMissing();
  if (result.timedOut)
    throw new PartyError('TMUX_FAILED', `tmux did not answer within ${timeoutMs / 1000} s: ${args[0]}`);
  return result;
}

async function callServer(
  server: Server,
  commands: readonly TmuxCommand[],
  input: string | Uint8Array | undefined,
): Promise<string> {
  const result = await runTmux(server, chain(commands), input);
  if (/command too long/.test(result.stderr)) {
    const length = server.env['PATH']?.length ?? 0;
    throw new PartyError(
      'TMUX_FAILED',
      `tmux takes no more than 16 KB at once, and PATH alone has ${length}. Shorten PATH`,
    );
  }
  if (result.exitCode !== 0) {
    const said = result.stderr.trim() || `exit code ${result.exitCode ?? 'none'}`;
    throw new PartyError('TMUX_FAILED', `tmux ${commands[0]?.[0] ?? ''} failed: ${said}`);
  }
  return result.stdout;
}

async function checkVersion(server: Server): Promise<void> {
  const result = await runTmux(server, ['-V']);
  const version = result.stdout.trim();
  const number = findVersion(version);
  // A name without a number ("tmux master") is a build newer than any release.
  if (number === undefined || isAtLeast(number, oldestTmux)) return;
  throw new PartyError(
    'TMUX_TOO_OLD',
    `${version} is too old: Party needs tmux ${oldestTmux} or newer. ${installHint('tmux')}`,
  );
}

async function readSessions(server: Server): Promise<Session[]> {
  const result = await runTmux(server, ['list-panes', '-a', '-F', paneFormat]);
  if (result.exitCode === 0) return parsePanes(result.stdout);
  // Any other failure must not count as "no parties": Party would start a second one.
  if (noServer.test(result.stderr) || noSession.test(result.stderr)) return [];
  throw new PartyError('TMUX_FAILED', `tmux list-panes failed: ${result.stderr.trim() || 'it gave no reason'}`);
}

function attach(
  { env, base }: Server,
  session: Session,
  { controlMode, insideServer }: Parameters<Tmux['attach']>[1],
): Promise<number> {
  const target = ['-t', exactSession(session.name)];
  // A client inside a session of the same server would nest, so tell that server to switch the client instead.
  if (insideServer) return runInTerminal('tmux', [...base, 'switch-client', ...target], env);
  const { TMUX: _, ...outside } = env;
  const control = controlMode ? ['-CC'] : [];
  return runInTerminal('tmux', [...base, ...control, 'attach-session', ...target], outside);
}

export function tmuxMissing(): PartyError {
  return new PartyError('TMUX_MISSING', `tmux is not installed. ${installHint('tmux')}`);
}

function lastLines(text: string, count: number): string {
  const trimmed = text.replace(/\s+$/, '');
  return trimmed === '' ? '' : `${trimmed.split('\n').slice(-count).join('\n')}\n`;
}
