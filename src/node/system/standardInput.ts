// Reads what the client tells a hook on standard input. It reads without Node's streams, which take longer to load than
// most hooks take to decide, and without blocking: a caller may keep its end open, and then a gate's watchdog has to run.

import { closeSync, constants, fstatSync, openSync, read, readSync } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import { isFsError } from './store.ts';

const chunkSize = 64 * 1024;

export async function readInput(): Promise<Buffer> {
  const chunks: Buffer[] = [];
  if (readAtOnce(chunks)) return Buffer.concat(chunks);
  try {
    for (;;) {
      const chunk = Buffer.allocUnsafe(chunkSize);
      const size = await readChunk(chunk);
      if (size === 0) return Buffer.concat(chunks);
      chunks.push(chunk.subarray(0, size));
    }
  } catch (error) {
    // An observer reads the client's own pipe, which may be one that does not block.
    if (!isFsError(error, 'EAGAIN')) throw error;
    return Buffer.concat([...chunks, await buffer(process.stdin)]);
  }
}

/**
 * Takes what is in the pipe already, mostly all of it: the script that starts us has read the input to its end. True when
 * there will be no more. Linux opens the same pipe once more, in a way that does not wait. Elsewhere that is not possible.
 */
function readAtOnce(chunks: Buffer[]): boolean {
  let file: number | undefined;
  try {
    if (process.platform !== 'linux' || !fstatSync(0).isFIFO()) return false;
    file = openSync('/proc/self/fd/0', constants.O_RDONLY | constants.O_NONBLOCK);
    for (;;) {
      const chunk = Buffer.allocUnsafe(chunkSize);
      const size = readSync(file, chunk);
      if (size === 0) return true;
      chunks.push(chunk.subarray(0, size));
    }
  } catch {
    return false;
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

function readChunk(chunk: Buffer): Promise<number> {
  return new Promise((resolve, reject) => {
    read(0, chunk, 0, chunk.length, null, (error, size) => (error === null ? resolve(size) : reject(error)));
  });
}

export async function readJsonInput(): Promise<unknown> {
  return JSON.parse((await readInput()).toString('utf8'));
}
