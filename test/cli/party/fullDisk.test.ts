// A disk that is nearly full: a limit on the size of files lets the system take a part of a write, as a full disk does.

import assert from 'node:assert/strict';
import { appendFileSync, mkdirSync, readFileSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { partyPaths } from '../../../src/node/project/paths.ts';
import { eventsFile, openProjectLog } from '../../../src/node/project/projectLog.ts';
import { cliBundle, node20, Sandbox } from '../../support/sandbox.ts';

describe('party, when only a part of what it writes fits', function () {
  this.timeout(60_000);
  let box: Sandbox;
  beforeEach(() => {
    box = new Sandbox();
  });
  afterEach(() => box.dispose());

  it('names the file and the full disk, shows no stack, and goes on when there is room', async () => {
    const top = box.project();
    const file = eventsFile(partyPaths(box.env), top);
    mkdirSync(dirname(file), { recursive: true });
    // `ulimit -f 8` are 4096 bytes, and 40 of them are left.
    appendFileSync(file, `${' '.repeat(4095 - 40)}\n`);
    const limited = ['-c', 'ulimit -f 8; exec "$0" "$@"', node20, cliBundle];
    const renew = ['budget', 'renew', '--reason', 'there is room again'];
    const { code, stderr } = await box.run('sh', [...limited, ...renew], { cwd: top });
    assert.equal(code, 1);
    assert.match(
      stderr,
      /^party: ENOSPC: only 40 of \d+ bytes could be written to .*events\.jsonl; is the disk full\?/,
    );
    assert.match(stderr, /\(FILE_SYSTEM\)\n$/);
    assert.doesNotMatch(stderr, /\n {4}at |something went wrong inside/);
    assert.equal(statSync(file).size, 4096);
    assert.equal((await box.party(renew, { cwd: top })).code, 0);
    const events = await openProjectLog(partyPaths(box.env), top).events();
    assert.deepEqual(
      events.map(({ event }) => event),
      ['budget-renewed'],
    );
    assert.match(readFileSync(file, 'utf8'), /\n\{"at":"[^\n]*\n\{"at":"[^\n]*\}\n$/);
  });
});
