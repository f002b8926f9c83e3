// Runs mocha on the given files: readable output for people, and a result file for test/run.mjs.
//   node24 test/runner/mocha.mjs RESULT.json FILE.test.ts…
import { writeFileSync } from 'node:fs';
import module from 'node:module';
import Mocha from 'mocha';
import { closeToLimit, noteDuration } from './margins.mjs';
import { compiledDir } from './places.mjs';

/** @typedef {import('./results.mjs').Result} Result */

/**
 * The spec reporter, which also writes the results at the end. After a crash, a kill or process.exit in a test, there
 * is no result file.
 */
export class SpecAndResult extends Mocha.reporters.Spec {
  /**
   * @param {Mocha.Runner} runner
   * @param {Mocha.MochaOptions & { reporterOption?: { output: string } }} options
   */
  constructor(runner, options) {
    super(runner, options);
    /** @type {Result['tests']} */
    const tests = [];
    const { suite: root } = runner; // while tests run, runner.suite is the suite of the current test
    // For the line about the progress; `process.send` is there when test/runner/ring.mjs started this process.
    runner.on('test end', () => process.send?.({ done: tests.length, total: root.total() }));
    runner.on('pass', (test) => tests.push(record(test, 'passed')));
    runner.on('fail', (test, error) => tests.push(record(test, 'failed', error)));
    runner.on('pending', (test) => tests.push(record(test, 'pending')));
    runner.on('pass', (test) => noteDuration(test.fullTitle(), test.duration ?? 0, test.timeout()));
    const files = fileTimes(runner);
    runner.once('end', () => {
      // Counted at the end, because tests may be added during the run. total() also counts the tests that never began.
      const result = { registered: root.total(), tests, files: files(), close: closeToLimit() };
      const output = options.reporterOption?.output;
      if (output !== undefined) writeFileSync(output, JSON.stringify(result, null, 2));
    });
  }
}

/**
 * Measures the outermost suites, because the duration of a test does not contain its hooks.
 * @param {Mocha.Runner} runner
 */
function fileTimes(runner) {
  /** @type {Map<string, number>} */
  const times = new Map();
  const isOutermost = (/** @type {Mocha.Suite} */ suite) => suite.parent?.root && suite.file !== undefined;
  let began = 0;
  runner.on('suite', (suite) => {
    if (isOutermost(suite)) began = performance.now();
  });
  runner.on('suite end', (suite) => {
    const { file = '' } = suite;
    if (isOutermost(suite)) times.set(file, (times.get(file) ?? 0) + performance.now() - began);
  });
  return () => [...times].map(([file, ms]) => ({ file, ms: Math.round(ms) }));
}

/**
 * @param {Mocha.Runnable} test
 * @param {'passed' | 'failed' | 'pending'} outcome
 * @param {unknown} [error]
 */
function record(test, outcome, error) {
  const title = test.fullTitle();
  const duration = test.duration ?? 0;
  return error === undefined ? { title, outcome, duration } : { title, outcome, duration, error: describe(error) };
}

function describe(/** @type {unknown} */ error) {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

/**
 * @param {string} output
 * @param {string[]} files
 * @returns {Promise<number>} how many failed
 */
export async function runFiles(output, files) {
  const mocha = new Mocha({ reporter: SpecAndResult, reporterOptions: { output }, forbidOnly: true, timeout: 30_000 });
  for (const file of files) mocha.addFile(file);
  await mocha.loadFilesAsync();
  // Now and not only at the end: programs that these tests start have sources in common with them.
  /** @type {any} */ (module).flushCompileCache();
  return await new Promise((resolve) => mocha.run(resolve));
}

if (import.meta.filename === process.argv[1]) {
  const [output = '', ...files] = process.argv.slice(2);
  // Keeps the compiled tests and sources for the next process, which then loads them in half the time. The types are
  // those of Node 20, which does not have this.
  /** @type {any} */ (module).enableCompileCache(compiledDir);
  process.exitCode = (await runFiles(output, files)) > 0 ? 1 : 0;
  // This timer keeps no process alive. If it fires, something else does.
  setTimeout(() => {
    console.error(`still open 10 s after the last test: ${process.getActiveResourcesInfo().join(', ')}`);
    process.exit(2);
  }, 10_000).unref();
}
