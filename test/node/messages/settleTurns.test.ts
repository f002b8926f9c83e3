// What Claude's record says about messages that Claude has taken, written into a real journal. The turns
// themselves are in test/core/messages/turn.test.ts, and with the real clients in test/agents/turns.test.ts.

import assert from 'node:assert/strict';
import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Pane, Session } from '../../../src/core/tmux/pane.ts';
import type { Delivery } from '../../../src/node/messages/attempt.ts';
import { type Mailbox, openMailbox } from '../../../src/node/messages/mailbox.ts';
import { settleTurns } from '../../../src/node/messages/settleTurns.ts';
import { createTmux } from '../../../src/node/tmux/tmux.ts';
import { Sandbox, until } from '../../support/sandbox.ts';

describe('settleTurns', () => {
  let box: Sandbox;
  let mailbox: Mailbox;
  let transcript: string;
  beforeEach(() => {
    box = new Sandbox();
    mailbox = openMailbox(box.directory('mail'));
    transcript = join(box.root, 'transcript.jsonl');
  });
  afterEach(() => box.dispose());

  /** These cases are decided by the records alone, without a look at the pane. */
  const settle = (createdAt = 0) => {
    const pane = { role: 'claude', adapter: 'claude', demo: false } as Pane;
    const place = { session: { path: box.root, createdAt } as Session, pane };
    const delivery: Delivery = { env: box.env, tmux: createTmux(box.env), mailbox, locate: async () => place };
    return settleTurns(delivery, 'claude');
  };
  const take = async (kind: 'talk' | 'notice' = 'talk') => {
    const line = ({ id }: { id: string }) => `[HUMAN ${id}] hello`;
    const message = await mailbox.write({ to: 'claude', from: 'human', kind, text: 'hello', line });
    await mailbox.record({ event: 'submitted', id: message.id, by: 'hook', prompt: 'p1', transcript });
    return message;
  };
  const now = async () => (await mailbox.messages()).map(({ state, ended, returned }) => ({ state, ended, returned }));
  const keep = (path: string, entries: readonly object[]) => {
    const timestamp = new Date().toISOString();
    writeFileSync(path, entries.map((entry) => `${JSON.stringify({ timestamp, ...entry })}\n`).join(''));
  };
  const answered = (line: string) => [
    { type: 'user', uuid: 'a', parentUuid: null, promptId: 'p1', message: { content: line } },
    { type: 'assistant', uuid: 'b', parentUuid: 'a', message: { content: [{ text: 'yes' }] } },
    { type: 'system', uuid: 'c', parentUuid: 'b', subtype: 'turn_duration' },
  ];

  for (const kind of ['talk', 'notice'] as const) {
    it(`does not wait for a person with a ${kind} that Claude has gone on with`, async () => {
      const { id, line } = await take(kind);
      await mailbox.record({ event: 'returned', id, prompt: 'p1' });
      keep(transcript, answered(line));
      await settle();
      assert.deepEqual(await now(), [{ state: 'submitted', ended: true, returned: false }]);
    });
  }

  it("reads Claude's record no more when a turn is over, also when no Stop brought the answer", async () => {
    const { id, line } = await take();
    keep(transcript, answered(line));
    await settle();
    assert.deepEqual(await now(), [{ state: 'submitted', ended: true, returned: false }]);
    await mailbox.record({ event: 'answered', id, text: 'yes' });
    assert.deepEqual(await now(), [{ state: 'answered', ended: true, returned: false }]);
  });

  for (const [what, length] of [
    ['before its first word', 1],
    ['in the middle of its words', 2],
  ] as const) {
    it(`has failed when Claude was killed ${what} and brought back`, async () => {
      const { id, line } = await take();
      keep(transcript, answered(line).slice(0, length));
      const current = async () => (await mailbox.messages()).find((one) => one.id === id);
      const restored = Date.parse((await current())?.since ?? '') + 1;
      await until('the moment of the restore', async () => Date.now() >= restored);
      await settle(restored);
      assert.equal((await current())?.state, 'failed');
      assert.match((await current())?.reason ?? '', /was interrupted/);
    });
  }

  for (const [what, createdMs] of [
    ['in the party that it began in', -5000],
    ['when the clock was set back since the party was made', 3600_000],
  ] as const) {
    it(`leaves a turn alone that goes on ${what}`, async () => {
      const { line } = await take();
      keep(transcript, answered(line).slice(0, 2));
      await settle(Date.now() + createdMs);
      assert.deepEqual(await now(), [{ state: 'submitted', ended: false, returned: false }]);
    });
  }

  it('leaves a message as it is when the record cannot be read', async () => {
    await take();
    symlinkSync(transcript, transcript);
    await settle();
    assert.deepEqual(await now(), [{ state: 'submitted', ended: false, returned: false }]);
  });
});
