// What the agents' records say about messages that they have taken, written into a real journal. The turns themselves
// are in test/core/messages/turn.test.ts, and with the real clients in test/agents/turns.test.ts.

import assert from 'node:assert/strict';
import { symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SessionRecord } from '../../../src/core/session/sessionRecord.ts';
import type { Pane, Session } from '../../../src/core/tmux/pane.ts';
import { recordConversation } from '../../../src/node/agents/conversations.ts';
import type { Delivery } from '../../../src/node/messages/attempt.ts';
import { type Mailbox, openMailbox } from '../../../src/node/messages/mailbox.ts';
import { settleMessages } from '../../../src/node/messages/settleMessages.ts';
import { settleTurns, turnsToWatch } from '../../../src/node/messages/settleTurns.ts';
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
    it(`does not ask a person about a returned ${kind} that Claude has answered since`, async () => {
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
    it(`does not touch a turn that goes on ${what}`, async () => {
      const { line } = await take();
      keep(transcript, answered(line).slice(0, 2));
      await settle(Date.now() + createdMs);
      assert.deepEqual(await now(), [{ state: 'submitted', ended: false, returned: false }]);
    });
  }

  it('goes on after a limit, also when Claude has ended since', async () => {
    const { id, line } = await take();
    const failed = { isApiErrorMessage: true, message: { content: [{ text: 'API Error: 529 Overloaded' }] } };
    keep(transcript, [...answered(line).slice(0, 1), { type: 'assistant', uuid: 'b', parentUuid: 'a', ...failed }]);
    const record = { id: 's', agents: { claude: { adapter: 'claude' } } } as unknown as SessionRecord;
    await settleMessages({ env: box.env, project: box.directory('durable'), record, mailbox });
    const message = await mailbox.message(id);
    assert.deepEqual([message.state, message.limits, message.ended], ['written', 1, false]);
  });

  it('leaves a message as it is when the record cannot be read', async () => {
    await take();
    symlinkSync(transcript, transcript);
    await settle();
    assert.deepEqual(await now(), [{ state: 'submitted', ended: false, returned: false }]);
  });
});

describe('settleTurns, with Codex', () => {
  const thread = '01a1eae5-e7bb-7171-8c6b-e36a83c87fcd';
  const other = '01a1eae5-e7bc-7171-8c6b-e36a83c87fcd';
  let box: Sandbox;
  let mailbox: Mailbox;
  beforeEach(() => {
    box = new Sandbox();
    mailbox = openMailbox(box.directory('mail'));
  });
  afterEach(() => box.dispose());

  const delivery = (): Delivery => {
    const pane = { role: 'codex', adapter: 'codex', demo: false, title: '' } as Pane;
    const session = { id: 's', project: 'key', path: box.root, createdAt: 0 } as Session;
    const env = { ...box.env, CODEX_HOME: join(box.root, 'codex') };
    return { env, tmux: createTmux(box.env), mailbox, locate: async () => ({ session, pane }) };
  };
  const take = async () => {
    const conversation = { conversation: thread, cwd: box.root, at: new Date().toISOString() };
    await recordConversation(box.directory('party-home/projects/key'), 's', 'codex', conversation);
    const line = ({ id }: { id: string }) => `[HUMAN ${id}] hello`;
    const message = await mailbox.write({ to: 'codex', from: 'human', kind: 'talk', text: 'hello', line });
    await mailbox.record({ event: 'submitted', id: message.id, by: 'rollout' });
    return message;
  };
  const fileOf = (id: string) =>
    join(box.directory('codex/sessions/2026/11/17'), `rollout-2026-11-17T00-00-00-${id}.jsonl`);
  /** The ends have the same length. */
  const rollout = (message: string, end: 'task_complete' | 'task_progress') =>
    [
      { type: 'task_started', turn_id: 'u' },
      { type: 'user_message', message, turn_id: 'u' },
      { type: end, turn_id: 'u', last_agent_message: 'yes' },
    ]
      .map((payload) => `${JSON.stringify({ timestamp: '2026-11-17T18:00:00.000Z', payload })}\n`)
      .join('');
  const states = async () => (await mailbox.messages()).map(({ state }) => state);

  it('reads the thread of this party, and not those of other projects', async () => {
    const { line } = await take();
    writeFileSync(fileOf(other), rollout(line, 'task_complete'));
    writeFileSync(fileOf(thread), rollout('else', 'task_complete'));
    await settleTurns(delivery(), 'codex');
    assert.deepEqual(await states(), ['submitted']);
    assert.deepEqual(await turnsToWatch(delivery()), []);
    writeFileSync(fileOf(thread), rollout(line, 'task_complete'));
    await settleTurns(delivery(), 'codex');
    assert.deepEqual(await states(), ['answered']);
  });

  it('does not read an unchanged file again, nor for a turn that it has already seen', async () => {
    const { id, line } = await take();
    const file = fileOf(thread);
    writeFileSync(file, rollout(line, 'task_progress'));
    utimesSync(file, 1000, 1000);
    await settleTurns(delivery(), 'codex');
    writeFileSync(file, rollout(line, 'task_complete'));
    utimesSync(file, 1000, 1000);
    await settleTurns(delivery(), 'codex');
    assert.deepEqual(await states(), ['submitted']);
    writeFileSync(file, 'nothing\n');
    assert.deepEqual(await turnsToWatch(delivery()), [id]);
    writeFileSync(file, rollout(line, 'task_complete'));
    await settleTurns(delivery(), 'codex');
    assert.deepEqual(await states(), ['answered']);
  });
});
