// What a change is compared with. A review request fixes the base, so that moving a branch cannot shrink a change under
// review. Party chooses a new base once the change is approved and the code has moved on.

export interface Head {
  /** `main`, or `HEAD` when no branch is checked out. */
  readonly branch: string;
  /** Undefined in a repository without a commit. */
  readonly commit: string | undefined;
}

export interface Ref {
  readonly name: string;
  /** The target of a symbolic ref; empty otherwise. */
  readonly target: string;
}

/**
 * The branch that changes are made for: the remote's default branch, one with a usual name, the branch's upstream, or
 * the only other branch. `own` when that is the branch itself; undefined when unclear.
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

/** `refs/remotes/origin/main` and `refs/heads/main` both give `main`. */
export function branchOf(ref: string): string {
  return ref.replace(/^refs\/(heads|remotes\/[^/]+)\//, '');
}
