// The rings of tests: what each needs on the machine, which files it runs, and in how many processes.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { run } from './children.mjs';
import { cleanEnvironment } from './environment.mjs';
import { installAgents, installPrograms, installWorkbench, installWorkbenchDriver, programPath } from './install.mjs';
import { node24, resultFile, root } from './places.mjs';
import { failure, success, total } from './results.mjs';
import { runRing, strayTests, testFiles } from './ring.mjs';

/** @typedef {import('./results.mjs').Counts} Counts */

/**
 * How a ring is to run.
 * @typedef {object} Way
 * @property {boolean} fast leaves out the slow tests, `*.slow.test.ts`
 * @property {number} [output] a file for what the ring prints, when it does not print to the terminal
 * @property {(index: number, step: import('./progress.mjs').Step) => void} onStep called after each test of a process
 */

/**
 * @typedef {object} Ring
 * @property {boolean} fast
 * @property {() => Promise<void>} prepare installs only what this ring needs, so that the fast rings run first
 * @property {(way: Way) => Promise<Counts>} run
 * @property {boolean} [beside] may run at the same time as other such rings, because it mostly waits
 */

const minute = 60_000;
const houseFolders = ['house', 'runner'];
const env = cleanEnvironment(process.env);
const basics = () => installPrograms('git', 'tmux');

/** @type {Record<string, Ring>} */
export const rings = {
  check: { fast: true, prepare: installWorkbenchDriver, run: check },
  core: {
    fast: true,
    beside: true,
    prepare: async () => {},
    run: (way) => mocha('core', [...houseTests(), ...filesOf('core', way)], 10, way),
  },
  node: { fast: true, beside: true, prepare: basics, run: (way) => mocha('node', filesOf('node', way), 15, way, 2) },
  cli: { fast: true, beside: true, prepare: basics, run: (way) => mocha('cli', filesOf('cli', way), 20, way, 4) },
  extension: {
    fast: true,
    beside: true,
    prepare: basics,
    run: (way) => mocha('extension', filesOf('extension', way), 10, way),
  },
  github: {
    fast: true,
    beside: true,
    prepare: () => installPrograms('git', 'tmux', 'gh'),
    run: (way) => mocha('github', filesOf('github', way), 5, way, 2),
  },
  stress: {
    fast: false,
    async prepare() {
      await basics();
      if (programPath('rg') === undefined) await installAgents(); // Codex brings one
    },
    run: (way) => mocha('stress', filesOf('stress', way), 15, way),
  },
  agents: {
    fast: false,
    async prepare() {
      await installPrograms('git', 'tmux', 'gh');
      await installAgents();
    },
    run: (way) => mocha('agents', filesOf('agents', way), 20, way),
  },
  workbench: {
    fast: false,
    async prepare() {
      await installPrograms('git', 'tmux', 'chromium');
      await installWorkbench();
    },
    run: (way) => mocha('workbench', filesOf('workbench', way), 25, way),
  },
};

/**
 * Groups the rings into waves: consecutive rings with `beside` run at the same time; every other ring runs alone.
 * @param {[string, Ring][]} chosen
 */
export function waves(chosen) {
  /** @type {[string, Ring][][]} */
  const all = [];
  for (const entry of chosen) {
    const last = all.at(-1);
    if (entry[1].beside && last?.every(([, ring]) => ring.beside)) last.push(entry);
    else all.push([entry]);
  }
  return all;
}

/**
 * Runs a program whose exit code tells whether it succeeded.
 * @param {string} name
 * @param {[string, ...string[]]} argv
 * @returns {Promise<Counts>}
 */
export async function command(name, argv) {
  const limit = AbortSignal.timeout(5 * minute);
  const ending = await run(argv, { cwd: root, env, limit, stdio: ['ignore', 'inherit', 'inherit'] });
  return ending.code === 0 ? success() : failure(`${name} ended with ${ending.code ?? ending.signal}`);
}

/** @returns {Promise<Counts>} */
async function check() {
  const bin = join(root, 'node_modules/.bin');
  const types = await command('tsc', [node24, join(bin, 'tsc'), '--noEmit']);
  const lint = await command('biome', [node24, join(bin, 'biome'), 'ci', '.']);
  return total([types, lint, everyTestHasARing()]);
}

/**
 * Fails on tests in a folder that no ring runs: they would never fail.
 * @returns {Counts}
 */
function everyTestHasARing() {
  const homeless = strayTests(join(root, 'test'), [...houseFolders, ...Object.keys(rings)]);
  return homeless.length === 0 ? success() : failure(`no ring runs ${homeless.join(', ')}`);
}

/**
 * @param {string} name
 * @param {string[]} files
 * @param {number} minutes
 * @param {Way} way
 * @param {number} [processes] how many processes share the files
 * @returns {Promise<Counts>}
 */
async function mocha(name, files, minutes, { output, onStep }, processes = 1) {
  const hands = Array.from({ length: processes }, (_, hand) => files.filter((_, index) => index % processes === hand));
  const counts = await Promise.all(
    hands.map((hand, index) =>
      runRing({
        files: hand,
        resultFile: resultFile(index === 0 ? name : `${name}-${index + 1}`),
        env,
        limit: AbortSignal.timeout(minutes * minute),
        stdio: output ?? 'inherit',
        onStep: (step) => onStep(index, step),
      }),
    ),
  );
  return total(counts);
}

/**
 * The fast way leaves out `*.slow.test.ts`.
 * @param {string} ring
 * @param {Way} way
 */
function filesOf(ring, { fast }) {
  const dir = join(root, 'test', ring);
  const files = existsSync(dir) ? testFiles(dir) : [];
  return fast ? files.filter((file) => !file.endsWith('.slow.test.ts')) : files;
}

/** Tests of the whole project, such as the direction of imports, and of this runner. They run with the core ring. */
function houseTests() {
  return houseFolders.flatMap((name) => testFiles(join(root, 'test', name)));
}
