// Asks git which files differ between two states of the code. The current state is that of the files on disk, as a
// review sees them: with untracked files, unless the configuration exempts them.

import { refused } from '../../../core/base/errors.ts';
import type { Comparison } from '../../../core/review/changes/comparisons.ts';
import { type DiffFile, parseDiff } from '../../../core/review/changes/diffFile.ts';
import { createIgnored } from '../../../core/review/ignored.ts';
import { type Git, GitFailed } from '../../system/git.ts';
import { exists } from '../changeBase.ts';
import { utf8 } from '../changedFiles.ts';
import { listFiles, withOwnIndex } from '../honestIndex.ts';

/** `ignore` has the patterns of untracked files that need no review. Throws REFUSED when git no longer has the code. */
export async function diffFiles(
  git: Git,
  { before, after }: Comparison,
  ignore: readonly string[],
): Promise<readonly DiffFile[]> {
  const trees = [before, after].flatMap((side) => (side.kind === 'now' ? [] : [side.tree]));
  if (!trees.every(isObjectId)) throw gone();
  try {
    return after.kind === 'now'
      ? await withNewFiles(git, ignore, (env) => diff(git, trees, env))
      : await diff(git, trees);
  } catch (error) {
    if (!(error instanceof GitFailed)) throw error;
    const there = await Promise.all(trees.map((tree) => exists(git, tree)));
    throw there.every(Boolean) ? error : gone();
  }
}

/** A name that git takes for nothing but an object. The log, which any program can write, may have other text. */
export function isObjectId(text: string): boolean {
  return /^[0-9a-f]{40}(?:[0-9a-f]{24})?$/.test(text);
}

const options = [
  ...['--raw', '--numstat', '-z', '--find-renames', '--no-abbrev'],
  ...['--no-ext-diff', '--no-textconv', '--ignore-submodules=dirty', '--submodule=short'],
];

async function diff(git: Git, trees: readonly string[], env: Record<string, string> = {}): Promise<DiffFile[]> {
  return parseDiff(await git.bytes(['diff', ...options, ...trees, '--'], { env }), utf8);
}

/**
 * In a copy of the index, untracked files are marked as to be added. git then compares them too, and sees that one is a
 * renamed file, without writing their content into the repository.
 */
async function withNewFiles<T>(
  git: Git,
  ignore: readonly string[],
  act: (env: Record<string, string>) => Promise<T>,
): Promise<T> {
  const { untracked, hidden } = await listFiles(git);
  const isIgnored = createIgnored(ignore);
  const names = untracked.filter((raw) => !isIgnored(utf8(raw)));
  if (names.length === 0 && hidden.length === 0) return act({});
  return withOwnIndex(
    git,
    async (env) => {
      if (names.length > 0) await markNew(git, names, env);
      return act(env);
    },
    hidden,
  );
}

async function markNew(git: Git, names: readonly string[], env: Record<string, string>): Promise<void> {
  const input = Buffer.from(names.map((raw) => `${raw}\0`).join(''), 'latin1');
  const plain = ['-c', 'advice.addEmbeddedRepo=false', '-c', 'core.sparseCheckout=false', '--literal-pathspecs'];
  const add = ['add', '--intent-to-add', '--ignore-errors', '--pathspec-from-file=-', '--pathspec-file-nul'];
  await git.text([...plain, ...add], { env, input }).catch((error: unknown) => {
    // git exits with 1 when it has marked the others, for example beside a nested repository without a commit.
    if (!(error instanceof GitFailed && error.exitCode === 1)) throw error;
  });
}

function gone() {
  return refused('git no longer has this code. Party keeps the code of each round until the next change is reviewed');
}
