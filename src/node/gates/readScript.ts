// Reads a script that a line runs, for the gate before pull requests.

import { readSmallFileNow } from '../system/readSmallFile.ts';

/** Scripts that people write are smaller than this. */
const largestScript = 256 * 1024;

/** Undefined for what no shell could run as a script: a missing file, a pipe, a binary. */
export function readScript(path: string): string | undefined {
  try {
    const file = readSmallFileNow(path, { largest: largestScript, links: 'follow' });
    return file.kind === 'text' && !file.text.includes('\0') ? file.text : undefined;
  } catch {
    return undefined;
  }
}
