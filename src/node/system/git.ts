// Runs git.

import { PartyError } from '../../core/base/errors.ts';
import { type RunResult, run } from './exec.ts';

export interface Git {
  readonly top: string;
  /** What git prints; rejects when git fails. */
  text(args: readonly string[], options?: GitOptions): Promise<string>;
  /** The same with one character for each byte, because file names need not be UTF-8. */
  bytes(args: readonly string[], options?: GitOptions): Promise<string>;
  /** The first line; undefined when git fails or prints nothing. */
  line(args: readonly string[], options?: GitOptions): Promise<string | undefined>;
}

export interface GitOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly input?: string | Buffer;
}

const timeoutMs = 60_000;

export function createGit(top: string, env: NodeJS.ProcessEnv): Git {
  // Once for all calls: `env` may be process.env, and each look at one of its variables asks the system.
  let own: NodeJS.ProcessEnv | undefined;
  const call = async (args: readonly string[], encoding: 'utf8' | 'latin1', { env: more, input }: GitOptions = {}) => {
    own ??= gitEnvironment(env);
    const result = await run('git', [...options(top), ...args], {
      ...{ cwd: top, env: { ...own, ...more }, encoding, timeoutMs },
      ...(input === undefined ? {} : { input }),
    });
    if (result.exitCode !== 0) throw failure(result, args);
    return result.stdout;
  };
  return {
    top,
    text: (args, options) => call(args, 'utf8', options),
    bytes: (args, options) => call(args, 'latin1', options),
    async line(args, options) {
      try {
        return (await call(args, 'utf8', options)).split('\n')[0] || undefined;
      } catch (error) {
        if (error instanceof GitFailed) return undefined;
        throw error;
      }
    },
  };
}

/** Whether the index has the file; `path` is relative to the top. */
export async function isTracked(git: Git, path: string): Promise<boolean> {
  return (await git.line(['--literal-pathspecs', 'ls-files', '--error-unmatch', '--', path])) !== undefined;
}

/** git ran and failed. */
export class GitFailed extends PartyError {
  /** True when git found no repository here, or one that it does not trust. */
  readonly noRepository: boolean;
  /** Undefined when git was ended by a signal. */
  readonly exitCode: number | undefined;

  constructor(message: string, { noRepository, exitCode }: Pick<GitFailed, 'noRepository' | 'exitCode'>) {
    super('COMMAND_FAILED', message);
    this.name = 'GitFailed';
    this.noRepository = noRepository;
    this.exitCode = exitCode;
  }
}

/** git is not on the PATH. */
export class GitMissing extends PartyError {}

/**
 * A repository's configuration can hide changes from git: by a file system monitor, by ignoring ctime, by another work
 * tree. These options switch that off, and the hooks of the repository too: what Party reads here runs none of them.
 */
const safeConfig = [
  ...['core.fsmonitor=false', 'core.hooksPath=/dev/null'],
  ...['core.trustctime=true', 'core.checkStat=default', 'core.quotePath=false'],
];
const options = (top: string) => [...safeConfig.flatMap((one) => ['-c', one]), `--work-tree=${top}`, '--no-pager'];

/** Drops every GIT_ variable: a git hook or a caller may have set one that names another repository or index. */
export function gitEnvironment(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const kept = Object.entries(env).filter(([name]) => !name.startsWith('GIT_'));
  const own = { GIT_OPTIONAL_LOCKS: '0', GIT_TERMINAL_PROMPT: '0', GIT_NO_REPLACE_OBJECTS: '1', LC_ALL: 'C' };
  return { ...Object.fromEntries(kept), ...own };
}

function failure({ missing, timedOut, exitCode, stderr }: RunResult, args: readonly string[]): Error {
  if (missing) return new GitMissing('COMMAND_FAILED', 'git was not found; reviews need it. Install git');
  const said = timedOut ? `took longer than ${timeoutMs / 1000} s` : stderr.trim() || `exit code ${exitCode ?? 'none'}`;
  // These messages are in English because git runs with LC_ALL=C.
  const noRepository = /not a git repository|dubious ownership/.test(said);
  return new GitFailed(`git ${args[0] ?? ''}: ${said}`, { noRepository, exitCode });
}
