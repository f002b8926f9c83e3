// Where the test runner keeps its files.
import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** Node 24 from the root's packages: it runs mocha on .ts files directly, and code-server. */
export const node24 = join(root, 'node_modules/node/bin/node');

export const agentsDir = join(root, 'test/agents');
export const workbenchDir = join(root, 'test/workbench');

/** Results, logs and screenshots; ignored by git. */
export const resultFile = (/** @type {string} */ ring) => join(outDir('results'), `${ring}.json`);
export const logFile = (/** @type {string} */ name) => join(outDir('logs'), `${name}.log`);

/** What Node has compiled. */
export const compiledDir = join(root, 'out', 'compiled');

function outDir(/** @type {string} */ name) {
  const dir = join(root, 'out', name);
  mkdirSync(dir, { recursive: true });
  return dir;
}
