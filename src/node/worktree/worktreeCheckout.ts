// The files of a new worktree, in two steps with the gate between them: a `party worktree` that is killed leaves no project
// file that a Claude could work on without its gate.
//
// The settings cannot come second. When `.claude/settings.json` is tracked, our hooks go into the committed text, so git
// has to write it first; a file of ours in its place would be in the way of the checkout. The same goes for `.claude` as a
// whole, which may be a link or hold a `review` of its own. `.gitattributes` decides how git writes these files, and
// `.gitignore` whether our file shows up in commits.

import { callGit, callShell } from './worktreeGit.ts';

const settings = ['.claude', '.gitattributes', '.gitignore'];

export interface Checkout {
  readonly env: NodeJS.ProcessEnv;
  /** A worktree of git's, without any files so far. */
  readonly directory: string;
  /** Called with each process that goes on when Party is killed. */
  readonly announce: (pid: number) => Promise<void>;
}

/** The index then holds these files and no others. */
export async function checkOutSettings({ env, directory, announce }: Checkout): Promise<void> {
  await callGit(env, directory, ['reset', '--quiet', 'HEAD', '--', ...settings], announce);
  await callGit(env, directory, ['checkout-index', '--all', '--index', '--quiet'], announce);
}

/**
 * What is in the index stays as it is on the disk, with our hooks in it: `reset --hard`, with which `git worktree add` does
 * it, would write the committed text over them. Filters, sparse patterns and submodules are treated as there.
 */
export async function checkOutRest({ env, directory, announce }: Checkout, base: string): Promise<void> {
  await callGit(env, directory, ['read-tree', '-m', '-u', '--no-recurse-submodules', 'HEAD'], announce);
  await runCheckoutHook({ env, directory, announce }, base);
}

/** Not by `git hook run`: it sets GIT_DIR, which `git worktree add` does not, and a hook may call git elsewhere. */
async function runCheckoutHook({ env, directory, announce }: Checkout, base: string): Promise<void> {
  const script = [
    'hook=$(git rev-parse --git-path hooks/post-checkout) && PATH=$(git --exec-path):$PATH || exit 1',
    'if [ -f "$hook" ] && [ -x "$hook" ]; then exec "$hook" "$@" >&2 </dev/null; fi',
  ].join('\n');
  const args = ['0'.repeat(base.length), base, '1'];
  await callShell(env, directory, { what: 'The post-checkout hook', script, args }, announce);
}
