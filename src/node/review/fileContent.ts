// The content of a file, and whether an object of git has the same.

import { createHash, type Hash } from 'node:crypto';
import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs';
import { open, readFile } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { sha256 } from '../system/hash.ts';

export interface FileContent {
  readonly path: Buffer;
  readonly size: number;
  readonly sha256: string;
  /** The id of git's object with exactly these bytes, in the form of `like`. */
  idAs(like: string): string;
}

/** Smaller files are read at once, because a stream costs more than the read. */
const readWhole = 1024 * 1024;

const toRead = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

/** `few`: only a few files are read, so nothing else waits for long. */
export async function readContent(path: Buffer, few: boolean): Promise<FileContent> {
  const content = few ? readSmall(path) : undefined;
  if (content === undefined) return readAside(path);
  return { path, size: content.length, sha256: sha256(content), idAs: (like) => idOf(content, like) };
}

/** Undefined when the file is large. Without promises, which take longer to load than this. */
function readSmall(path: Buffer): Buffer | undefined {
  const file = openSync(path, toRead);
  try {
    return fstatSync(file).size <= readSmallest ? readFileSync(file) : undefined;
  } finally {
    closeSync(file);
  }
}

const readSmallest = 64 * 1024;

async function readAside(path: Buffer): Promise<FileContent> {
  const file = await open(path, toRead);
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
    return { path, size, sha256, idAs: (like) => (like.length === 64 ? sha256Id : sha1Id) };
  } finally {
    await file.close();
  }
}

/** The same bytes, with other line endings, or as a pointer of Git LFS to them. */
export async function sameContent({ path, size, sha256, idAs }: FileContent, id: string): Promise<boolean> {
  if (idAs(id) === id) return true;
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
