// `party restart`, killed with -9 at each of its calls of tmux.

import assert from 'node:assert/strict';
import { join } from 'node:path';
import type { Status } from '../../../src/core/status/status.ts';
import { openMailbox } from '../../../src/node/messages/mailbox.ts';
import { killAtEachCall } from '../../support/killAtCall.ts';
import { eachInProject, until } from '../../support/sandbox.ts';

describe('a restart that is killed with any call of tmux', function () {
  this.timeout(240_000);
  const at = eachInProject();
  const agents = async () => (await at.box.partyJson<Status>(['status'], { cwd: at.project })).agents;
  const roles = async () =>
    (await at.box.tmux('list-panes', '-a', '-F', '#{@party_role}')).stdout.split('\n').filter(Boolean);

  for (const callIsMade of [false, true]) {
    it(`is finished by the next one, ${callIsMade ? 'after' : 'before'} the call`, async () => {
      const { panes, session } = await at.start();
      const idle = () =>
        until('both agents', async () => (await agents()).every(({ state }) => state === 'idle'), 20_000);
      const end = async () => {
        await idle();
        const { stdout } = await at.box.tmux('display-message', '-p', '-t', panes.claude, '#{pane_pid}');
        process.kill(Number(stdout), 'SIGKILL');
        await until('the end', async () => (await agents()).some(({ state }) => state === 'dead'));
      };
      await end();
      const mailbox = openMailbox(join(at.box.stateRoot, session.name));
      const killed = await killAtEachCall(at.box, {
        programs: ['tmux'],
        callIsMade,
        async run(env, kth) {
          assert.equal((await at.box.party(['talk', 'claude', `message ${kth}.`], { cwd: at.project })).code, 6);
          return at.box.partyProcess(['restart', 'claude'], { cwd: at.project, env });
        },
        async afterwards(kth) {
          const state = (await agents()).find(({ role }) => role === 'claude')?.state;
          assert.ok(state !== 'absent', `call ${kth}: the pane is gone`);
          await at.box.partyJson(['restart', 'claude', '--force'], { cwd: at.project });
          assert.deepEqual(await roles(), ['codex', 'claude', 'shell'], `call ${kth}`);
          const states = async () => (await mailbox.messages()).map((message) => message.state);
          await until(`message ${kth}`, async () => (await states()).every((one) => one === 'answered'), 30_000);
          await end();
        },
      });
      assert.ok(killed >= 4, `only ${killed} calls were killed`);
    });
  }
});
