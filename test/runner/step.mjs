// Prints one line per step on stderr, with its time. The output of the step goes to a log file, which is shown when the
// step fails.
import { closeSync, openSync, readFileSync } from 'node:fs';
import { run } from './children.mjs';
import { logFile } from './places.mjs';

/**
 * @param {string} title
 * @param {[string, ...string[]][]} commands run in order
 * @param {{ log: string, cwd: string, env: NodeJS.ProcessEnv }} options
 */
export async function step(title, commands, { log, cwd, env }) {
  const file = logFile(log);
  const output = openSync(file, 'w');
  try {
    await timed(title, async () => {
      for (const argv of commands) {
        const ending = await run(argv, { cwd, env, stdio: ['ignore', output, output] });
        if (ending.code !== 0) throw new Error(`${argv.join(' ')} ended with ${ending.code ?? ending.signal}`);
      }
    });
  } catch (error) {
    process.stderr.write(`${tail(readFileSync(file, 'utf8'), 200)}\n`);
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`${title}: ${reason} (log: ${file})`, { cause: error });
  } finally {
    closeSync(output);
  }
}

/**
 * @param {string} title
 * @param {() => Promise<void>} work
 */
export async function timed(title, work) {
  const started = performance.now();
  process.stderr.write(`  ${title} …\n`);
  await work();
  process.stderr.write(`  ${title}: ${seconds(performance.now() - started)}\n`);
}

export const seconds = (/** @type {number} */ ms) => `${(ms / 1000).toFixed(1)} s`;

const tail = (/** @type {string} */ text, /** @type {number} */ lines) =>
  text.trimEnd().split('\n').slice(-lines).join('\n');
