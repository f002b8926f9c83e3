// The processes that programs of a test or of the demo have left: agents of a pane that is gone, a relay that still
// waits.

import { readdirSync, readFileSync } from 'node:fs';

/**
 * Ends every process whose environment holds this variable, and returns when they are gone: while one of them runs, it
 * can write into the folder that the caller is about to remove.
 * @param {string} name
 * @param {string} value
 */
export async function endProcessesWith(name, value) {
  // A process that ends may have started another one just before.
  for (let left = processesWith(name, value); left.length > 0; left = processesWith(name, value)) {
    for (const pid of left) end(pid);
    await new Promise((wake) => setTimeout(wake, 5));
  }
}

function end(/** @type {number} */ pid) {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    // It has ended since we looked.
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}

/**
 * Without /proc (macOS) there is no cheap way to know, and none is found.
 * @param {string} name
 * @param {string} value
 */
function processesWith(name, value) {
  const entry = `${name}=${value}`;
  return numbersIn('/proc').filter((pid) => environment(pid).includes(entry));
}

function numbersIn(/** @type {string} */ directory) {
  try {
    return readdirSync(directory).map(Number).filter(Number.isInteger);
  } catch {
    return [];
  }
}

/** Empty for a process that has just ended, that is a zombie, or that belongs to another user. */
function environment(/** @type {number} */ pid) {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0');
  } catch {
    return [];
  }
}
