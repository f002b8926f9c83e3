// Decides what counts as passed. Pure, and tested by run.test.ts, because the result of every test depends on it.

import { marginText } from './margins.mjs';

/** @typedef {import('./margins.mjs').Margin} Margin */

/**
 * What mocha wrote about its run (test/runner/mocha.mjs).
 * @typedef {object} Result
 * @property {number} registered
 * @property {{ title: string, outcome: 'passed' | 'failed' | 'pending', duration: number, error?: string }[]} tests
 * @property {{ file: string, ms: number }[]} [files] how long each file took, with its hooks
 * @property {Margin[]} [close] what came close to its limit
 */

/**
 * The result of a ring, or of one of its processes.
 * @typedef {object} Counts
 * @property {number} passed
 * @property {number} failed
 * @property {string[]} reasons
 * @property {Case[]} cases the tests and hooks that failed or were skipped
 * @property {Margin[]} [close] what passed close to its limit
 */

/** @typedef {{ title: string, error?: string }} Case */

/** @typedef {Counts & { name: string, seconds: number }} Row */

/**
 * A registered test that did not pass has failed, even if it is pending or was never reached because a hook failed. A
 * run that found no tests, left no result file or ended badly adds one more failure.
 * @param {Result | undefined} result
 * @param {import('./children.mjs').Ending} ending
 * @returns {Counts}
 */
export function judge(result, ending) {
  const ended = endedBadly(ending);
  if (result === undefined) return failure(`no result was written${ended ? `: ${ended}` : ''}`);

  const count = (/** @type {string} */ outcome) => result.tests.filter((test) => test.outcome === outcome).length;
  const passed = count('passed');
  const broken = count('failed');
  const pending = count('pending');
  const unreached = result.registered - passed - pending - result.tests.filter(isFailedTest).length;
  let failed = Math.max(broken + pending, result.registered - passed);

  const reasons = [];
  if (broken > 0) reasons.push(`${broken} failed`);
  if (pending > 0) reasons.push(`${pending} pending`);
  if (unreached > 0) reasons.push(`${unreached} not reached`);
  if (passed === 0 && failed === 0) {
    failed = 1;
    reasons.push('no test ran');
  }
  // mocha exits with code 1 when tests failed, and those are already counted.
  if (ended !== undefined && !(failed > 0 && ending.code === 1)) {
    failed += 1;
    reasons.push(ended);
  }
  const cases = result.tests
    .filter(({ outcome }) => outcome !== 'passed')
    .map(({ title, error }) => (error === undefined ? { title } : { title, error }));
  return { passed, failed, reasons, cases, ...(result.close?.length ? { close: result.close } : {}) };
}

/**
 * One failure outside any test: a program that ended badly, or a ring that could not run.
 * @param {string} reason
 * @returns {Counts}
 */
export function failure(reason) {
  return { passed: 0, failed: 1, reasons: [reason], cases: [] };
}

/** @returns {Counts} */
export function success() {
  return { passed: 1, failed: 0, reasons: [], cases: [] };
}

/**
 * @param {Counts[]} counts
 * @returns {Counts}
 */
export function total(counts) {
  return {
    passed: counts.reduce((sum, { passed }) => sum + passed, 0),
    failed: counts.reduce((sum, { failed }) => sum + failed, 0),
    reasons: counts.flatMap(({ reasons }) => reasons),
    cases: counts.flatMap(({ cases }) => cases),
    close: counts.flatMap(({ close }) => close ?? []),
  };
}

// mocha reports a broken hook as a failure of its own, whose title contains this after the suite's title.
const isFailedTest = (/** @type {Result['tests'][number]} */ test) =>
  test.outcome === 'failed' && !/"(before|after) (all|each)" hook/.test(test.title);

/** @param {import('./children.mjs').Ending} ending */
function endedBadly({ code, signal, timedOut }) {
  if (timedOut) return 'stopped at its time limit';
  if (signal !== null) return `killed by ${signal}`;
  return code === 0 ? undefined : `exit code ${code}`;
}

/**
 * The table of all rings, the failed cases, and the line that must come last.
 * @param {Row[]} rows
 */
export function summary(rows) {
  const width = Math.max(...rows.map((row) => row.name.length));
  const lines = rows.map((row) => {
    const numbers = `${String(row.passed).padStart(5)} passed ${String(row.failed).padStart(4)} failed`;
    const reasons = row.reasons.length > 0 ? `  ${row.reasons.join('; ')}` : '';
    return `  ${row.name.padEnd(width)} ${numbers} ${row.seconds.toFixed(1).padStart(7)} s${reasons}`;
  });
  const cases = rows.flatMap(({ name, cases }) => cases.map((one) => `  ${name} › ${one.title}${why(one)}`));
  const close = rows.flatMap(({ name, close = [] }) => close.map((one) => `  ${name} › ${marginText(one)}`));
  return [
    ...[...lines, ''],
    ...titled('Passed, but took more than half of their limit:', close),
    ...titled('Cases that failed:', cases),
    lastLine(rows),
  ].join('\n');
}

/**
 * @param {string} title
 * @param {string[]} lines
 */
const titled = (title, lines) => (lines.length > 0 ? [title, ...lines, ''] : []);

/**
 * The beginning of the error, because a log that is cut to its end must still say why.
 * @param {Case} failed
 */
const why = ({ error }) => (error === undefined ? '' : `\n${indented(error.split('\n').slice(0, 6))}`);

/** @param {string[]} lines */
const indented = (lines) => lines.map((line) => `      ${line.trim().slice(0, 3000)}`).join('\n');

/** @param {Row[]} rows */
const lastLine = (rows) => `${sum(rows, 'passed')} passed, ${sum(rows, 'failed')} failed`;

/** @param {Row[]} rows */
export const allPassed = (rows) => rows.length > 0 && sum(rows, 'failed') === 0 && sum(rows, 'passed') > 0;

/**
 * @param {Row[]} rows
 * @param {'passed' | 'failed'} what
 */
const sum = (rows, what) => rows.reduce((total, row) => total + row[what], 0);
