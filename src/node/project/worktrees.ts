// Which worktree of a repository a directory is in.

import { lstatSync, readFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { realPath } from '../system/files.ts';

/** The main one has the repository itself; a linked one has a file that points into it. `top` is a git top level. */
export function isMainWorktree(top: string): boolean {
  return repositoryOf(top).linked === false;
}

/** Of a linked one: the top of the main one. Undefined where there is none, as beside a bare repository. */
export function mainWorktree(top: string): string | undefined {
  const { directory, linked } = repositoryOf(top);
  return linked && basename(directory) === '.git' ? dirname(directory) : undefined;
}

export function sameRepository(top: string, other: string): boolean {
  return top === other || repositoryOf(top).directory === repositoryOf(other).directory;
}

function repositoryOf(top: string): { readonly directory: string; readonly linked: boolean } {
  const git = join(top, '.git');
  if (lstatSync(git, { throwIfNoEntry: false })?.isFile() !== true) return { directory: git, linked: false };
  const target = /^gitdir: (.*)$/m.exec(readFileSync(git, 'utf8'))?.[1] ?? git;
  const directory = realPath(resolve(top, target));
  // `.git/worktrees/NAME` for a linked worktree; a submodule is `.git/modules/NAME` and stands for itself.
  const parent = dirname(directory);
  return parent.endsWith('/worktrees') ? { directory: dirname(parent), linked: true } : { directory, linked: false };
}
