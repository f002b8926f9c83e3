// Writes to stdout and stderr without Node's streams, which take longer to load than a short answer takes to write.

import { writeSync } from 'node:fs';

type Output = 'stdout' | 'stderr';

const descriptors = { stdout: 1, stderr: 2 } as const;
const streaming = new Set<Output>();
let gone: AbortController | undefined;

/** Aborted when what reads our stdout has ended. */
export function readerGone(): AbortSignal {
  gone ??= new AbortController();
  return gone.signal;
}

export function write(to: Output, text: string): void {
  if (streaming.has(to)) process[to].write(text);
  else writeNow(to, Buffer.from(text));
}

/** Resolves when the readers have all that was written. */
export async function written(): Promise<void> {
  await Promise.all([...streaming].map((to) => new Promise<void>((resolve) => process[to].write('', () => resolve()))));
}

function writeNow(to: Output, bytes: Buffer): void {
  let at = 0;
  try {
    while (at < bytes.length) at += writeSync(descriptors[to], bytes, at);
  } catch (error) {
    // The reader is slow, and another program has made the pipe non-blocking. Node's stream waits for the reader.
    if ((error as NodeJS.ErrnoException).code === 'EAGAIN') streamFrom(to).write(bytes.subarray(at));
    // Otherwise the reader has ended, or the pane was closed: still finish the work.
    else if (to === 'stdout') gone?.abort();
  }
}

function streamFrom(to: Output): NodeJS.WriteStream {
  streaming.add(to);
  return process[to].on('error', () => (to === 'stdout' ? gone?.abort() : undefined));
}
