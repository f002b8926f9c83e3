// Finds the base of a change: the commit to compare with, from the branches and the log.

import { PartyError } from '../../core/base/errors.ts';
import { baseRef, branchOf, type Head, type Ref } from '../../core/review/base.ts';
import type { LogState } from '../../core/review/logState.ts';
import type { Git } from '../system/git.ts';

/** Asks git twice. `readRefs` finds the same together with the branches, where a branch with a commit is checked out. */
export async function readHead(git: Git): Promise<Head> {
  const [ref, commit] = await Promise.all([
    git.line(['symbolic-ref', '--quiet', 'HEAD']),
    git.line(['rev-parse', '--quiet', '--verify', 'HEAD^{commit}']),
  ]);
  return { branch: ref === undefined ? 'HEAD' : branchOf(ref), commit };
}

/** The merge base of HEAD and the branch or commit that the user named. */
export async function baseAt(git: Git, name: string): Promise<string> {
  const commit = await git.line(['rev-parse', '--quiet', '--verify', '--end-of-options', `${name}^{commit}`]);
  if (commit === undefined) {
    throw new PartyError('USAGE', `BASE "${name}" is not a commit or branch of this repository. See: git branch --all`);
  }
  return (await git.line(['merge-base', 'HEAD', commit])) ?? commit;
}

export interface Base {
  readonly base: string;
  /** False when no base was found and this is just the current commit. */
  readonly known: boolean;
  /** The branch that the base belongs to, in git's short form. */
  readonly name?: string;
}

export async function chooseBase(git: Git, head: Head, state: LogState, refs: Refs): Promise<Base> {
  if (head.commit === undefined) return { base: await emptyTree(git), known: true };
  const ref = baseRef(refs.all, head.branch, refs.upstream);
  if (ref === undefined) return { base: head.commit, known: false };
  if (ref !== 'own') {
    // Without a common commit (a shallow clone, a grafted history), the change is everything that differs from the base
    // branch.
    const parted = await partedAt(git, ref, refs);
    return {
      base: parted ?? (await git.text(['rev-parse', `${ref}^{commit}`])).trim(),
      known: true,
      name: shortName(ref),
    };
  }
  const start = state.partyStart(head.branch);
  if (start !== undefined && (await exists(git, start))) return { base: start, known: true, name: head.branch };
  const pushed = refs.upstream === undefined ? undefined : await partedAt(git, refs.upstream, refs);
  return { base: pushed ?? head.commit, known: true, name: head.branch };
}

/** `origin/main` or `main`. */
function shortName(ref: string): string {
  return ref.replace(/^refs\/(?:heads|remotes)\//, '');
}

/** What the base of a change is called; undefined when it is only a commit. */
export async function nameOfBase(git: Git, state: LogState, base: string): Promise<string | undefined> {
  const refs = await readRefs(git);
  const chosen = await chooseBase(git, refs.head, state, refs);
  return chosen.base === base ? chosen.name : undefined;
}

/**
 * After a rebase on the remote's main branch, or a merge of it, what came from there is not part of the change. Only a
 * remote branch counts, because an agent can easily move a local branch.
 */
export async function forwardBase(git: Git, head: Head, base: string, refs: Refs): Promise<string> {
  const ref = baseRef(refs.all, head.branch, refs.upstream);
  if (head.commit === undefined || ref === undefined || !ref.startsWith('refs/remotes/')) return base;
  const parted = await partedAt(git, ref, refs);
  if (parted === undefined || parted === base) return base;
  const follows = (await git.line(['merge-base', base, parted])) === base;
  return follows ? parted : base;
}

/** The last common commit of HEAD and a branch. git need not search for it while both are at the same commit. */
async function partedAt(git: Git, ref: string, { head, commits }: Refs): Promise<string | undefined> {
  return head.commit !== undefined && commits.get(ref) === head.commit
    ? head.commit
    : git.line(['merge-base', 'HEAD', ref]);
}

export interface Refs {
  readonly head: Head;
  /** The commit of each branch. */
  readonly commits: ReadonlyMap<string, string>;
  readonly all: readonly Ref[];
  /** The remote branch that the branch tracks. */
  readonly upstream: string | undefined;
}

/** Asks git once where that is enough, because each start of git delays a gate. */
export async function readRefs(git: Git): Promise<Refs> {
  const format = '--format=%(HEAD) %(objectname) %(refname) %(symref) %(upstream)';
  const rows = (await git.text(['for-each-ref', format, 'refs/heads', 'refs/remotes']))
    .split('\n')
    .filter(Boolean)
    .map((line) => {
      const [commit = '', name = '', target = '', upstream = ''] = line.slice(2).split(' ');
      return { isHead: line.startsWith('*'), commit, name, target, upstream };
    });
  const all = rows.map(({ name, target }) => ({ name, target }));
  const commits = new Map(rows.map(({ name, commit }) => [name, commit]));
  const own = rows.find(({ isHead }) => isHead);
  // A detached HEAD, a branch without a commit, or a branch that is only a name for another branch.
  if (own === undefined || own.target !== '')
    return { head: await readHead(git), commits, all, upstream: await upstreamOf(git) };
  const head = { branch: branchOf(own.name), commit: own.commit };
  if (own.upstream === '') return { head, commits, all, upstream: undefined };
  // git names an upstream also when there is no such branch any more.
  const known = all.some(({ name, target }) => name === own.upstream && target === '');
  return { head, commits, all, upstream: known ? own.upstream : await upstreamOf(git) };
}

function upstreamOf(git: Git): Promise<string | undefined> {
  return git.line(['rev-parse', '--quiet', '--verify', '--symbolic-full-name', '@{upstream}']);
}

export async function exists(git: Git, object: string): Promise<boolean> {
  return (await git.line(['rev-parse', '--quiet', '--verify', '--end-of-options', `${object}^{tree}`])) !== undefined;
}

async function emptyTree(git: Git): Promise<string> {
  return (await git.text(['hash-object', '-t', 'tree', '--stdin'])).trim();
}
