// `party` is several bundles: what one call needs, and what it says when a bundle is broken.

import assert from 'node:assert/strict';
import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { copyBuilt } from '../../support/copyBuilt.ts';
import { node20, Sandbox } from '../../support/sandbox.ts';

describe('the bundles of party', () => {
  let box: Sandbox;
  let dist: string;
  beforeEach(() => {
    box = new Sandbox();
    const root = box.directory('party');
    dist = join(root, 'dist');
    copyBuilt(root, 'dist', 'package.json');
  });
  afterEach(() => box.dispose());

  const party = (...args: string[]) => box.run(node20, [join(dist, 'cli.cjs'), ...args]);

  it('--version, --help and an unknown verb need only cli.cjs', async () => {
    for (const name of readdirSync(dist)) if (name !== 'cli.cjs') rmSync(join(dist, name));
    assert.match((await party('--version')).stdout, /^\d+\.\d+\.\d+\n$/);
    const { stdout, code } = await party('--help');
    assert.equal(code, 0);
    assert.match(stdout, /^ {2}status {2,}Everything about this project at a glance$/m);
    assert.match((await party('statsu')).stderr, /There is no verb statsu; did you mean status\?/);
  });

  it('a verb needs no bundle but its own', async () => {
    for (const name of readdirSync(dist)) {
      if (name !== 'cli.cjs' && name !== 'cli-panes.cjs') rmSync(join(dist, name));
    }
    const { stdout, stderr, code } = await party('sessions', '--json');
    assert.deepEqual({ code, stderr }, { code: 0, stderr: '' });
    assert.ok(JSON.parse(stdout));
  });

  for (const [what, text] of Object.entries({
    'is missing': undefined,
    'is empty': '',
    'is cut off': 'exports.run = (',
  })) {
    it(`a verb fails when its bundle ${what}`, async () => {
      const file = join(dist, 'cli-panes.cjs');
      if (text === undefined) rmSync(file);
      else writeFileSync(file, text);
      const { code, stdout, stderr } = await party('sessions', '--json');
      assert.deepEqual({ code, stdout }, { code: 1, stdout: '' });
      assert.equal(JSON.parse(stderr).error.code, 'INTERNAL');
    });
  }
});
