// Against what a change is seen. The base is fixed with the request of a review, so that nobody can shrink a change
// under review by moving a branch; it is chosen anew once that change was approved and the code has gone on.

import type { ProjectEvent } from '../project/event.ts';

export interface Head {
  /** `main`, or `HEAD` when no branch is checked out. */
  readonly branch: string;
  /** Undefined in a repository without a commit. */
  readonly commit: string | undefined;
}

/** Where the last party began to work on this branch. */
export function partyStart(events: readonly ProjectEvent[], branch: string): string | undefined {
  const started = events.findLast((event) => event.event === 'started' && event.branch === branch);
  return started?.event === 'started' ? started.head : undefined;
}

export interface Ref {
  readonly name: string;
  /** What a symbolic one points to; empty otherwise. */
  readonly target: string;
}

/**
 * The branch that changes are made for: the one that the remote names, one with a usual name, what this branch tracks, or
 * the only other one. `own` when the branch is that one itself; undefined when it cannot be told.
 */
export function baseRef(
  refs: readonly Ref[],
  branch: string,
  upstream: string | undefined,
): string | 'own' | undefined {
  const names = refs.filter(({ target }) => target === '').map(({ name }) => name);
  const remote = refs.find(({ name, target }) => name === 'refs/remotes/origin/HEAD' && names.includes(target))?.target;
  const usual = usualNames.flatMap((name) => [`refs/remotes/origin/${name}`, `refs/heads/${name}`]);
  const preferred = remote ?? usual.find((name) => names.includes(name));
  if (preferred !== undefined) return branchOf(preferred) === branch ? 'own' : preferred;
  if (upstream !== undefined && branchOf(upstream) !== branch) return upstream;
  const others = names.filter((name) => branchOf(name) !== branch);
  const [only] = others;
  if (only === undefined) return 'own';
  return new Set(others.map(branchOf)).size === 1 ? only : undefined;
}

const usualNames = ['main', 'master', 'trunk', 'develop'];

/** `refs/remotes/origin/main` and `refs/heads/main` are both about `main`. */
export function branchOf(ref: string): string {
  return ref.replace(/^refs\/(heads|remotes\/[^/]+)\//, '');
}
