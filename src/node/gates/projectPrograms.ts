// Which programs the agent's own environment would take from the project: through an entry of PATH, or through a variable
// of git. The hooks' scripts clean the PATH for Party, and keep the agent's as PARTY_CALLER_PATH.

import { accessSync, constants, realpathSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';

interface Place {
  /** A real path. */
  readonly top: string;
  readonly cwd: string | undefined;
}

/** The file of the project that this name runs; undefined when it is a program from elsewhere. */
export function projectProgram(name: string, place: Place, env: NodeJS.ProcessEnv): string | undefined {
  for (const entry of (env['PARTY_CALLER_PATH'] ?? env['PATH'] ?? '').split(':')) {
    const file = resolve(place.cwd ?? process.cwd(), entry, name);
    if (isProgram(file)) return isInside(file, place) ? file : undefined;
  }
  return undefined;
}

const runByGit = [
  ...['GIT_EXEC_PATH', 'GIT_EXTERNAL_DIFF', 'GIT_PAGER', 'PAGER', 'GIT_SSH', 'GIT_SSH_COMMAND', 'GIT_ASKPASS'],
  ...['GIT_PROXY_COMMAND', 'GIT_EDITOR', 'GIT_SEQUENCE_EDITOR', 'GIT_TEMPLATE_DIR'],
];

export function gitVariable(place: Place, env: NodeJS.ProcessEnv): string | undefined {
  // Settings in the environment, such as GIT_CONFIG_VALUE_0, can name programs too.
  const names = [...runByGit, ...Object.keys(env).filter((name) => name.startsWith('GIT_CONFIG'))];
  return names.find((name) => (env[name] ?? '').split(/[\s;|&'"=!]+/).some((word) => isPathInside(word, place)));
}

/** The environment for a git that Party itself starts: nothing in it runs a program. */
export function withoutGitPrograms(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const kept = Object.entries(env).filter(([name]) => !runByGit.includes(name) && !name.startsWith('GIT_TRACE'));
  return Object.fromEntries(kept);
}

function isPathInside(word: string, place: Place): boolean {
  return word.includes('/') && isInside(resolve(place.cwd ?? process.cwd(), word), place);
}

function isInside(path: string, { top }: Place): boolean {
  return [path, real(path)].some((one) => one === top || one.startsWith(join(top, '/')));
}

function real(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}
