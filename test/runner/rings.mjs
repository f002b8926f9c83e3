// The rings of tests: what each needs on the machine, which files it runs, and in how many processes.
import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { run } from './children.mjs';
import { deal, lastDurations } from './deal.mjs';
import { ringEnvironment } from './environment.mjs';
import { installAgents, installPrograms, installWorkbench, installWorkbenchDriver, programPath } from './install.mjs';
import { node24, resultFile, root } from './places.mjs';
import { failure, success, total } from './results.mjs';
import { runRing, strayTests, testFiles } from './ring.mjs';
import { silence } from './silence.mjs';
import { Slots } from './slots.mjs';
import { step } from './step.mjs';

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
 * @property {() => Promise<void>} prepare installs what this ring needs
 * @property {boolean} [duringInstalls] it waits for no file of its own, so that it runs while other rings install
 * @property {(way: Way) => Promise<Counts>} run
 */

/**
 * How the files of a ring become processes.
 * @typedef {object} Share
 * @property {number} processes how many processes share the files, one after the other or side by side as there are slots:
 *   several for each slot, so that no slot is left without work while one of them has the longest files
 * @property {number} msPerByte how long a file takes for each byte, on average: it counts until the file has run once
 * @property {number} [size] how many slots each of the processes needs
 */

const minute = 60_000;
// Tests of the whole project, such as the direction of imports, and of this runner. They run with the core ring.
const houseFolders = ['house', 'runner'];
const env = ringEnvironment(process.env);
const basics = () => installPrograms('git', 'tmux');
// Most tests wait about half of their time: for tmux, for a browser, for an agent.
const slots = new Slots(2 * availableParallelism());
/** The weight of the type check: it has the quickest answer, and it reads files that a later install replaces. */
const first = Number.POSITIVE_INFINITY;
/** Added to the weight of the fast rings, so that their answers come before the slow rings begin: more than a day. */
const fastFirst = 100_000_000;
/** @type {Promise<unknown>} the type check that runs */
let checking = Promise.resolve();

/** @type {Record<string, Ring>} */
export const rings = {
  check: {
    fast: true,
    duringInstalls: true,
    prepare: installWorkbenchDriver,
    async run(way) {
      const checked = slots.run({ weight: first }, () => check(way));
      checking = checked.catch(() => {});
      return await checked;
    },
  },
  core: {
    fast: true,
    duringInstalls: true,
    prepare: async () => {},
    run: (way) =>
      mocha(
        'core',
        [...houseFolders, 'core'].flatMap((name) => filesOf(name, way)),
        way,
        { processes: 1, msPerByte: 0.15 },
      ),
  },
  node: {
    fast: true,
    prepare: basics,
    run: (way) => mocha('node', filesOf('node', way), way, { processes: 5, msPerByte: 1 }),
  },
  cli: {
    fast: true,
    // The shells are for their completion.
    prepare: () => installPrograms('git', 'tmux', 'zsh', 'fish'),
    run: (way) => mocha('cli', filesOf('cli', way), way, { processes: 12, msPerByte: 2 }),
  },
  extension: {
    fast: true,
    prepare: basics,
    run: (way) => mocha('extension', filesOf('extension', way), way, { processes: 2, msPerByte: 0.2 }),
  },
  github: {
    fast: true,
    prepare: () => installPrograms('git', 'tmux', 'gh'),
    run: (way) => mocha('github', filesOf('github', way), way, { processes: 4, msPerByte: 4 }),
  },
  stress: {
    fast: false,
    async prepare() {
      await basics();
      if (programPath('rg') === undefined) await installAgents(); // Codex brings one
    },
    run: (way) => mocha('stress', filesOf('stress', way), way, { processes: 4, msPerByte: 6 }),
  },
  agents: {
    fast: false,
    async prepare() {
      await installPrograms('git', 'tmux', 'gh');
      await installAgents();
    },
    // A client may still run when a call of Party has ended, so that each call is a process of its own here. Two at a time:
    // the clients have time limits of their own, which more of them at once would reach.
    run: (way) =>
      mocha(
        'agents',
        filesOf('agents', way),
        { ...way, env: { ...env, PARTY_TEST_COLD: '1' } },
        { processes: 2, msPerByte: 4 },
      ),
  },
  workbench: {
    fast: false,
    async prepare() {
      await installPrograms('git', 'tmux', 'chromium');
      await checking; // the install removes the types of the driver for a while
      await installWorkbench();
      // Its processes would all make it at the same time.
      await step('package', [[node24, 'test/workbench/vsix.ts']], { log: 'package', cwd: root, env });
    },
    // Each process has a VS Code and a browser, which keep a core busy: beside others they would make each other late.
    run: (way) => mocha('workbench', filesOf('workbench', way), way, { processes: 6, msPerByte: 9, size: 2 }),
  },
};

/**
 * Runs a program whose exit code tells whether it succeeded.
 * @param {string} name
 * @param {[string, ...string[]]} argv
 * @param {'inherit' | number} [output] where it prints
 * @returns {Promise<Counts>}
 */
export async function command(name, argv, output = 'inherit') {
  const limit = AbortSignal.timeout(5 * minute);
  const ending = await run(argv, { cwd: root, env, limit, stdio: ['ignore', output, output] });
  return ending.code === 0 ? success() : failure(`${name} ended with ${ending.code ?? ending.signal}`);
}

/**
 * @param {Way} way
 * @returns {Promise<Counts>}
 */
async function check({ output }) {
  const bin = join(root, 'node_modules/.bin');
  const types = await command('tsc', [node24, join(bin, 'tsc'), '--noEmit'], output);
  const lint = await command('biome', [node24, join(bin, 'biome'), 'ci', '.'], output);
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
 * @param {Share} share
 * @returns {Promise<Counts>}
 */
async function mocha(name, files, { output, onStep, env: environment = env }, { processes, msPerByte, size = 1 }) {
  const results = Array.from({ length: processes }, (_, index) =>
    resultFile(index === 0 ? name : `${name}-${index + 1}`),
  );
  const hands = deal(files, processes, lastDurations(results, msPerByte));
  const runHand = async (/** @type {string[]} */ hand, /** @type {number} */ index) => {
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
  };
  const rank = rings[name]?.fast ? fastFirst : 0;
  // The progress shows that there is more to come than the processes that have begun.
  for (const index of hands.keys()) onStep(index, { done: 0, total: 0 });
  const counts = hands.map((hand, index) =>
    slots.run({ weight: rank + hand.weight, size }, () => runHand(hand.files, index)),
  );
  return total(await Promise.all(counts));
}

/**
 * The fast way leaves out `*.slow.test.ts`.
 * @param {string} ring or one of the house's folders
 * @param {Way} way
 */
function filesOf(ring, { fast }) {
  const dir = join(root, 'test', ring);
  const files = existsSync(dir) ? testFiles(dir) : [];
  return fast ? files.filter((file) => !file.endsWith('.slow.test.ts')) : files;
}
