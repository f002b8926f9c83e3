// The content of a file, and whether an object of git has the same.

import { createHash, type Hash } from 'node:crypto';
import { constants } from 'node:fs';
import { open, readFile } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';

export interface FileContent {
  readonly path: Buffer;
  readonly size: number;
  readonly sha256: string;
  /** The ids of git's object with exactly these bytes, by the length of an id. */
  readonly ids: Readonly<Record<number, string>>;
}

/** Smaller files are read at once, because a stream costs more than the read. */
const readWhole = 1024 * 1024;

export async function readContent(path: Buffer): Promise<FileContent> {
  const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    const { size } = await file.stat();
    const hashes = [createHash('sha256'), blobHash('sha1', size), blobHash('sha256', size)] as const;
    if (size <= readWhole) {
      const content = await file.readFile();
      for (const hash of hashes) hash.update(content);
    } else {
      await pipeline(file.createReadStream({ autoClose: false }), async (chunks: AsyncIterable<Buffer>) => {
        for await (const chunk of chunks) for (const hash of hashes) hash.update(chunk);
      });
    }
    const [sha256 = '', sha1Id = '', sha256Id = ''] = hashes.map((hash) => hash.digest('hex'));
    return { path, size, sha256, ids: { 40: sha1Id, 64: sha256Id } };
  } finally {
    await file.close();
  }
}

/** The same bytes, with other line endings, or as a pointer of Git LFS to them. */
export async function sameContent({ path, size, sha256, ids }: FileContent, id: string): Promise<boolean> {
  if (ids[id.length] === id) return true;
  const pointer = `version https://git-lfs.github.com/spec/v1\noid sha256:${sha256}\nsize ${size}\n`;
  if (idOf(Buffer.from(pointer), id) === id) return true;
  const content = await readFile(path);
  return idOf(Buffer.from(content.toString('latin1').replaceAll('\r\n', '\n'), 'latin1'), id) === id;
}

/** The id that git would give to the content, in the form of `like`. */
function idOf(content: Buffer, like: string): string {
  const name = like.length === 64 ? 'sha256' : 'sha1';
  return blobHash(name, content.length).update(content).digest('hex');
}

function blobHash(name: 'sha1' | 'sha256', size: number): Hash {
  return createHash(name).update(`blob ${size}\0`);
}
