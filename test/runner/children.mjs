// Runs child processes in groups of their own, so that a timeout or Ctrl-C ends everything they started, and nothing
// else.
import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';

/** @typedef {{ code: number | null, signal: NodeJS.Signals | null, timedOut: boolean }} Ending */

/**
 * @typedef {object} OwnOptions
 * @property {AbortSignal} [limit] ends the child and everything that it started
 * @property {(message: unknown) => void} [onMessage] what the child sends, when `stdio` has an `ipc`
 */
/** @typedef {import('node:child_process').SpawnOptions & OwnOptions} RunOptions */

/** @type {Set<import('node:child_process').ChildProcess>} */
const running = new Set();
let ending = false;

/** True while a signal is ending everything: the end of a child then needs no report. */
export const isEnding = () => ending;

/**
 * @param {[string, ...string[]]} argv
 * @param {RunOptions} [options]
 * @returns {Promise<Ending>}
 */
export async function run([program, ...args], { limit, onMessage, ...options } = {}) {
  const child = startGroup(program, args, options);
  let timedOut = false;
  function onLimit() {
    timedOut = true;
    void endGroup(child);
  }
  limit?.addEventListener('abort', onLimit);
  if (onMessage !== undefined) child.on('message', onMessage);
  try {
    return await new Promise((resolve, reject) => {
      child.once('error', reject);
      child.once('exit', (code, signal) => resolve({ code, signal, timedOut }));
    });
  } finally {
    limit?.removeEventListener('abort', onLimit);
    // Also end what the child left behind in its group.
    signalGroup(child, 'SIGKILL');
  }
}

/**
 * @param {string} program
 * @param {string[]} args
 * @param {import('node:child_process').SpawnOptions} options
 */
export function startGroup(program, args, options) {
  const child = spawn(program, args, { ...options, detached: true });
  running.add(child);
  child.once('exit', () => running.delete(child));
  child.once('error', () => running.delete(child));
  return child;
}

/** Ends a group: with SIGTERM first, with SIGKILL after three seconds. */
export async function endGroup(/** @type {import('node:child_process').ChildProcess} */ child) {
  signalGroup(child, 'SIGTERM');
  for (let waited = 0; waited < 3000 && groupLives(child); waited += 50) await sleep(50);
  signalGroup(child, 'SIGKILL');
}

/**
 * Makes Ctrl-C and SIGTERM end all groups, then run `last` to clean up, then end this process.
 * @param {() => void | Promise<void>} [last]
 */
export function endAllOnSignal(last) {
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
    process.on(signal, async () => {
      if (ending) return;
      ending = true;
      await Promise.all([...running].map(endGroup));
      await last?.();
      process.exit(128 + constants.signals[signal]);
    });
  }
}

function groupLives(/** @type {import('node:child_process').ChildProcess} */ child) {
  return signalGroup(child, 0);
}

/**
 * @param {import('node:child_process').ChildProcess} child
 * @param {NodeJS.Signals | 0} signal
 */
function signalGroup(child, signal) {
  if (child.pid === undefined) return false;
  try {
    return process.kill(-child.pid, signal);
  } catch {
    return false; // the group is gone
  }
}
