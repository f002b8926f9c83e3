// Handles a write that stored only a part of a line: the disk is full, or the user has reached a limit.

import { closeSync, fstatSync, openSync, readSync, writeSync } from 'node:fs';

/**
 * Returns the error that the system gives for a full disk. A second write must not add the rest, because another
 * process may have written in between. The next writer ends the line; readers skip it, because it is not JSON. `from`
 * is the length of the file before the write.
 */
export function shortWrite(path: string, line: Buffer, written: number, from: number): Error {
  // Only the line break is missing. The next writer would complete the line, and an event that was reported as failed
  // would count. So damage the line.
  if (written === line.length - 1) spoil(path, line.subarray(0, written), from);
  const message = `ENOSPC: only ${written} of ${line.length} bytes could be written to ${path}; is the disk full?`;
  return Object.assign(new Error(message), { code: 'ENOSPC', syscall: 'write', path });
}

/** Overwrites one byte in place, which needs no disk space. Other writers only append, so our bytes have not moved. */
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
    // Nothing more can be done here; the caller still reports the failed write.
  }
}
