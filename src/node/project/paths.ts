// Where Party keeps its files. The environment can move every root; tests use this to stay separate.

import { realpathSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { sessionName } from '../../core/project/ids.ts';
import { sha256 } from '../system/hash.ts';

export interface Paths {
  /** For running parties; gone after a reboot. */
  readonly stateRoot: string;
  /** For what must survive a reboot. */
  readonly home: string;
  readonly markerRoot: string;
}

export function partyPaths(env: NodeJS.ProcessEnv): Paths {
  const state = env['XDG_STATE_HOME'] || join(env['HOME'] || homedir(), '.local', 'state');
  return {
    stateRoot: resolve(env['PARTY_STATE_ROOT'] || '/tmp'),
    home: resolve(env['PARTY_HOME'] || join(state, 'party')),
    markerRoot: resolve(env['PARTY_MARKER_ROOT'] || '/tmp'),
  };
}

/** Where the user's configuration can be; the first that exists counts. */
export function userConfigPaths(env: NodeJS.ProcessEnv): string[] {
  return configFolders(env).map((folder) => `${folder}/config.json`);
}

/**
 * The folders of the user's configuration and teams. Party names the first in PARTY_CONFIG_HOME for the hooks of Claude,
 * so that a project which sets XDG_CONFIG_HOME does not choose another.
 */
export function configFolders(env: NodeJS.ProcessEnv): readonly [string, ...string[]] {
  const { PARTY_CONFIG_HOME: named, XDG_CONFIG_HOME: xdg } = env;
  const own = `${env['HOME'] || homedir()}/.tmux-team`;
  const first = named ? resolve(named) : xdg ? `${xdg}/tmux-team` : own;
  return first === own ? [own] : [first, own];
}

export function stateDirectory(paths: Paths, id: string): string {
  return join(paths.stateRoot, sessionName(id));
}

/** The git top level of a directory, or the directory itself outside a repository; always a real path. */
export function projectTop(directory: string): string {
  const start = realpathSync(directory);
  for (let candidate = start; ; candidate = dirname(candidate)) {
    if (isRepository(candidate)) return candidate;
    if (candidate === dirname(candidate)) return start;
  }
}

export function projectKey(top: string): string {
  return sha256(top).slice(0, 16);
}

export function projectDirectory(paths: Paths, top: string): string {
  return join(paths.home, 'projects', projectKey(top));
}

/** True for a top level. A linked worktree has a file `.git`. An empty folder `.git` does not make a repository. */
export function isRepository(directory: string): boolean {
  const git = join(directory, '.git');
  const entry = statSync(git, { throwIfNoEntry: false });
  return entry?.isFile() === true || (entry?.isDirectory() === true && exists(join(git, 'HEAD')));
}

function exists(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false }) !== undefined;
}
