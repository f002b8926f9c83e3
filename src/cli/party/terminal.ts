import { fstatSync, statSync } from 'node:fs';
import { isatty } from 'node:tty';

/** A file, a pipe or /dev/null is no terminal; only for the rest is Node asked, which loads its streams for the answer. */
export function isTerminal(descriptor: number): boolean {
  try {
    const file = fstatSync(descriptor);
    return file.isCharacterDevice() && file.rdev !== statSync('/dev/null').rdev && isatty(descriptor);
  } catch {
    // It is closed.
    return false;
  }
}
