// Makes a git tree of the reviewed files, with uncommitted and untracked files. The tree shows Codex what changed since
// the last round, gives the size of a fix, and holds the lines that findings refer to.

import { isUtf8 } from 'node:buffer';
import { createIgnored } from '../../core/review/ignored.ts';
import { type Git, GitFailed } from '../system/git.ts';
import { utf8 } from './changedFiles.ts';
import { listFiles, withOwnIndex } from './honestIndex.ts';

/** A ref of Party keeps the tree, so that git does not delete it. Null when git cannot make the tree. */
export async function snapshotTree(
  git: Git,
  { cycle, name, ignore }: { cycle: string; name: number | 'approved'; ignore: readonly string[] },
): Promise<string | null> {
  try {
    const tree = await reviewedTree(git, ignore);
    await git.text(['update-ref', `refs/party/reviews/${cycle}/${name}`, tree]);
    return tree;
  } catch (error) {
    // The disk may be full, or the repository read-only. The review works without the tree.
    if (error instanceof GitFailed) return null;
    throw error;
  }
}

/** Without untracked files that match `ignore`: no review covers them, so a later commit of them is new to it. */
export async function reviewedTree(git: Git, ignore: readonly string[]): Promise<string> {
  const isIgnored = createIgnored(ignore);
  const { untracked } = await listFiles(git);
  const exempt = untracked.filter((raw) => isIgnored(utf8(raw)));
  return currentTree(git, { without: exempt });
}

/**
 * No ref keeps this tree, so git deletes it some day. With `partial`, files that git cannot add (an unreadable file, a
 * nested repository without a commit) stay as they were in the index, instead of causing an error. `without` has names as git prints them.
 */
export function currentTree(
  git: Git,
  { partial = false, without = [] }: { readonly partial?: boolean; readonly without?: readonly string[] } = {},
): Promise<string> {
  return withOwnIndex(git, async (env) => {
    const adding = git.text([...everything, 'add', '--all', '--ignore-errors', '--', '.'], { env });
    await adding.catch((error) => {
      // git exits with 1 when it has added the other files, and with 128 for any other failure.
      if (!(partial && error instanceof GitFailed && error.exitCode === 1)) throw error;
    });
    if (without.length > 0) {
      const input = Buffer.from(without.map((raw) => `${raw}\0`).join(''), 'latin1');
      await git.text(['update-index', '--force-remove', '-z', '--stdin'], { env, input });
    }
    return (await git.text(['write-tree'], { env })).trim();
  });
}

/** Also adds files outside a sparse checkout, which git otherwise leaves out. */
const everything = ['-c', 'advice.addEmbeddedRepo=false', '-c', 'core.sparseCheckout=false'];

/** Removes the trees of a finished cycle. */
export async function forgetSnapshots(git: Git, cycle: string): Promise<void> {
  const refs = await git.text(['for-each-ref', '--format=delete %(refname)', `refs/party/reviews/${cycle}/`]);
  if (refs !== '') await git.text(['update-ref', '--stdin'], { input: refs });
}

/** Lines added, removed or changed; undefined when a binary file is among them. */
export async function changedLines(git: Git, from: string, to: string): Promise<number | undefined> {
  const all = ['--no-renames', '--ignore-submodules=none'];
  const names = (await git.bytes(['diff', '--name-only', '-z', ...all, from, to, '--'])).split('\0').filter(Boolean);
  // A small fix has few files.
  if (names.length > 100) return undefined;
  const patch = await git.bytes([
    ...['diff', ...all, '--no-color', '--no-ext-diff', '--no-textconv', '-U0', '--submodule=short'],
    ...[from, to, '--'],
  ]);
  return countLines(patch);
}

/** A changed line counts once, not as one removed and one added. A changed mode or an empty file counts as one line. */
export function countLines(patch: string): number | undefined {
  // One line about a submodule can stand for any number of changed lines.
  if (/^(Binary files |GIT binary patch|[-+]Subproject commit )/m.test(patch)) return undefined;
  const hunks = [...patch.matchAll(/^@@ -\d+(?:,(\d+))? \+\d+(?:,(\d+))? @@/gm)];
  const lines = hunks.reduce(
    (sum, [, removed = '1', added = '1']) => sum + Math.max(Number(removed), Number(added)),
    0,
  );
  const files = [...patch.matchAll(/^diff --git /gm)].length;
  const withHunks = [...patch.matchAll(/^\+\+\+ /gm)].length;
  return lines + Math.max(0, files - withHunks);
}

/** The code at these places, read with one git call. */
export async function readLines(
  git: Git,
  tree: string,
  places: readonly { readonly file: string; readonly line: number | null }[],
): Promise<string[]> {
  const files = [...new Set(places.flatMap(({ file, line }) => (line === null || /[\n\0]/.test(file) ? [] : [file])))];
  const contents = new Map<string, readonly string[]>();
  for (const [file, content] of await readFiles(git, tree, files)) {
    if (isUtf8(content)) contents.set(file, content.toString('utf8').split('\n'));
  }
  return places.map(({ file, line }) => (line === null ? '' : anchorAt(contents.get(file), line)));
}

/** Those of the files that the tree has, read with one git call. The names have no line breaks. */
export async function readFiles(git: Git, tree: string, files: readonly string[]): Promise<Map<string, Buffer>> {
  const contents = new Map<string, Buffer>();
  if (files.length === 0) return contents;
  const input = files.map((file) => `${tree}:${file}\n`).join('');
  const output = Buffer.from(await git.bytes(['cat-file', '--batch'], { input }), 'latin1');
  let at = 0;
  for (const file of files) {
    const end = output.indexOf(0x0a, at);
    const [, type, size] = /^[0-9a-f]+ (\w+) (\d+)$/.exec(output.toString('utf8', at, end)) ?? [];
    at = end + 1;
    if (type === undefined) continue;
    const content = output.subarray(at, at + Number(size));
    at += Number(size) + 1;
    if (type === 'blob') contents.set(file, content);
  }
  return contents;
}

const longestAnchor = 400;

/** If the line has no words (a brace, an empty line), the anchor includes its neighbors. */
function anchorAt(lines: readonly string[] | undefined, line: number): string {
  const text = lines?.[line - 1];
  if (lines === undefined || text === undefined) return '';
  const enough = /[\p{L}\p{N}]{2}/u.test(text);
  const around = enough ? [text] : lines.slice(Math.max(0, line - 2), line + 1);
  return around.join('\n').trim().slice(0, longestAnchor);
}
