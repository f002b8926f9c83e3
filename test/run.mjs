// `npm test`: installs, builds, and runs the rings, fast ones first. The last line is `N passed, N failed`.
//   node test/run.mjs            all rings
//   node test/run.mjs --fast     those that need no large install
//   node test/run.mjs core cli   those named
import { closeSync, existsSync, mkdirSync, openSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { endAllOnSignal, run } from './children.mjs';
import { cleanEnvironment } from './environment.mjs';
import {
  installAgents,
  installPrograms,
  installRoot,
  installWorkbench,
  installWorkbenchDriver,
  programPath,
} from './install.mjs';
import { node24, resultFile, root } from './places.mjs';
import { allPassed, summary } from './results.mjs';
import { runRing, strayTests, testFiles } from './ring.mjs';

/** @typedef {import('./results.mjs').Row} Row */
/** @typedef {Omit<Row, 'name' | 'seconds'>} Counts */

const minute = 60_000;
const env = cleanEnvironment(process.env);

/**
 * @typedef {object} Ring
 * @property {boolean} fast
 * @property {() => Promise<void>} prepare installs only what this ring needs, so that the fast ones speak first
 * @property {(output?: number) => Promise<Counts>} run `output` is a file for what it prints, when it is not alone
 * @property {boolean} [beside] may run beside the others that say so: it mostly waits
 */

/** @type {Record<string, Ring>} */
const rings = {
  check: { fast: true, prepare: installWorkbenchDriver, run: check },
  core: {
    fast: true,
    beside: true,
    prepare: nothing,
    run: (output) => mocha('core', [...topLevelTests(), ...filesOf('core')], 10, output),
  },
  node: { fast: true, beside: true, prepare: basics, run: (output) => mocha('node', filesOf('node'), 15, output, 2) },
  cli: { fast: true, beside: true, prepare: basics, run: (output) => mocha('cli', filesOf('cli'), 20, output, 4) },
  extension: {
    fast: true,
    beside: true,
    prepare: basics,
    run: (output) => mocha('extension', filesOf('extension'), 10, output),
  },
  github: {
    fast: true,
    beside: true,
    prepare: () => installPrograms('git', 'tmux', 'gh'),
    run: (output) => mocha('github', filesOf('github'), 5, output, 2),
  },
  stress: {
    fast: false,
    async prepare() {
      await basics();
      if (programPath('rg') === undefined) await installAgents(); // Codex brings one
    },
    run: (output) => mocha('stress', filesOf('stress'), 15, output),
  },
  agents: {
    fast: false,
    async prepare() {
      await installPrograms('git', 'tmux', 'gh');
      await installAgents();
    },
    run: () => mocha('agents', filesOf('agents'), 20),
  },
  workbench: {
    fast: false,
    async prepare() {
      await installPrograms('git', 'tmux', 'chromium');
      await installWorkbench();
    },
    run: () => mocha('workbench', filesOf('workbench'), 25),
  },
};

/** @type {Promise<unknown>} the installs, one after the other */
let preparing = Promise.resolve();

endAllOnSignal();
process.exitCode = await main(process.argv.slice(2));

/** @param {string[]} args */
async function main(args) {
  const unknown = args.filter((arg) => arg !== '--fast' && !(arg in rings));
  if (unknown.length > 0) {
    console.error(
      `unknown: ${unknown.join(' ')}\nusage: node test/run.mjs [--fast] [${Object.keys(rings).join('|')}]…`,
    );
    return 1;
  }
  const named = args.filter((arg) => arg in rings);
  const chosen = Object.entries(rings).filter(([name, ring]) =>
    named.length > 0 ? named.includes(name) : ring.fast || !args.includes('--fast'),
  );

  /** @type {Row[]} */
  const rows = [];
  const build = await timedRow('build', async () => {
    await installRoot();
    return await command('build', [node24, 'build.mjs']);
  });
  rows.push(build);
  for (const wave of waves(chosen)) {
    rows.push(...(await Promise.all(wave.map(([name, ring]) => runInWave(name, ring, wave.length === 1)))));
  }
  console.log(`\n${summary(rows)}`);
  return allPassed(rows) ? 0 : 1;
}

/**
 * Rings that follow each other and may run beside each other; every other one is a wave of its own.
 * @param {[string, Ring][]} chosen
 */
function waves(chosen) {
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
 * What several print at once would mix, so it goes to a file and is shown when the ring has ended.
 * @param {string} name
 * @param {Ring} ring
 * @param {boolean} alone
 */
async function runInWave(name, ring, alone) {
  if (alone) console.log(`\n── ${name} ──`);
  const path = join(root, 'out/logs', `ring-${name}.log`);
  mkdirSync(dirname(path), { recursive: true });
  const output = alone ? undefined : openSync(path, 'w');
  const row = await timedRow(name, async () => {
    await oneAtATime(ring.prepare);
    return await ring.run(output);
  });
  if (output !== undefined) {
    closeSync(output);
    console.log(`\n── ${name} ──\n${readFileSync(path, 'utf8')}`);
  }
  return row;
}

/**
 * Two installs at once would meet in npm's or apt's lock.
 * @param {() => Promise<void>} prepare
 */
function oneAtATime(prepare) {
  const mine = preparing.then(prepare);
  preparing = mine.catch(() => {});
  return mine;
}

/**
 * A ring that cannot run has failed, with its reason.
 * @param {string} name
 * @param {() => Promise<Counts>} work
 * @returns {Promise<Row>}
 */
async function timedRow(name, work) {
  const started = performance.now();
  const elapsed = () => (performance.now() - started) / 1000;
  try {
    const counts = await work();
    return { name, ...counts, seconds: elapsed() };
  } catch (error) {
    console.error(error);
    const reason = error instanceof Error ? error.message : String(error);
    return { name, passed: 0, failed: 1, reasons: [reason], seconds: elapsed() };
  }
}

/** @returns {Promise<Counts>} */
async function check() {
  const bin = join(root, 'node_modules/.bin');
  const types = await command('tsc', [node24, join(bin, 'tsc'), '--noEmit']);
  const lint = await command('biome', [node24, join(bin, 'biome'), 'ci', '.']);
  return total([types, lint, everyTestHasARing()]);
}

/**
 * Tests in a folder that no ring runs would be green for ever.
 * @returns {Counts}
 */
function everyTestHasARing() {
  const homeless = strayTests(join(root, 'test'), Object.keys(rings));
  if (homeless.length === 0) return { passed: 1, failed: 0, reasons: [] };
  return { passed: 0, failed: 1, reasons: [`no ring runs ${homeless.join(', ')}`] };
}

/**
 * @param {string} name
 * @param {[string, ...string[]]} argv
 * @returns {Promise<Counts>}
 */
async function command(name, argv) {
  const ending = await run(argv, { cwd: root, env, limit: 5 * minute, stdio: ['ignore', 'inherit', 'inherit'] });
  if (ending.code === 0) return { passed: 1, failed: 0, reasons: [] };
  return { passed: 0, failed: 1, reasons: [`${name} ended with ${ending.code ?? ending.signal}`] };
}

/**
 * @param {string} name
 * @param {string[]} files
 * @param {number} minutes
 * @param {number} [output]
 * @param {number} [processes] the files are dealt out to so many
 * @returns {Promise<Counts>}
 */
async function mocha(name, files, minutes, output, processes = 1) {
  const hands = Array.from({ length: processes }, (_, hand) => files.filter((_, index) => index % processes === hand));
  const counts = await Promise.all(
    hands.map((hand, index) =>
      runRing({
        files: hand,
        resultFile: resultFile(index === 0 ? name : `${name}-${index + 1}`),
        env,
        limit: minutes * minute,
        stdio: output ?? 'inherit',
      }),
    ),
  );
  return total(counts);
}

/**
 * @param {Counts[]} counts
 * @returns {Counts}
 */
function total(counts) {
  return {
    passed: counts.reduce((sum, { passed }) => sum + passed, 0),
    failed: counts.reduce((sum, { failed }) => sum + failed, 0),
    reasons: counts.flatMap(({ reasons }) => reasons),
  };
}

/** What is called `*.slow.test.ts` waits for the whole run. */
function filesOf(/** @type {string} */ ring) {
  const dir = join(root, 'test', ring);
  const files = existsSync(dir) ? testFiles(dir) : [];
  return process.argv.includes('--fast') ? files.filter((file) => !file.endsWith('.slow.test.ts')) : files;
}

/** Tests about the whole house, such as the direction of imports, lie directly in test/. */
function topLevelTests() {
  const dir = join(root, 'test');
  return readdirSync(dir)
    .filter((name) => name.endsWith('.test.ts'))
    .sort()
    .map((name) => join(dir, name));
}

async function nothing() {}

function basics() {
  return installPrograms('git', 'tmux');
}
