// What git's own files say about the worktrees of a repository. It does not start git, because the editor asks at every
// refresh.

import { readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { realPath } from '../system/files.ts';

/** The real tops of all worktrees of the repository, this one included. Empty outside a repository. */
export function worktreeTops(top: string): string[] {
  const common = commonDirectory(top);
  if (common === undefined) return [];
  const main = basename(common) === '.git' ? [dirname(common)] : [];
  const others = namesIn(join(common, 'worktrees')).flatMap((name) => {
    const file = firstLine(join(common, 'worktrees', name, 'gitdir'));
    return file === undefined ? [] : [dirname(file)];
  });
  // A worktree whose folder was removed stays in git's list until it is pruned.
  return [...new Set([...main, ...others].filter(isDirectory).map(realPath))];
}

/** The branch, or the beginning of the commit when none is checked out. Undefined outside a repository. */
export function branchOf(top: string): string | undefined {
  const directory = gitDirectory(top);
  const head = directory && firstLine(join(directory, 'HEAD'));
  if (head === undefined) return undefined;
  return /^ref: refs\/heads\/(.+)$/.exec(head)?.[1] ?? head.slice(0, 7);
}

/** In a worktree, `.git` is a file that names the directory. */
export function gitDirectory(top: string): string | undefined {
  const git = join(top, '.git');
  if (isDirectory(git)) return git;
  const [, path] = /^gitdir: (.+)$/.exec(firstLine(git) ?? '') ?? [];
  return path === undefined ? undefined : resolve(top, path);
}

function commonDirectory(top: string): string | undefined {
  const directory = gitDirectory(top);
  if (directory === undefined) return undefined;
  const common = firstLine(join(directory, 'commondir'));
  return common === undefined ? directory : resolve(directory, common);
}

function firstLine(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8').split('\n')[0]?.trim();
  } catch {
    return undefined;
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function isDirectory(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}
