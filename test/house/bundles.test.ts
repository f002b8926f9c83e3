// What ships as code: small enough, and readable by the oldest Node that users have.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build, type Metafile } from 'esbuild';
import { options } from '../../build.mjs';
import { root } from '../runner/places.mjs';

const kB = 1000;
/** Measured, and a fifth more. A bundle that outgrows it either got a new library or a good reason. */
const budgets = { extension: 525 * kB, cli: 700 * kB, hook: 360 * kB };

describe('bundles', () => {
  let directory: string;
  let outputs: Metafile['outputs'];

  before(async () => {
    directory = mkdtempSync(join(tmpdir(), 'party-bundles-'));
    const { metafile } = await build({
      ...options,
      absWorkingDir: root,
      outdir: directory,
      minify: true,
      sourcemap: false,
    });
    outputs = metafile?.outputs ?? {};
  });
  after(() => rmSync(directory, { recursive: true, force: true }));

  it('extension.cjs has nothing that asks GitHub or changes tasks: the program does', () => {
    const bundle = Object.entries(outputs).find(([file]) => file.endsWith('extension.cjs'))?.[1];
    const inputs = Object.entries(bundle?.inputs ?? {});
    const used = inputs.filter(([, { bytesInOutput }]) => bytesInOutput > 0).map(([file]) => file);
    assert.ok(used.includes('src/node/tasks/files/reader.ts'));
    const acting = /^src\/node\/(turnLock|pm\/(fsStorage|openPm|findingTask|github\/(?!detectRepo)\w+))\.ts$/;
    assert.deepEqual(
      used.filter((file) => acting.test(file)),
      [],
    );
  });

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
