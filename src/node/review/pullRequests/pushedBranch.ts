// What the gate before pull requests asks about branches.

import { baseRef, branchOf } from '../../../core/review/base.ts';
import { projectTop } from '../../project/paths.ts';
import { createGit, type Git } from '../../system/git.ts';
import { readRefs } from '../changeBase.ts';

/** The branch that a push without names goes to (null when it may be any), and the names that the base branch has here. */
export async function branchesOf(env: NodeJS.ProcessEnv, directory: string) {
  const usual = ['main', 'master'];
  try {
    const git = createGit(projectTop(directory), env);
    const { head, all, upstream } = await readRefs(git);
    const remote = all.filter(({ target }) => target !== '').map(({ target }) => branchOf(target));
    const ref = baseRef(all, head.branch, upstream);
    const bases = new Set([...usual, ...remote, ...(ref === undefined || ref === 'own' ? [] : [branchOf(ref)])]);
    return { current: await pushedBranch(git, head.branch, upstream), bases: [...bases] };
  } catch {
    // There is no repository yet. A push by name can still be one to its base.
    return { current: '', bases: usual };
  }
}

/** What an alias of git stands for; undefined when it is none. */
export async function aliasOf(env: NodeJS.ProcessEnv, directory: string, name: string): Promise<string | undefined> {
  try {
    return await createGit(projectTop(directory), env).line(['config', '--get', `alias.${name}`]);
  } catch {
    return undefined;
  }
}

/**
 * Null when it may be any branch: by the refspecs of a remote, or because git pushes all branches that the remote has
 * too.
 */
async function pushedBranch(git: Git, branch: string, upstream: string | undefined): Promise<string | null> {
  const [mode, refspec, asked] = await Promise.all([
    git.line(['config', 'push.default']),
    git.line(['config', '--get-regexp', '^remote\\..*\\.(push|mirror)$']),
    git.line(['config', '--get', 'push.pushOption', 'merge_request']),
  ]);
  if (mode === 'matching' || refspec !== undefined || asked !== undefined) return null;
  if (upstream === undefined || branchOf(upstream) === branch) return branch;
  return mode === 'upstream' || mode === 'tracking' ? branchOf(upstream) : branch;
}
