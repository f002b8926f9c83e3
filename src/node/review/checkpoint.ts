// The checkpoint of collab: a tree of the whole project, with uncommitted and untracked files, up to which everything
// is reviewed. The state of collab names the tree; a ref of Party keeps git from deleting it.

import { projectKey } from '../project/paths.ts';
import type { Git } from '../system/git.ts';
import { currentTree } from './snapshotTree.ts';

/** All current files count as reviewed, once the state names this tree. */
export async function takeCheckpoint(git: Git): Promise<string> {
  const tree = await currentTree(git, { partial: true });
  await moveCheckpoint(git, tree);
  return tree;
}

/**
 * Keeps a tree, and also `before`, the tree that the state still names: until the state is written, either can be the
 * one that counts. Releases all other trees.
 */
export async function moveCheckpoint(git: Git, tree: string, before?: string | null): Promise<void> {
  const folder = refFolder(git);
  const kept = new Set([tree, before].map((one) => `${folder}${one}`));
  const old = (await listRefs(git)).filter((ref) => !kept.has(ref));
  await git.text(['update-ref', `${folder}${tree}`, tree]);
  if (old.length > 0) await git.text(['update-ref', '--stdin'], { input: deleting(old) });
}

export async function forgetCheckpoint(git: Git): Promise<void> {
  const refs = await listRefs(git);
  if (refs.length > 0) await git.text(['update-ref', '--stdin'], { input: deleting(refs) });
}

/** A separate folder for this worktree, because all worktrees of a repository share these refs. */
function refFolder(git: Git): string {
  return `refs/party/collab/${projectKey(git.top)}/`;
}

async function listRefs(git: Git): Promise<string[]> {
  return (await git.text(['for-each-ref', '--format=%(refname)', refFolder(git)])).split('\n').filter(Boolean);
}

function deleting(refs: readonly string[]): string {
  return refs.map((ref) => `delete ${ref}\n`).join('');
}
