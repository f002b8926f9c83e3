// Makes git look at all files. git skips files that the index marks as "assume unchanged" or "skip worktree", and an
// edit could hide behind such a mark. If a marked file exists on disk, git gets a copy of the index without these
// marks.

import { existsSync } from 'node:fs';
import { copyFile, mkdir, rm, stat, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { indexPrefix, makerMark } from '../system/drafts.ts';
import type { Git } from '../system/git.ts';

/** `act` gets the environment in which git looks at all files. */
export function withHonestIndex<T>(
  git: Git,
  hidden: readonly string[],
  act: (env: Record<string, string>) => Promise<T>,
): Promise<T> {
  return hidden.length === 0 ? act({}) : withOwnIndex(git, act, hidden);
}

/** For a caller that changes the index: it works on a copy, and the user's index stays as it is. */
export async function withOwnIndex<T>(
  git: Git,
  act: (env: Record<string, string>) => Promise<T>,
  hidden?: readonly string[],
): Promise<T> {
  // The directory is private, because an index names every file of the project.
  const directory = join(tmpdir(), `${indexPrefix}${makerMark()}`);
  const own = join(directory, 'index');
  const env = { GIT_INDEX_FILE: own };
  await mkdir(directory, { mode: 0o700 });
  try {
    const index = (await git.text(['rev-parse', '--git-path', 'index'])).trim();
    await copyIndex(resolve(git.top, index), own);
    const seen = hidden ?? (await list(git, ['--cached'])).hidden;
    if (seen.length > 0) {
      const input = Buffer.from(seen.map((name) => `${name}\0`).join(''), 'latin1');
      await git.text(['update-index', '--no-assume-unchanged', '-z', '--stdin'], { env, input });
      await git.text(['update-index', '--no-skip-worktree', '-z', '--stdin'], { env, input });
    }
    return await act(env);
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

/**
 * Keeps the time of the index, rounded down. git detects a change of the same size right after the index was written
 * only because that file is not older than the index. An earlier time just makes git look at more files.
 */
async function copyIndex(from: string, to: string): Promise<void> {
  if (!existsSync(from)) return;
  const { mtimeMs } = await stat(from);
  await copyFile(from, to);
  const second = Math.floor(mtimeMs / 1000);
  await utimes(to, second, second);
}

export interface ListedFiles {
  /**
   * Marked files that exist on disk. A file that a sparse checkout leaves out does not exist, so it hides no edit.
   */
  readonly hidden: readonly string[];
  readonly untracked: readonly string[];
}

/** Asks git once for both, because each start of git delays a gate. */
export function listFiles(git: Git): Promise<ListedFiles> {
  return list(git, ['--cached', '--others', '--exclude-standard']);
}

async function list(git: Git, which: readonly string[]): Promise<ListedFiles> {
  // In a sparse checkout, git drops the mark of an existing file while it runs, and would not list that file.
  const listed = await git.bytes(['-c', 'core.sparseCheckout=false', 'ls-files', '-v', '-z', ...which]);
  const hidden: string[] = [];
  const untracked: string[] = [];
  for (let at = 0; at < listed.length; ) {
    const end = listed.indexOf('\0', at);
    const tag = listed.charCodeAt(at);
    const isHidden = tag === 0x53 || (tag >= 0x61 && tag <= 0x7a);
    // `S name` or `? name`, without a list of all the other names.
    if (isHidden || tag === 0x3f)
      (isHidden ? hidden : untracked).push(listed.slice(at + 2, end === -1 ? undefined : end));
    if (end === -1) break;
    at = end + 1;
  }
  const isThere = (raw: string) => existsSync(Buffer.concat([Buffer.from(`${git.top}/`), Buffer.from(raw, 'latin1')]));
  return { hidden: hidden.filter(isThere), untracked };
}
