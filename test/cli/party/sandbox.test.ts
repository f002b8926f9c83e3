// The tests' own sandbox, where it has failed before.

import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { processIdentity } from '../../../src/node/system/processIdentity.ts';
import { Sandbox, until } from '../../support/sandbox.ts';

describe('a sandbox', function () {
  this.timeout(30_000);

  it('is removed only after a program that outlives its pane has ended, because it could write there', async () => {
    const box = new Sandbox();
    await box.tmux('new-session', '-d', '-e', `PARTY_HOME=${box.partyHome}`, 'trap "" HUP; exec sleep 600');
    const pid = Number((await box.tmux('list-panes', '-F', '#{pane_pid}')).stdout);
    await until('the program', () => readFileSync(`/proc/${pid}/cmdline`, 'utf8').startsWith('sleep'));
    await box.dispose();
    assert.equal(processIdentity(pid), undefined);
    assert.ok(!existsSync(box.root));
  });
});
