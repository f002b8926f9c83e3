// The system took only a part of a line: the disk is full, or a limit is reached.

import { closeSync, fstatSync, openSync, readSync, writeSync } from 'node:fs';

/**
 * Named as the system names a full disk. The rest must not follow in a second write, because another process may have
 * written in between; the next writer ends the line, which then is no JSON and is skipped.
 * `from` is how long the file was before.
 */
export function shortWrite(path: string, line: Buffer, written: number, from: number): Error {
  // Only its end is missing: the next writer would make a whole line of it, and of what was said to have failed a fact.
  if (written === line.length - 1) spoil(path, line.subarray(0, written), from);
  const message = `ENOSPC: only ${written} of ${line.length} bytes could be written to ${path}; is the disk full?`;
  return Object.assign(new Error(message), { code: 'ENOSPC', syscall: 'write', path });
}

/** In its place: that needs no room. Others only add to the file, so that what we wrote stays where it is. */
function spoil(path: string, ours: Buffer, from: number): void {
  try {
    const file = openSync(path, 'r+');
    try {
      const added = Buffer.alloc(Math.max(0, fstatSync(file).size - from));
      const at = added.subarray(0, readSync(file, added, 0, added.length, from)).indexOf(ours);
      if (at !== -1) writeSync(file, '#', from + at + ours.length - 1);
    } finally {
      closeSync(file);
    }
  } catch {
    // Nothing more can be done here, and the failure is reported all the same.
  }
}
