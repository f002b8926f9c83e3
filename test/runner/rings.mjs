// The rings of tests: what each needs on the machine, which files it runs, and in how many processes.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { run } from './children.mjs';
import { deal, lastDurations } from './deal.mjs';
import { cleanEnvironment } from './environment.mjs';
import { installAgents, installPrograms, installWorkbench, installWorkbenchDriver, programPath } from './install.mjs';
import { node24, resultFile, root } from './places.mjs';
import { failure, success, total } from './results.mjs';
import { runRing, strayTests, testFiles } from './ring.mjs';
import { silence } from './silence.mjs';

/** @typedef {import('./results.mjs').Counts} Counts */

/**
 * How a ring is to run.
 * @typedef {object} Way
 * @property {boolean} fast leaves out the slow tests, `*.slow.test.ts`
 * @property {number} [output] a file for what the ring prints, when it does not print to the terminal
 * @property {(index: number, step: import('./progress.mjs').Step) => void} onStep called after each test of a process
 * @property {NodeJS.ProcessEnv} [env]
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
    run: (way) => mocha('core', [...houseTests(), ...filesOf('core', way)], way),
  },
  node: { fast: true, beside: true, prepare: basics, run: (way) => mocha('node', filesOf('node', way), way, 2) },
  cli: { fast: true, beside: true, prepare: basics, run: (way) => mocha('cli', filesOf('cli', way), way, 4) },
  extension: {
    fast: true,
    beside: true,
    prepare: basics,
    run: (way) => mocha('extension', filesOf('extension', way), way),
  },
  github: {
    fast: true,
    beside: true,
    prepare: () => installPrograms('git', 'tmux', 'gh'),
    run: (way) => mocha('github', filesOf('github', way), way, 2),
  },
  stress: {
    fast: false,
    async prepare() {
      await basics();
      if (programPath('rg') === undefined) await installAgents(); // Codex brings one
    },
    run: (way) => mocha('stress', filesOf('stress', way), way, 2),
  },
  agents: {
    fast: false,
    async prepare() {
      await installPrograms('git', 'tmux', 'gh');
      await installAgents();
    },
    // A client may still run when a call of Party has ended, so that each call is a process of its own here.
    run: (way) => mocha('agents', filesOf('agents', way), { ...way, env: { ...env, PARTY_TEST_COLD: '1' } }, 2),
  },
  workbench: {
    fast: false,
    async prepare() {
      await installPrograms('git', 'tmux', 'chromium');
      await installWorkbench();
    },
    async run(way) {
      // Its processes would all make it at the same time.
      const packaged = await command('package', [node24, join(root, 'test/workbench/vsix.ts')]);
      return packaged.failed > 0 ? packaged : await mocha('workbench', filesOf('workbench', way), way, 2);
    },
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
 * @param {Way} way
 * @param {number} [processes] how many processes share the files
 * @returns {Promise<Counts>}
 */
async function mocha(name, files, { output, onStep, env: environment = env }, processes = 1) {
  const results = Array.from({ length: processes }, (_, index) =>
    resultFile(index === 0 ? name : `${name}-${index + 1}`),
  );
  const hands = deal(files, processes, lastDurations(results));
  const counts = await Promise.all(
    hands.map(async (hand, index) => {
      const limit = silence(10 * minute);
      const ended = runRing({
        files: hand,
        resultFile: results[index] ?? '',
        env: environment,
        limit: limit.signal,
        stdio: output ?? 'inherit',
        onStep(step) {
          limit.heard();
          onStep(index, step);
        },
      });
      return await ended.finally(limit.stop);
    }),
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
