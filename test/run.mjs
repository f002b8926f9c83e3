// `npm test`: installs, builds, and runs the rings, fast ones first. The last line is `N passed, N failed`.
//   node test/run.mjs            all rings
//   node test/run.mjs --fast     those that need no large install
//   node test/run.mjs core cli   those named
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { endAllOnSignal, run } from './children.mjs';
import { cleanEnvironment } from './environment.mjs';
import { installAgents, installPrograms, installRoot, installWorkbench, installWorkbenchDriver } from './install.mjs';
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
 * @property {() => Promise<Counts>} run
 */

/** @type {Record<string, Ring>} */
const rings = {
  check: { fast: true, prepare: installWorkbenchDriver, run: check },
  core: { fast: true, prepare: nothing, run: () => mocha('core', [...topLevelTests(), ...filesOf('core')], 5) },
  node: { fast: true, prepare: () => installPrograms('git', 'tmux'), run: () => mocha('node', filesOf('node'), 5) },
  cli: { fast: true, prepare: () => installPrograms('git', 'tmux'), run: () => mocha('cli', filesOf('cli'), 5) },
  extension: {
    fast: true,
    prepare: () => installPrograms('git', 'tmux'),
    run: () => mocha('extension', filesOf('extension'), 5),
  },
  agents: {
    fast: false,
    async prepare() {
      await installPrograms('git', 'tmux');
      await installAgents();
    },
    run: () => mocha('agents', filesOf('agents'), 10),
  },
  workbench: {
    fast: false,
    async prepare() {
      await installPrograms('git', 'tmux', 'chromium');
      await installWorkbench();
    },
    run: () => mocha('workbench', filesOf('workbench'), 15),
  },
};

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
  for (const [name, ring] of chosen) {
    console.log(`\n── ${name} ──`);
    rows.push(
      await timedRow(name, async () => {
        await ring.prepare();
        return await ring.run();
      }),
    );
  }
  console.log(`\n${summary(rows)}`);
  return allPassed(rows) ? 0 : 1;
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
  const rows = [types, lint, everyTestHasARing()];
  return {
    passed: rows.reduce((sum, row) => sum + row.passed, 0),
    failed: rows.reduce((sum, row) => sum + row.failed, 0),
    reasons: rows.flatMap((row) => row.reasons),
  };
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
 */
function mocha(name, files, minutes) {
  return runRing({ files, resultFile: resultFile(name), env, limit: minutes * minute });
}

function filesOf(/** @type {string} */ ring) {
  const dir = join(root, 'test', ring);
  return existsSync(dir) ? testFiles(dir) : [];
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
