// Which programs the agent's own environment would take from the project: through an entry of PATH, or through a variable
// of git. The hooks' scripts clean the PATH for Party, and keep the agent's as PARTY_CALLER_PATH.

import { join, resolve } from 'node:path';
import { isProgram, realPath } from '../system/files.ts';

export interface CallPlace {
  /** A real path. */
  readonly top: string;
  readonly cwd: string | undefined;
}

/** The file of the project that this name runs; undefined when it is a program from elsewhere. */
export function projectProgram(name: string, place: CallPlace, env: NodeJS.ProcessEnv): string | undefined {
  const file = findOnPath(name, place, env);
  return file !== undefined && isInside(file, place) ? file : undefined;
}

/** The file that this name runs for the agent. */
export function findOnPath(name: string, { cwd }: CallPlace, env: NodeJS.ProcessEnv): string | undefined {
  return callersPath(env)
    .map((entry) => resolve(cwd ?? process.cwd(), entry, name))
    .find(isProgram);
}

/** The entries of the agent's PATH. */
export function callersPath(env: NodeJS.ProcessEnv): string[] {
  return (env['PARTY_CALLER_PATH'] ?? env['PATH'] ?? '').split(':');
}

const runByGit = [
  ...['GIT_EXEC_PATH', 'GIT_EXTERNAL_DIFF', 'GIT_PAGER', 'PAGER', 'GIT_SSH', 'GIT_SSH_COMMAND', 'GIT_ASKPASS'],
  ...['GIT_PROXY_COMMAND', 'GIT_EDITOR', 'GIT_SEQUENCE_EDITOR', 'GIT_TEMPLATE_DIR'],
];

export function gitVariable(place: CallPlace, env: NodeJS.ProcessEnv): string | undefined {
  // Settings in the environment, such as GIT_CONFIG_VALUE_0, can name programs too.
  const names = [...runByGit, ...Object.keys(env).filter((name) => name.startsWith('GIT_CONFIG'))];
  return names.find((name) => (env[name] ?? '').split(/[\s;|&'"=!]+/).some((word) => isPathInside(word, place)));
}

/** The environment for a git that Party itself starts: nothing in it runs a program. */
export function withoutGitPrograms(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const kept = Object.entries(env).filter(([name]) => !runByGit.includes(name) && !name.startsWith('GIT_TRACE'));
  return Object.fromEntries(kept);
}

function isPathInside(word: string, place: CallPlace): boolean {
  return word.includes('/') && isInside(resolve(place.cwd ?? process.cwd(), word), place);
}

/** Whether one of the files that a variable names is in the project. A bare name counts as a file here. */
export function reachesInto(value: string, place: CallPlace): boolean {
  const words = value.split(/[\s:;,'"]+/).filter(Boolean);
  return words.some((word) => isInside(resolve(place.cwd ?? process.cwd(), word), place));
}

export function isInside(path: string, { top }: Pick<CallPlace, 'top'>): boolean {
  return [path, realPath(path)].some((one) => one === top || one.startsWith(join(top, '/')));
}
