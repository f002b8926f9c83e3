// `npm test`: installs, builds, and runs the rings side by side. The last line is `N passed, N failed`.
//   node test/run.mjs                    all rings
//   node test/run.mjs --fast             those that need no large install
//   node test/run.mjs core cli           those named
//   node test/run.mjs --repeat 30 cli    again and again, and then each case that failed with its rate
//   node test/run.mjs --busy …           beside a busy loop on each core
import { closeSync, openSync, readFileSync, renameSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { endAllOnSignal, endGroup, startGroup } from './runner/children.mjs';
import { installRoot } from './runner/install.mjs';
import { logFile, node24 } from './runner/places.mjs';
import { Progress } from './runner/progress.mjs';
import { repeatSummary } from './runner/repeat.mjs';
import { allPassed, failure, summary } from './runner/results.mjs';
import { command, rings } from './runner/rings.mjs';

/** @typedef {import('./runner/results.mjs').Row} Row */
/** @typedef {import('./runner/rings.mjs').Ring} Ring */

/** @type {Promise<unknown>} the installs, one after the other */
let preparing = Promise.resolve();

endAllOnSignal();
process.exitCode = await main(process.argv.slice(2));

/** @param {string[]} argv */
async function main(argv) {
  const args = readArguments(argv);
  if (args === undefined) {
    console.error(
      `usage: node test/run.mjs [--fast] [--repeat N] [--busy] [${Object.keys(rings).join('|')}]…\nN is a whole number from 1.`,
    );
    return 1;
  }
  const build = await timedRow('build', async () => {
    await installRoot();
    return await command('build', [node24, 'build.mjs']);
  });
  if (build.failed > 0 && args.repeat !== undefined) {
    // Green repetitions of what an older build has left would prove nothing.
    console.log(`\n${summary([build])}`);
    return 1;
  }
  const loops = args.busy ? Array.from({ length: availableParallelism() }, busyLoop) : [];
  try {
    return args.repeat === undefined ? await once(build, args) : await repeatedly(args.repeat, args);
  } finally {
    await Promise.all(loops.map(endGroup));
  }
}

/**
 * @typedef {object} Arguments
 * @property {[string, Ring][]} chosen
 * @property {boolean} fast
 * @property {boolean} busy
 * @property {number | undefined} repeat
 */

/**
 * @param {string[]} argv
 * @returns {Arguments | undefined} undefined when they are not understood
 */
function readArguments(argv) {
  try {
    const { values, positionals } = parseArgs({
      args: argv,
      allowPositionals: true,
      options: { fast: { type: 'boolean' }, busy: { type: 'boolean' }, repeat: { type: 'string' } },
    });
    if (positionals.some((name) => !(name in rings))) return undefined;
    if (values.repeat !== undefined && !/^[1-9]\d*$/.test(values.repeat)) return undefined;
    const chosen = Object.entries(rings).filter(([name, ring]) =>
      positionals.length > 0 ? positionals.includes(name) : ring.fast || !values.fast,
    );
    return {
      chosen,
      fast: values.fast ?? false,
      busy: values.busy ?? false,
      repeat: values.repeat === undefined ? undefined : Number(values.repeat),
    };
  } catch {
    return undefined; // an option that does not exist
  }
}

/**
 * @param {Row} build
 * @param {Arguments} args
 */
async function once(build, { chosen, fast }) {
  const rows = [build, ...(await runRings(chosen, { fast, show: true }))];
  console.log(`\n${summary(rows)}`);
  return allPassed(rows) ? 0 : 1;
}

/**
 * @param {number} times
 * @param {Arguments} args
 */
async function repeatedly(times, { chosen, fast }) {
  /** @type {Row[][]} */
  const repetitions = [];
  for (let index = 1; index <= times; index++) {
    const rows = await runRings(chosen, { fast, show: false, title: `repetition ${index} of ${times}` });
    repetitions.push(rows);
    for (const row of rows) if (row.failed > 0) keepLog(row.name, index);
    console.log(`── repetition ${index} of ${times} ──\n${summary(rows)}\n`);
  }
  console.log(repeatSummary(repetitions));
  return repetitions.every(allPassed) ? 0 : 1;
}

/**
 * The next repetition would write over what a failed ring printed.
 * @param {string} ring
 * @param {number} index
 */
function keepLog(ring, index) {
  const kept = logFile(`ring-${ring}-repetition-${index}`);
  renameSync(logFile(`ring-${ring}`), kept);
  console.log(`what ${ring} printed: ${kept}`);
}

/**
 * @param {[string, Ring][]} chosen
 * @param {{ fast: boolean, show: boolean, title?: string }} options `show`: what a ring prints goes to the terminal
 */
async function runRings(chosen, { fast, show, title }) {
  const progress = new Progress(title);
  const alone = show && chosen.length === 1;
  const prepared = chosen.map(([, ring]) => oneAtATime(ring.prepare));
  const allPrepared = Promise.allSettled(prepared);
  try {
    return await Promise.all(
      chosen.map(([name, ring], index) => {
        // An install writes so much to the disk that a program which waits for its own small file may wait for minutes.
        const isReady = async () => {
          await prepared[index];
          if (!ring.duringInstalls) await allPrepared;
        };
        return runOne(name, ring, { fast, show, alone, progress, isReady });
      }),
    );
  } finally {
    progress.close();
  }
}

/**
 * What several rings print at once would mix, so it goes to a file and is shown when the ring has ended.
 * @param {string} name
 * @param {Ring} ring
 * @param {{ fast: boolean, show: boolean, alone: boolean, progress: Progress, isReady: () => Promise<void> }} options
 */
async function runOne(name, ring, { fast, show, alone, progress, isReady }) {
  if (alone) console.log(`\n── ${name} ──`);
  const path = logFile(`ring-${name}`);
  const output = alone ? {} : { output: openSync(path, 'w') };
  progress.begin(name);
  const row = await timedRow(name, async () => {
    await isReady();
    return await ring.run({ fast, ...output, onStep: (index, step) => progress.step(name, index, step) });
  });
  progress.end(name);
  if (output.output !== undefined) closeSync(output.output);
  if (show && !alone) console.log(`\n── ${name} ──\n${readFileSync(path, 'utf8')}`);
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
 * @param {() => Promise<import('./runner/results.mjs').Counts>} work
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
    return { name, ...failure(error instanceof Error ? error.message : String(error)), seconds: elapsed() };
  }
}

/** What a machine does that has other work: tests must not depend on being alone. */
function busyLoop() {
  return startGroup(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' });
}
