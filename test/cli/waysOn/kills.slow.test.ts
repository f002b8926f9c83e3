// `party talk` and `party review request` killed at each call of tmux, git and Codex: whatever they leave, the message
// arrives once, and the review comes when it is asked for again or by a nudge.

import assert from 'node:assert/strict';
import type { Message } from '../../../src/core/messages/message.ts';
import { messageWays, reviewWays } from '../../../src/core/status/waysOn.ts';
import { killAtEachCall } from '../../support/killAtCall.ts';
import { ReceiverParty } from '../../support/receiverParty.ts';
import { completeRound, openRequest } from '../../support/receiverReview.ts';
import { until } from '../../support/sandbox.ts';
import { take } from '../../support/walks.ts';

describe('a kill at any call', function () {
  this.timeout(180_000);
  let at: ReceiverParty;
  beforeEach(async () => {
    at = await new ReceiverParty().start();
  });
  afterEach(() => at.dispose());

  for (const callIsMade of [false, true]) {
    const when = callIsMade ? 'after' : 'before';
    it(`(${when} tmux is called) of party talk loses no message and sends none twice`, async () => {
      const killed = await killAtEachCall(at.box, {
        ...{ programs: ['tmux'], callIsMade },
        run: (env, kth) => at.box.party(['talk', 'codex', `message ${kth}`], { cwd: at.top, env }),
        afterwards: async (kth) => {
          const written = (await at.messages()).find(({ line }) => line === `message ${kth}`);
          if (written !== undefined) await arrives(written);
          // Killed before it had written anything down: then the sender knows that nothing was sent.
          const times = at.received().filter((text) => text === `message ${kth}`).length;
          assert.equal(times, written === undefined ? 0 : 1, `call ${kth}`);
        },
      });
      assert.ok(killed >= 5, `only ${killed} kills`);
      assert.ok((await at.messages()).length > killed / 2, 'the kills came too early');
    });
  }

  async function arrives({ id }: Message): Promise<void> {
    const state = await until(
      `${id} to leave the queue`,
      async () => {
        await at.party('message', 'list');
        const now = (await at.messages()).find((one) => one.id === id)?.state;
        return now !== 'written' && now !== 'typing' && now !== 'typed' && now;
      },
      30_000,
    );
    if (state === 'unsure') await take(at.box, at.top, messageWays.unsure, { ID: id });
    else assert.equal(state, 'submitted');
  }

  /** Asks again, or does what the refusal names, and then the round can be completed. */
  async function comes(kth: number): Promise<void> {
    const again = await at.party('review', 'request');
    if (again.code !== 0) {
      assert.match(again.stderr, /party review nudge/, `call ${kth}: ${again.stderr}`);
      await take(at.box, at.top, reviewWays.requested);
    }
    const { review } = await at.status();
    assert.deepEqual([review.kind, review.standstill ?? null], ['requested', null], `call ${kth}`);
    // Of this request, or of a reminder of it; it may have arrived before the kill.
    const { request } = await openRequest(at);
    await until(`Codex, after call ${kth}`, () => at.received().some((line) => line.includes(request)), 30_000);
    await completeRound(at);
    await at.done('review', 'approve');
    // For the next one.
    at.write('src/auth.ts', `export const login = ${kth + 100};\n`);
  }

  for (const program of ['tmux', 'git']) {
    it(`of ${program} by party review request leads to a review all the same`, async () => {
      const killed = await killAtEachCall(at.box, {
        ...{ programs: [program], callIsMade: true },
        run: (env) => at.box.party(['review', 'request'], { cwd: at.top, env }),
        afterwards: comes,
      });
      assert.ok(killed >= 3, `only ${killed} kills`);
    });
  }

  it('of a review without a pane leads to a review all the same', async () => {
    at.forgetConfiguration();
    const killed = await killAtEachCall(at.box, {
      ...{ programs: ['codex'], callIsMade: false },
      run: (env) => at.box.party(['review', 'request', '--headless'], { cwd: at.top, env }),
      afterwards: comes,
    });
    assert.ok(killed >= 1, 'nothing was killed');
  });
});
