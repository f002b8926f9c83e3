// What ships as code: small enough, and readable by the oldest Node that users have.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { options } from '../build.mjs';
import { root } from './places.mjs';

const kB = 1000;
/** Measured, and a fifth more. A bundle that outgrows it either got a new library or a good reason. */
const budgets = { extension: 425 * kB, cli: 545 * kB, hook: 315 * kB };

describe('bundles', () => {
  let directory: string;

  before(async () => {
    directory = mkdtempSync(join(tmpdir(), 'party-bundles-'));
    await build({ ...options, absWorkingDir: root, outdir: directory, minify: true, sourcemap: false });
  });
  after(() => rmSync(directory, { recursive: true, force: true }));

  for (const [name, budget] of Object.entries(budgets)) {
    it(`${name}.cjs is at most ${budget / kB} kB`, () => {
      const { size } = statSync(join(directory, `${name}.cjs`));
      assert.ok(size <= budget, `${name}.cjs has ${size} bytes`);
    });

    it(`${name}.cjs is understood by Node 20`, () => {
      const node = process.env['PARTY_TEST_NODE20'] ?? process.execPath;
      const { status, stderr } = spawnSync(node, ['--check', join(directory, `${name}.cjs`)], { encoding: 'utf8' });
      assert.equal(status, 0, stderr);
    });
  }
});
