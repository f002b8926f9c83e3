// Reads a script that a line runs, for the gate before pull requests.

import { readSmallFileNow } from '../system/readSmallFile.ts';

/** Scripts that people write are smaller than this. */
const largestScript = 256 * 1024;

/**
 * Undefined for what no shell could run as a script: a missing file, a folder, a binary. Null for a pipe or a socket, of
 * which only the program that runs it learns the text. What is in /dev is the program's own input.
 */
export function readScript(path: string): string | null | undefined {
  try {
    const file = readSmallFileNow(path, { largest: largestScript, links: 'follow' });
    if (file.kind === 'not-a-file' && !file.isDirectory && !/^\/(?:dev|proc)\//.test(path)) return null;
    return file.kind === 'text' && !file.text.includes('\0') ? file.text : undefined;
  } catch {
    return undefined;
  }
}
