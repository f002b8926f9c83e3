// The environment of the tests: the same whether npm, a person or a process inside a party starts them.
import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/**
 * Removes the variables that would make a test talk to the party, the agent or the tmux that it was started from.
 * PARTY_TEST_* stays, because people control the tests with it. npm's own node_modules/.bin is removed from PATH,
 * because its `node` is Node 24, and the tests should find the programs that a user has.
 * @param {NodeJS.ProcessEnv} env
 * @returns {NodeJS.ProcessEnv}
 */
export function cleanEnvironment(env) {
  const foreign = /^(PARTY_(?!TEST_)|TMUX$|TMUX_PANE$|CLAUDE|CODEX|ANTHROPIC|OPENAI)/;
  const kept = Object.fromEntries(Object.entries(env).filter(([name]) => !foreign.test(name)));
  const path = userPath(env);
  return { ...kept, PATH: path, PARTY_TEST_NODE20: findProgram('node', path) ?? process.execPath };
}

/**
 * For the rings, which install nothing and talk to 127.0.0.1 only: without the certificates that a company adds. Node 20
 * reads all of them at each start, which takes twice as long as the rest of the start.
 * @param {NodeJS.ProcessEnv} env
 * @returns {NodeJS.ProcessEnv}
 */
export function ringEnvironment(env) {
  const { NODE_EXTRA_CA_CERTS: _, ...needed } = cleanEnvironment(env);
  return needed;
}

/** @param {NodeJS.ProcessEnv} env */
export function userPath(env) {
  const npmDirectory = /[\\/]node_modules[\\/]|[\\/]node-gyp-bin$/;
  return (env['PATH'] ?? '')
    .split(delimiter)
    .filter((dir) => !npmDirectory.test(dir))
    .join(delimiter);
}

/**
 * The first program of that name on a PATH, as a shell would find it.
 * @param {string} name
 * @param {string} path
 */
export function findProgram(name, path) {
  return path
    .split(delimiter)
    .filter((dir) => dir !== '')
    .map((dir) => join(dir, name))
    .find(isExecutable);
}

function isExecutable(/** @type {string} */ file) {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}
