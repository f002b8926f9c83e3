// Checks out the files of a new worktree in two steps, with the gate between them. So a killed `party worktree` never
// leaves project files that a Claude could edit without the gate.
//
// The settings must come first. If `.claude/settings.json` is tracked, our hooks go into the committed text, so git has
// to write it first; a file of ours would block the checkout. The same holds for `.claude` as a whole, which may be a
// link or contain a tracked `review`. `.gitattributes` decides how git writes these files, and `.gitignore` whether our
// file can get into commits.

import { callGit, callShell } from './worktreeGit.ts';

const settings = ['.claude', '.gitattributes', '.gitignore'];

export interface Checkout {
  readonly env: NodeJS.ProcessEnv;
  /** A git worktree without any files yet. */
  readonly directory: string;
  /** Called with each process that keeps running if Party is killed. */
  readonly announce: (pid: number) => Promise<void>;
}

/** Afterwards the index holds only these files. */
export async function checkOutSettings({ env, directory, announce }: Checkout): Promise<void> {
  await callGit(env, directory, ['reset', '--quiet', 'HEAD', '--', ...settings], announce);
  await callGit(env, directory, ['checkout-index', '--all', '--index', '--quiet'], announce);
}

/**
 * Leaves the files that are already in the index as they are on disk, with our hooks in them. `git worktree add` uses
 * `reset --hard`, which would overwrite them. Filters, sparse patterns and submodules work as there.
 */
export async function checkOutRest({ env, directory, announce }: Checkout, base: string): Promise<void> {
  await callGit(env, directory, ['read-tree', '-m', '-u', '--no-recurse-submodules', 'HEAD'], announce);
  await runCheckoutHook({ env, directory, announce }, base);
}

/** Does not use `git hook run`, which sets GIT_DIR. `git worktree add` does not, and a hook may call git elsewhere. */
async function runCheckoutHook({ env, directory, announce }: Checkout, base: string): Promise<void> {
  const script = [
    'hook=$(git rev-parse --git-path hooks/post-checkout) && PATH=$(git --exec-path):$PATH || exit 1',
    'if [ -f "$hook" ] && [ -x "$hook" ]; then exec "$hook" "$@" >&2 </dev/null; fi',
  ].join('\n');
  const args = ['0'.repeat(base.length), base, '1'];
  await callShell(env, directory, { what: 'The post-checkout hook', script, args }, announce);
}
