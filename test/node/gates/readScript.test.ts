// What the gate before pull requests can read of a script.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readScript } from '../../../src/node/gates/readScript.ts';
import { Sandbox } from '../../support/sandbox.ts';

describe('a script that a line runs', () => {
  let box: Sandbox;
  beforeEach(() => {
    box = new Sandbox();
  });
  afterEach(() => box.dispose());

  it('is read as text; a pipe is not opened, but known as something that could run', () => {
    const folder = box.directory('scripts');
    writeFileSync(join(folder, 'x.sh'), 'true\n');
    execFileSync('mkfifo', [join(folder, 'pipe')]);
    assert.equal(readScript(join(folder, 'x.sh')), 'true\n');
    assert.equal(readScript(join(folder, 'pipe')), null);
  });

  it('is nothing where no shell could run it', () => {
    for (const path of [box.directory('scripts'), '/dev/null', join(box.directory('scripts'), 'missing')]) {
      assert.equal(readScript(path), undefined, path);
    }
  });
});
