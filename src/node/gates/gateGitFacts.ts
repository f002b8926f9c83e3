// Reads what git would do in a directory: its configuration from all files, its hook, and the repositories inside. None
// of the git commands here runs a program of the repository. All calls are synchronous, because the gate waits for them
// anyway.

import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { GitFacts, GitRepository, GitSetting } from '../../core/gates/plan/gateGitConfig.ts';
import { withoutGitPrograms } from './projectPrograms.ts';

export function readGitFacts(directory: string, top: string, env: NodeJS.ProcessEnv, longestMs = 12_000): GitFacts {
  const git = gitUntil(Date.now() + longestMs);
  const place = { directory, top, env };
  return {
    own: readRepository(git, place),
    nested: () => nestedIn(git, place, new Set()),
    around: () => readAround(git, place),
  };
}

/** `env` names another repository when git looks into a submodule. */
interface GitPlace {
  readonly directory: string;
  readonly top: string;
  readonly env: NodeJS.ProcessEnv;
}

function readRepository(git: Git, { directory, top, env }: GitPlace): GitRepository {
  const hook = git(directory, env, ['rev-parse', '--git-path', 'hooks/post-index-change']);
  // Outside a repository, only the user's own configuration counts.
  if (hook === undefined) return { settings: [], indexHook: false };
  const listed = git(directory, env, ['config', '--list', '-z', '--show-scope', '--show-origin']) ?? '';
  return {
    settings: readSettings(listed, directory, top),
    indexHook: isExecutable(resolve(directory, hook.replace(/\n$/, ''))),
  };
}

/** Each setting has three fields: the scope, the file, and the key with its value on the next line. */
function readSettings(listed: string, directory: string, top: string): GitSetting[] {
  const fields = listed.split('\0');
  const settings: GitSetting[] = [];
  for (let at = 0; at + 2 < fields.length; at += 3) {
    const [scope = '', origin = '', entry = ''] = fields.slice(at, at + 3);
    const end = entry.indexOf('\n');
    const file = origin.startsWith('file:') ? resolve(directory, origin.slice('file:'.length)) : '';
    settings.push({
      key: end < 0 ? entry : entry.slice(0, end),
      // A key without a value is true.
      value: end < 0 ? 'true' : entry.slice(end + 1),
      // The user's own configuration may include a file of the project.
      local: !['system', 'global', 'command'].includes(scope) || file.startsWith(`${top}/`),
    });
  }
  return settings;
}

function readAround(git: Git, { directory, top, env }: GitPlace): GitRepository {
  const tree = git(directory, env, ['rev-parse', '--show-toplevel'])?.replace(/\n$/, '');
  return tree === undefined
    ? { settings: [], indexHook: false }
    : readRepository(git, { directory: dirname(tree), top, env });
}

const mostNested = 64;

function nestedIn(git: Git, { directory, top, env }: GitPlace, seen: Set<string>): GitRepository[] {
  const tree = git(directory, env, ['rev-parse', '--show-toplevel'])?.replace(/\n$/, '');
  if (tree === undefined) return [];
  const staged = git(tree, env, ['ls-files', '--stage', '-z']) ?? '';
  const found: GitRepository[] = [];
  for (const [, name = ''] of staged.matchAll(/(?:^|\0)160000 [^\t]*\t([^\0]+)/g)) {
    const nested = join(tree, name);
    if (seen.has(nested) || !existsSync(join(nested, '.git'))) continue;
    if (seen.size >= mostNested) throw new Error(`there are more than ${mostNested} repositories inside of this one`);
    seen.add(nested);
    // git uses the same variables when it looks into a submodule.
    const place = { directory: nested, top, env: { ...env, GIT_DIR: '.git', GIT_WORK_TREE: '.' } };
    found.push(readRepository(git, place), ...nestedIn(git, place, seen));
  }
  return found;
}

/** Returns undefined when git says that there is no repository. */
type Git = (directory: string, env: NodeJS.ProcessEnv, args: readonly string[]) => string | undefined;

/**
 * Tracing stays off: if the user's configuration includes a file of the project, that file could name a file to write
 * to.
 */
const untraced = { GIT_TRACE2: '0', GIT_TRACE2_EVENT: '0', GIT_TRACE2_PERF: '0' };

/** While git runs, this process is blocked, and so is its own timer. So all git calls together have one deadline. */
function gitUntil(deadline: number): Git {
  return (directory, env, args) => {
    const { status, stdout, stderr, error } = spawnSync('git', ['--no-pager', '-c', 'core.fsmonitor=false', ...args], {
      cwd: directory,
      env: { ...withoutGitPrograms(env), ...untraced, GIT_OPTIONAL_LOCKS: '0', LC_ALL: 'C' },
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: Math.max(1, deadline - Date.now()),
      killSignal: 'SIGKILL',
      maxBuffer: 1 << 28,
    });
    if (error !== undefined) throw error;
    if (status === 0) return stdout;
    if (/not a git repository|must be run in a work tree/.test(stderr)) return undefined;
    throw new Error(`git ${args[0]} does not work here: ${stderr.trim().split('\n')[0]}`);
  };
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
