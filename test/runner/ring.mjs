// A ring of tests is one mocha process. Its result file decides how it went, never its exit code alone.
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { run } from './children.mjs';
import { inMemory } from './memory.mjs';
import { node24, root } from './places.mjs';
import { failure, judge } from './results.mjs';

/**
 * @param {object} ring
 * @param {string[]} ring.files
 * @param {string} ring.resultFile
 * @param {NodeJS.ProcessEnv} ring.env
 * @param {AbortSignal} ring.limit ends the ring, and everything that it started
 * @param {'inherit' | 'ignore' | number} [ring.stdio] where its readable output goes
 * @param {(step: import('./progress.mjs').Step) => void} [ring.onStep] called after each test
 */
export async function runRing({ files, resultFile, env, limit, stdio = 'inherit', onStep }) {
  if (files.length === 0) return failure('no test files');
  rmSync(resultFile, { force: true }); // or a killed run would be judged by the one before
  const start = inMemory({ argv: [node24, join(root, 'test/runner/mocha.mjs'), resultFile, ...files], env });
  const ending = await run(start.argv, {
    cwd: root,
    env: start.env,
    limit,
    stdio: ['ignore', stdio, stdio, 'ipc'],
    onMessage: (step) => onStep?.(/** @type {import('./progress.mjs').Step} */ (step)),
  });
  return judge(readResult(resultFile), ending);
}

/**
 * The *.test.ts files below a directory of test/. An extension host, not this runner, runs those in a folder inHost.
 * @param {string} dir
 * @returns {string[]}
 */
export function testFiles(dir) {
  return readdirSync(dir, { withFileTypes: true })
    .filter((entry) => entry.name !== 'node_modules' && entry.name !== 'inHost')
    .flatMap((entry) => {
      const path = join(dir, entry.name);
      if (entry.isDirectory()) return testFiles(path);
      return entry.name.endsWith('.test.ts') ? [path] : [];
    })
    .sort();
}

/**
 * The folders of `dir` that hold tests but belong to no ring.
 * @param {string} dir
 * @param {string[]} rings
 */
export function strayTests(dir, rings) {
  return readdirSync(dir, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !rings.includes(entry.name))
    .map((entry) => entry.name)
    .filter((name) => testFiles(join(dir, name)).length > 0);
}

/**
 * @param {string} file
 * @returns {import('./results.mjs').Result | undefined}
 */
function readResult(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined; // absent, or cut off in the middle of writing
  }
}
