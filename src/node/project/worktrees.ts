// Tells which worktree of a repository a directory is in.

import { lstatSync, readFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { realPath } from '../system/files.ts';

/** The main worktree holds the repository; a linked one has a file that points to it. `top` is a git top level. */
export function isMainWorktree(top: string): boolean {
  return repositoryOf(top).linked === false;
}

/** For a linked worktree: the top of the main one. Undefined when there is none, for example with a bare repository. */
export function mainWorktree(top: string): string | undefined {
  const { directory, linked } = repositoryOf(top);
  return linked && basename(directory) === '.git' ? dirname(directory) : undefined;
}

export function sameRepository(top: string, other: string): boolean {
  return top === other || repositoryOf(top).directory === repositoryOf(other).directory;
}

/** The directory that all worktrees of the repository share. */
export function repositoryDirectory(top: string): string {
  return repositoryOf(top).directory;
}

function repositoryOf(top: string): { readonly directory: string; readonly linked: boolean } {
  const git = join(top, '.git');
  if (lstatSync(git, { throwIfNoEntry: false })?.isFile() !== true) return { directory: git, linked: false };
  const target = /^gitdir: (.*)$/m.exec(readFileSync(git, 'utf8'))?.[1] ?? git;
  const directory = realPath(resolve(top, target));
  // A linked worktree is `.git/worktrees/NAME`. A submodule is `.git/modules/NAME` and counts as a separate repository.
  const parent = dirname(directory);
  return parent.endsWith('/worktrees') ? { directory: dirname(parent), linked: true } : { directory, linked: false };
}
