// The content of a file as git has it.

import { PartyError } from '../../../core/base/errors.ts';
import type { Git } from '../../system/git.ts';
import { isObjectId } from './diffFiles.ts';

/** An editor cannot show more, and it would have to be held in memory several times. */
export const largestVersion = 50 * 1024 * 1024;

/** In bytes; undefined when git has no such file. */
export async function versionSize(git: Git, id: string): Promise<number | undefined> {
  if (!isObjectId(id)) return undefined;
  const [type, size] = ((await typeAndSize(git, id)) ?? '').split(' ');
  return type === 'blob' ? Number(size) : undefined;
}

/** The id of a file in a tree; undefined when the tree does not have it. */
export async function versionInTree(git: Git, tree: string, path: string): Promise<string | undefined> {
  if (!isObjectId(tree)) return undefined;
  return git.line(['rev-parse', '--verify', '--quiet', '--end-of-options', `${tree}:${path}`]);
}

export async function readVersion(git: Git, id: string): Promise<Buffer | undefined> {
  const size = await versionSize(git, id);
  if (size === undefined) return undefined;
  if (size > largestVersion) throw new PartyError('REFUSED', 'The file is too large to be compared');
  return Buffer.from(await git.bytes(['cat-file', 'blob', id]), 'latin1');
}

function typeAndSize(git: Git, id: string): Promise<string | undefined> {
  return git.line(['cat-file', '--batch-check=%(objecttype) %(objectsize)'], { input: `${id}\n` });
}
