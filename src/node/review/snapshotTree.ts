// A tree of everything as it was reviewed, also what is not committed or not yet known to git. It lets the reviewer see
// what changed since the last round, tells how large a fix is, and holds the lines that findings speak of.

import { isUtf8 } from 'node:buffer';
import { type Git, GitFailed } from '../system/git.ts';
import { withOwnIndex } from './honestIndex.ts';

/** Kept under a ref of ours, so that git does not clear it away; null when git cannot make one. */
export async function snapshotTree(
  git: Git,
  { cycle, round }: { cycle: string; round: number },
): Promise<string | null> {
  try {
    const tree = await currentTree(git);
    await git.text(['update-ref', `refs/party/reviews/${cycle}/${round}`, tree]);
    return tree;
  } catch (error) {
    // A disk that is full or a repository that may not be written: the review itself does not need it.
    if (error instanceof GitFailed) return null;
    throw error;
  }
}

/**
 * Kept by nothing: git clears it away one day. With `partial`, what git cannot take (a file that may not be read, a
 * repository without a commit inside of this one) is left as it was instead of being an error.
 */
export function currentTree(git: Git, { partial = false }: { readonly partial?: boolean } = {}): Promise<string> {
  return withOwnIndex(git, async (env) => {
    const adding = git.text([...everything, 'add', '--all', '--ignore-errors', '--', '.'], { env });
    await adding.catch((error) => {
      if (!(partial && error instanceof GitFailed && someNotAdded(error.cause))) throw error;
    });
    return (await git.text(['write-tree'], { env })).trim();
  });
}

/** Also what lies outside of a sparse checkout, which git does not add of itself. */
const everything = ['-c', 'advice.addEmbeddedRepo=false', '-c', 'core.sparseCheckout=false'];

/** What git ends with when it has added the rest; whatever else goes wrong is 128. */
function someNotAdded(cause: unknown): boolean {
  return cause instanceof Error && 'code' in cause && cause.code === 1;
}

/** The trees of reviews that are over. */
export async function forgetSnapshots(git: Git, cycle: string): Promise<void> {
  const refs = await git.text(['for-each-ref', '--format=delete %(refname)', `refs/party/reviews/${cycle}/`]);
  if (refs !== '') await git.text(['update-ref', '--stdin'], { input: refs });
}

/** Lines that were added, removed or changed in the files that count; undefined when a binary file is among them. */
export async function changedLines(
  git: Git,
  { from, to, isIgnored }: { from: string; to: string; isIgnored: (path: string) => boolean },
): Promise<number | undefined> {
  const names = (await git.bytes(['diff', '--name-only', '--no-renames', '--ignore-submodules=none', '-z', from, to]))
    .split('\0')
    .filter(Boolean);
  const counted = names.filter((name) => !isIgnored(Buffer.from(name, 'latin1').toString('utf8')));
  if (counted.length === 0) return 0;
  // A fix of this size has few files; a long list would not fit on a command line.
  if (counted.length > 100) return undefined;
  const paths = counted.map((name) => `:(top,literal)${Buffer.from(name, 'latin1').toString('utf8')}`);
  const patch = await git.bytes([
    'diff',
    '--no-renames',
    '--no-color',
    '--no-ext-diff',
    '--no-textconv',
    '-U0',
    '--ignore-submodules=none',
    '--submodule=short',
    from,
    to,
    '--',
    ...paths,
  ]);
  return countLines(patch);
}

/** A line that was changed counts once, not as one removed and one added. Modes and empty files count as a line, too. */
export function countLines(patch: string): number | undefined {
  // Behind one line about a submodule there may be any number.
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

/** The code that findings are about, by file and line, in one call of git. */
export async function readLines(
  git: Git,
  tree: string,
  places: readonly { readonly file: string; readonly line: number | null }[],
): Promise<string[]> {
  const files = [...new Set(places.flatMap(({ file, line }) => (line === null || /[\n\0]/.test(file) ? [] : [file])))];
  const contents = new Map<string, readonly string[]>();
  if (files.length > 0) {
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
      if (type === 'blob' && isUtf8(content)) contents.set(file, content.toString('utf8').split('\n'));
    }
  }
  return places.map(({ file, line }) => (line === null ? '' : anchorAt(contents.get(file), line)));
}

const longestAnchor = 400;

/** A line that says nothing by itself (a brace, nothing at all) takes its neighbours along. */
function anchorAt(lines: readonly string[] | undefined, line: number): string {
  const text = lines?.[line - 1];
  if (lines === undefined || text === undefined) return '';
  const enough = /[\p{L}\p{N}]{2}/u.test(text);
  const around = enough ? [text] : lines.slice(Math.max(0, line - 2), line + 1);
  return around.join('\n').trim().slice(0, longestAnchor);
}
