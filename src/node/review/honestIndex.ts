// git does not look at files whose index entry says "assume unchanged" or "skip worktree". An edit could hide behind
// that, so where such entries have a file on the disk, git is given a copy of the index that does not say so.

import { existsSync } from 'node:fs';
import { copyFile, mkdir, rm, stat, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { indexPrefix, makerMark } from '../system/drafts.ts';
import type { Git } from '../system/git.ts';

/** `act` gets the environment in which git looks at everything. */
export function withHonestIndex<T>(
  git: Git,
  hidden: readonly string[],
  act: (env: Record<string, string>) => Promise<T>,
): Promise<T> {
  return hidden.length === 0 ? act({}) : withOwnIndex(git, act, hidden);
}

/** For a caller that changes the index on the way: the user's own stays as it is. */
export async function withOwnIndex<T>(
  git: Git,
  act: (env: Record<string, string>) => Promise<T>,
  hidden?: readonly string[],
): Promise<T> {
  // In a directory that other users cannot look into: an index names every file of the project.
  const directory = join(tmpdir(), `${indexPrefix}${makerMark()}`);
  const own = join(directory, 'index');
  const env = { GIT_INDEX_FILE: own };
  await mkdir(directory, { mode: 0o700 });
  try {
    const index = (await git.text(['rev-parse', '--git-path', 'index'])).trim();
    await copyIndex(resolve(git.top, index), own);
    const seen = hidden ?? (await hiddenFiles(git));
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
 * With its time: a file that was written after the index, but in the same moment and with the same size, is seen to have
 * changed only because it is not older than the index. A time before that only makes git look at more files.
 */
async function copyIndex(from: string, to: string): Promise<void> {
  if (!existsSync(from)) return;
  const { mtimeMs } = await stat(from);
  await copyFile(from, to);
  const second = Math.floor(mtimeMs / 1000);
  await utimes(to, second, second);
}

/** What a sparse checkout leaves out is not there, and so hides nothing. */
export async function hiddenFiles(git: Git): Promise<string[]> {
  // In a sparse checkout git forgives a mark of a file that is there for as long as it runs, and would not list it.
  const listed = await git.bytes(['-c', 'core.sparseCheckout=false', 'ls-files', '-v', '-z']);
  const hidden: string[] = [];
  for (let at = 0; at < listed.length; ) {
    const end = listed.indexOf('\0', at);
    const tag = listed.charCodeAt(at);
    const isHidden = tag === 0x53 || (tag >= 0x61 && tag <= 0x7a);
    if (isHidden) hidden.push(listed.slice(at + 2, end === -1 ? undefined : end));
    if (end === -1) break;
    at = end + 1;
  }
  return hidden.filter((raw) => existsSync(Buffer.concat([Buffer.from(`${git.top}/`), Buffer.from(raw, 'latin1')])));
}
