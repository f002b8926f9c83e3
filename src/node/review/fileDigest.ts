// Computes a digest of the current content of each changed file, and whether git commits the same content. A clean filter
// can put other bytes into a commit than those on disk, which are the ones that were reviewed and tested.

import { lstatSync, readlinkSync, type Stats } from 'node:fs';
import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import { type Git, GitFailed } from '../system/git.ts';
import { sha256 } from '../system/hash.ts';
import { isFsError } from '../system/store.ts';
import { type ChangedEntry, utf8 } from './changedFiles.ts';
import { readContent, sameContent } from './fileContent.ts';

export interface FileDigest {
  readonly digest: string;
  /** git commits other bytes than those on disk. Line endings and pointers of Git LFS do not count. */
  readonly filtered: boolean;
}

/** Returns the digests in the order of the entries. Without attributes, git commits every file as it is on disk. */
export async function digestsOf(
  git: Git,
  entries: readonly ChangedEntry[],
  { attributes }: { readonly attributes: boolean },
): Promise<FileDigest[]> {
  const few = entries.length <= atOnce;
  const look = few ? async (path: Buffer) => lstatSync(path) : lstat;
  const found = await mapLimited(entries, 16, (entry) => look(pathOf(git, entry)).catch(() => undefined));
  const edited = entries.filter(({ known }, index) => attributes && known === '' && found[index]?.isFile());
  const how = { cleaned: cleanedIds(git, edited), few };
  return mapLimited(entries, 16, (entry, index) =>
    digestOf(git, entry, found[index], how).catch((error: unknown) => {
      // Programs remove files meanwhile, such as the drafts of files that they replace.
      if (isFsError(error, 'ENOENT')) return digestOf(git, entry, undefined, how);
      throw error;
    }),
  );
}

/** Up to this many files are read without promises, which take longer to load. With more, the editor would freeze. */
const atOnce = 64;

/** A deleted file, a link and an executable get other digests than a plain file with the same content. */
async function digestOf(
  git: Git,
  entry: ChangedEntry,
  found: Stats | undefined,
  { cleaned, few }: { readonly cleaned: Promise<ReadonlyMap<ChangedEntry, string>>; readonly few: boolean },
): Promise<FileDigest> {
  const { raw, mode, known } = entry;
  const plain = (digest: string): FileDigest => ({ digest, filtered: false });
  // A sparse checkout leaves out files that are still part of the commit.
  if (found === undefined) return plain(known === '' || mode === '000000' ? 'deleted' : `${mode} ${known}`);
  if (found.isSymbolicLink()) return plain(`link ${sha256(readlinkSync(pathOf(git, entry), 'buffer'))}`);
  if (found.isDirectory()) {
    // Name the git directory: in the folder of a submodule that is not checked out, git would find the outer
    // repository.
    const inner = join(git.top, utf8(raw), '.git');
    const commit = await git.line([`--git-dir=${inner}`, 'rev-parse', '--quiet', '--verify', 'HEAD']);
    return plain(`repository ${commit ?? (known || 'without a commit')}`);
  }
  if (!found.isFile()) return plain('special');
  const executable = mode === '' || mode === '000000' ? (found.mode & 0o100) !== 0 : mode === '100755';
  const content = await readContent(pathOf(git, entry), few);
  const digest = `${content.sha256}${executable ? ' program' : ''}`;
  const committed = known || (await cleaned).get(entry);
  if (committed === undefined || (await sameContent(content, committed))) return plain(digest);
  return { digest: `${digest} committed as ${committed}`, filtered: true };
}

/**
 * What git would commit for files that it has not stored yet. Empty when git cannot tell, such as without the program of
 * a filter: then the commit will show it.
 */
async function cleanedIds(git: Git, entries: readonly ChangedEntry[]): Promise<ReadonlyMap<ChangedEntry, string>> {
  if (entries.length === 0) return new Map();
  const input = Buffer.from(entries.map(({ raw }) => `${quoted(raw)}\n`).join(''), 'latin1');
  try {
    const ids = (await git.text(['hash-object', '--stdin-paths'], { input })).split('\n');
    return new Map(entries.map((entry, index) => [entry, ids[index] ?? '']));
  } catch (error) {
    if (error instanceof GitFailed) return new Map();
    throw error;
  }
}

/** As git writes names that could be misread. */
function quoted(raw: string): string {
  const octal = (char: string) => `\\${char.charCodeAt(0).toString(8).padStart(3, '0')}`;
  return `"${raw.replace(/["\\\x00-\x1f\x7f-\xff]/g, octal)}"`;
}

function pathOf({ top }: Git, { raw }: ChangedEntry): Buffer {
  return Buffer.concat([Buffer.from(`${top}/`), Buffer.from(raw, 'latin1')]);
}

/** Limits how many files are open at the same time. */
async function mapLimited<T, R>(
  values: readonly T[],
  limit: number,
  act: (value: T, index: number) => Promise<R>,
): Promise<R[]> {
  const results: R[] = [];
  let next = 0;
  const work = async () => {
    for (let index = next++; index < values.length; index = next++) {
      results[index] = await act(values[index] as T, index);
    }
  };
  await Promise.all(Array.from({ length: Math.min(limit, values.length) }, work));
  return results;
}
