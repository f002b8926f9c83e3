// Against what a change is seen. The base is fixed with the first request of a review, so that nobody can shrink a
// change under review by moving a branch; it is chosen anew once that change was approved and has gone on.

import type { Cycle } from './cycle.ts';
import type { ProjectEvent } from './event.ts';

export interface Head {
  /** `main`, or `HEAD` when no branch is checked out. */
  readonly branch: string;
  /** Undefined in a repository without a commit. */
  readonly commit: string | undefined;
}

/** Undefined: it has to be chosen. */
export function fixedBase(cycle: Cycle | undefined): string | undefined {
  return cycle === undefined || cycle.approved !== null ? undefined : cycle.base;
}

/** Where the last party began to work on this branch. */
export function partyStart(events: readonly ProjectEvent[], branch: string): string | undefined {
  const started = events.findLast((event) => event.event === 'started' && event.branch === branch);
  return started?.event === 'started' ? started.head : undefined;
}

/** The branch that changes are made for, among those that exist; the one that the remote names comes first. */
export function baseRef(refs: readonly { readonly name: string; readonly target: string }[]): string | undefined {
  const remote = refs.find(({ name }) => name === 'refs/remotes/origin/HEAD')?.target;
  if (remote) return remote;
  return preferred.find((wanted) => refs.some(({ name }) => name === wanted));
}

export const preferred = [
  'refs/remotes/origin/main',
  'refs/remotes/origin/master',
  'refs/heads/main',
  'refs/heads/master',
] as const;

/** `refs/remotes/origin/main` and `refs/heads/main` are both about `main`. */
export function branchOf(ref: string): string {
  return ref.replace(/^refs\/(heads|remotes\/[^/]+)\//, '');
}
