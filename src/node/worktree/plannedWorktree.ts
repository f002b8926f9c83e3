// Plans a worktree: `../<project>-worktrees/NAME`, beside the project, on its own branch. Throws when that is not
// possible. Makes nothing.

import { existsSync } from 'node:fs';
import { lstat, realpath } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { PartyError } from '../../core/base/errors.ts';
import { oneLine } from '../../core/base/outsideText.ts';
import { checkWorktreeName } from '../../core/worktree/worktreeName.ts';
import type { Machine } from '../project/machine.ts';
import { isRepository, projectTop } from '../project/paths.ts';
import { mayBeThere } from '../system/files.ts';
import { createGit, type Git } from '../system/git.ts';
import { findAbandoned } from './worktreeMaking.ts';

export interface Worktree {
  readonly name: string;
  readonly path: string;
  readonly branch: string;
  /** The commit that it starts from. */
  readonly base: string;
}

export async function plannedWorktree(
  { env, cwd, paths }: Machine,
  { name, base }: { readonly name: string; readonly base: string | undefined },
): Promise<Worktree> {
  checkWorktreeName(name);
  const git = gitAt(env, cwd);
  await checkBranch(git, name);
  const path = join(await worktreesFolder(git), name);
  if ((await findAbandoned(git, { env, paths }, { directory: await realPlace(path), branch: name })) === undefined) {
    await checkPath(path);
    await checkFree(git, name);
  }
  const commit = await git.line(['rev-parse', '--verify', '--quiet', '--end-of-options', `${base ?? 'HEAD'}^{commit}`]);
  if (commit === undefined) {
    throw base === undefined
      ? new PartyError('REFUSED', `${git.top} has no commit yet, and a worktree needs one. Commit something first`)
      : new PartyError('USAGE', `--base ${oneLine(base)}: there is no such commit. See: git branch --all`);
  }
  return { name, path, branch: name, base: commit };
}

export function gitAt(env: NodeJS.ProcessEnv, cwd: string): Git {
  const top = projectTop(cwd);
  if (isRepository(top)) return createGit(top, env);
  throw new PartyError(
    'NOT_A_REPOSITORY',
    existsSync(join(top, 'HEAD')) && existsSync(join(top, 'objects'))
      ? `${top} is a bare repository. Run this in one of its worktrees. See: git worktree add`
      : `${top} is not in a git repository, and a worktree needs one. See: git init`,
  );
}

/** The real path, also of a path that does not exist yet. */
export async function realPlace(path: string): Promise<string> {
  const folder = await realpath(dirname(path)).catch(() => undefined);
  return folder === undefined ? path : join(folder, basename(path));
}

export function pathTaken(path: string): PartyError {
  const way = existsSync(join(path, '.git')) ? `remove it: git worktree remove ${path}` : 'move it away';
  return new PartyError('REFUSED', `${path} already exists. Choose another name, or ${way}`);
}

async function checkBranch(git: Git, name: string): Promise<void> {
  // This is the first git call, so it also finds out when git is missing.
  const valid = await git.line(['check-ref-format', '--branch', name]);
  if (valid === undefined)
    throw new PartyError('USAGE', `git does not accept ${JSON.stringify(name)} as a branch name`);
  const below = await git.line(['for-each-ref', '--count=1', '--format=%(refname:short)', `refs/heads/${name}/`]);
  if (below === undefined) return;
  throw new PartyError(
    'REFUSED',
    `git has the branch ${oneLine(below)}, and so cannot have ${name}. Choose another name`,
  );
}

async function checkFree(git: Git, name: string): Promise<void> {
  if ((await git.line(['rev-parse', '--verify', '--quiet', `refs/heads/${name}`])) === undefined) return;
  const used = await git.line(['for-each-ref', '--format=%(worktreepath)', `refs/heads/${name}`]);
  throw new PartyError(
    'REFUSED',
    used === undefined
      ? `The branch ${name} already exists. Choose another name, or remove it: git branch -d ${name}`
      : `The branch ${name} already exists, and ${used} is on it. Choose another name`,
  );
}

/** Beside the main worktree, also when party runs in a linked one. */
async function worktreesFolder(git: Git): Promise<string> {
  const main = await mainWorktree(git);
  return join(dirname(main), `${basename(main, '.git')}-worktrees`);
}

async function mainWorktree(git: Git): Promise<string> {
  const listed = await git.text(['worktree', 'list', '--porcelain']);
  const path = /^worktree (.*)$/m.exec(listed)?.[1] ?? git.top;
  // For a bare repository inside a folder (`project/.git`, `project/.bare`), use that folder.
  if (/^bare$/m.test(listed.split('\n\n')[0] ?? '')) return basename(path).startsWith('.') ? dirname(path) : path;
  // For a submodule, and whenever `.git` is a file, git 2.39 names the folder where it keeps the repository.
  if (isRepository(path)) return path;
  if ((await git.line(['rev-parse', '--git-dir'])) === (await git.line(['rev-parse', '--git-common-dir'])))
    return git.top;
  const configured = await git.line(['config', 'core.worktree']);
  return configured === undefined ? path : resolve(path, configured);
}

async function checkPath(path: string): Promise<void> {
  const folder = dirname(path);
  if ((await mayBeThere(folder)) && !(await isDirectory(folder))) {
    throw new PartyError('REFUSED', `${folder} is not a folder, and Party creates worktrees in it. Move it away`);
  }
  if (await mayBeThere(path)) throw pathTaken(path);
}

async function isDirectory(path: string): Promise<boolean> {
  return lstat(join(path, '.')).then(
    (found) => found.isDirectory(),
    () => false,
  );
}
