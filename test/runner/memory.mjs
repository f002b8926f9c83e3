// Keeps the files of tests in memory, where this process may mount a file system: most tests make a home, a project and a
// copy of Party, and remove them again, and a disk takes longer for that than the programs under test need for their work.
import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync, realpathSync, rmSync } from 'node:fs';
import { freemem, tmpdir } from 'node:os';
import { join } from 'node:path';

/** A ring has never had more than a tenth of this in its folders. */
const enough = 8 * 1024 ** 3;

/**
 * @typedef {object} Start
 * @property {[string, ...string[]]} argv
 * @property {NodeJS.ProcessEnv} env
 */

/** @type {string | undefined} where each process has a file system of its own */
let folder;
/** @type {boolean | undefined} */
let possible;

/**
 * The same process, with a folder for temporary files in memory; or as it is, where that cannot be had or is not wanted
 * (PARTY_TEST_DISK). Only the process and what it starts see that file system, and it goes away with the last of them.
 * @param {Start} start
 * @returns {Start}
 */
export function inMemory({ argv, env }) {
  if (env['PARTY_TEST_DISK'] !== undefined || process.getuid?.() !== 0 || freemem() < enough) return { argv, env };
  folder ??= ownFolder();
  if (folder === undefined) return { argv, env };
  possible ??= spawnSync(...mounting(folder, ['true'])).status === 0;
  if (!possible) return { argv, env };
  const [program, args] = mounting(folder, argv);
  return { argv: [program, ...args], env: { ...env, TMPDIR: folder } };
}

/**
 * Each program becomes the next, so that the process keeps its id and its channel to the runner.
 * @param {string} place
 * @param {string[]} argv
 * @returns {[string, string[]]}
 */
function mounting(place, argv) {
  const script = 'mount -t tmpfs -o mode=1777 party "$0" && exec "$@"';
  return ['unshare', ['--mount', 'sh', '-c', script, place, ...argv]];
}

/** With a short name: the path of a socket has at most 107 bytes, and Party cuts long lines. Undefined without a free one. */
function ownFolder() {
  for (let tries = 0; tries < 100; tries++) {
    const made = join(realpathSync(tmpdir()), `p${randomBytes(1).toString('hex')}`);
    try {
      mkdirSync(made, { mode: 0o700 });
    } catch {
      continue; // another run has it
    }
    process.once('exit', () => rmSync(made, { recursive: true, force: true }));
    return made;
  }
  return undefined;
}
