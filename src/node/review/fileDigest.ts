// Computes a digest of the current content of each changed file.

import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { lstat, open, readlink } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Git } from '../system/git.ts';
import { sha256 } from '../system/hash.ts';
import { type ChangedEntry, utf8 } from './changedFiles.ts';

/** Returns the digests in the order of the entries. */
export function digestsOf(git: Git, entries: readonly ChangedEntry[]): Promise<string[]> {
  return mapLimited(entries, 16, (entry) => digestOf(git, entry));
}

/** A deleted file, a link and an executable get other digests than a plain file with the same content. */
async function digestOf(git: Git, { raw, mode, known }: ChangedEntry): Promise<string> {
  const path = Buffer.concat([Buffer.from(`${git.top}/`), Buffer.from(raw, 'latin1')]);
  const found = await lstat(path).catch(() => undefined);
  // A sparse checkout leaves out files that are still part of the commit.
  if (found === undefined) return known === '' || mode === '000000' ? 'deleted' : `${mode} ${known}`;
  if (found.isSymbolicLink()) return `link ${sha256(await readlink(path, 'buffer'))}`;
  if (found.isFile()) {
    const executable = mode === '' || mode === '000000' ? (found.mode & 0o100) !== 0 : mode === '100755';
    return `${await digestFile(path)}${executable ? ' program' : ''}`;
  }
  if (found.isDirectory()) {
    // Name the git directory: in the folder of a submodule that is not checked out, git would find the outer
    // repository.
    const inner = join(git.top, utf8(raw), '.git');
    const commit = await git.line([`--git-dir=${inner}`, 'rev-parse', '--quiet', '--verify', 'HEAD']);
    return `repository ${commit ?? (known || 'without a commit')}`;
  }
  return 'special';
}

/** Smaller files are read at once, because a stream costs more than the read. */
const readWhole = 1024 * 1024;

async function digestFile(path: Buffer): Promise<string> {
  const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    if ((await file.stat()).size <= readWhole) return sha256(await file.readFile());
    const hash = createHash('sha256');
    await pipeline(file.createReadStream({ autoClose: false }), hash);
    return hash.digest('hex');
  } finally {
    await file.close();
  }
}

/** Limits how many files are open at the same time. */
async function mapLimited<T, R>(values: readonly T[], limit: number, act: (value: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  let next = 0;
  const work = async () => {
    for (let index = next++; index < values.length; index = next++) {
      results[index] = await act(values[index] as T);
    }
  };
  await Promise.all(Array.from({ length: Math.min(limit, values.length) }, work));
  return results;
}
