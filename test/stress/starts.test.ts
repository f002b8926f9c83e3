// Starts that are killed or interrupted at any moment.

import assert from 'node:assert/strict';
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Sandbox } from '../support/sandbox.ts';
import { partyCalls } from './calls.ts';

describe('a party', function () {
  this.timeout(120_000);
  let box: Sandbox;
  let project: string;
  beforeEach(() => {
    box = new Sandbox();
    project = box.project();
  });
  afterEach(() => box.dispose());

  const { start, party, states } = partyCalls(() => ({ box, project }));

  it('starts after a start was killed at any call of tmux, and removes its leftovers', async () => {
    const count = join(box.root, 'count');
    const env = box.wrapTmux(`n=$(cat ${count}); n=$((n+1)); echo $n > ${count}; [ $n = "$KTH" ] && kill -KILL $PPID`);
    let half = 0;
    for (let kth = 1; kth < 20; kth++) {
      writeFileSync(count, '0');
      const killed = await party(['start', '--detach', '--agents', 'demo'], { env: { ...env, KTH: String(kth) } });
      if (killed.code === 0) break;
      const left = await box.sessions();
      if (left.length === 1 && (await states()).includes('absent')) half++;
      const { session, panes } = await start();
      assert.ok(Object.values(panes).every(Boolean), `call ${kth}: ${JSON.stringify(panes)}`);
      assert.deepEqual(await box.sessions(), [session.name], `call ${kth}`);
      assert.deepEqual(readdirSync(box.stateRoot), [session.name], `call ${kth}`);
      await party(['stop']);
    }
    assert.ok(half > 0, 'no kill left half a party, so nothing was shown');
  });

  it('sweeps the directories of a tmux server that was killed', async () => {
    await start();
    await box.killServer();
    const { session } = await start();
    assert.deepEqual(readdirSync(box.stateRoot), [session.name]);
  });

  for (const signal of ['INT', 'TERM', 'HUP']) {
    it(`leaves nothing behind when SIG${signal} comes with any call of tmux`, async () => {
      const count = join(box.root, 'count');
      const script = `n=$(cat ${count}); n=$((n+1)); echo $n > ${count}; [ $n = "$KTH" ] && kill -${signal} $PPID`;
      const env = box.wrapTmux(script);
      let interrupted = 0;
      for (let kth = 1; kth < 20; kth++) {
        writeFileSync(count, '0');
        const output = await party(['start', '--detach', '--agents', 'demo', '--json'], {
          env: { ...env, KTH: String(kth) },
        });
        if (output.code === 0) break;
        interrupted++;
        assert.equal(JSON.parse(output.stderr).error.code, 'CANCELLED', output.stderr);
        assert.deepEqual(await box.sessions(), [], `call ${kth}`);
        assert.deepEqual(readdirSync(box.stateRoot), [], `call ${kth}`);
        const projects = entries(join(box.partyHome, 'projects'));
        const records = projects.flatMap((name) => entries(join(box.partyHome, 'projects', name, 'sessions')));
        assert.deepEqual(records, [], `call ${kth}`);
      }
      assert.ok(interrupted >= 8, `only ${interrupted} calls were interrupted`);
    });
  }
});

/** The first calls come before the directory is made. */
function entries(directory: string): string[] {
  return existsSync(directory) ? readdirSync(directory) : [];
}
