// Reads what the client tells a hook on standard input. It reads without Node's streams, which take longer to load than
// most hooks take to decide, and without blocking: a caller may keep its end open, and then a gate's watchdog has to run.

import { read } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import { isFsError } from './store.ts';

export async function readInput(): Promise<Buffer> {
  const chunks: Buffer[] = [];
  try {
    for (;;) {
      const chunk = Buffer.allocUnsafe(64 * 1024);
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

function readChunk(chunk: Buffer): Promise<number> {
  return new Promise((resolve, reject) => {
    read(0, chunk, 0, chunk.length, null, (error, size) => (error === null ? resolve(size) : reject(error)));
  });
}

export async function readJsonInput(): Promise<unknown> {
  return JSON.parse((await readInput()).toString('utf8'));
}
