// What the records of the clients say about messages that they have taken, written into a real journal. The turns
// themselves are in test/core/turn.test.ts, and with the real clients in test/agents/turns.test.ts.

import assert from 'node:assert/strict';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Pane, Session } from '../../src/core/pane.ts';
import { type Mailbox, openMailbox } from '../../src/node/mailbox.ts';
import { settleTurns, type TurnSource } from '../../src/node/settleTurns.ts';
import { createTmux } from '../../src/node/tmux.ts';
import { Sandbox } from '../support/sandbox.ts';

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
  const settle = (role: 'claude' | 'codex') => {
    const env = { ...box.env, CODEX_HOME: join(box.root, 'codex') };
    const place = { session: { path: box.root } as Session, pane: { role, adapter: role, demo: false } as Pane };
    const source: TurnSource = { env, tmux: createTmux(box.env), mailbox, locate: async () => place };
    return settleTurns(source, role);
  };
  const take = async (to: 'claude' | 'codex', kind: 'talk' | 'notice' = 'talk') => {
    const line = ({ id }: { id: string }) => `[HUMAN ${id}] hello`;
    const message = await mailbox.write({ to, from: 'human', kind, text: 'hello', line });
    const told = to === 'claude' ? { by: 'hook', prompt: 'p1', transcript } : { by: 'rollout' };
    await mailbox.record({ event: 'submitted', id: message.id, ...told });
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
      const { id, line } = await take('claude', kind);
      await mailbox.record({ event: 'returned', id, prompt: 'p1' });
      keep(transcript, answered(line));
      await settle('claude');
      assert.deepEqual(await now(), [{ state: 'submitted', ended: true, returned: false }]);
    });
  }

  it("reads Claude's record no more when a turn is over, also when no Stop brought the answer", async () => {
    const { id, line } = await take('claude');
    keep(transcript, answered(line));
    await settle('claude');
    assert.deepEqual(await now(), [{ state: 'submitted', ended: true, returned: false }]);
    await mailbox.record({ event: 'answered', id, text: 'yes' });
    assert.deepEqual(await now(), [{ state: 'answered', ended: true, returned: false }]);
  });

  it('leaves a message as it is when the record cannot be read', async () => {
    await take('claude');
    symlinkSync(transcript, transcript);
    await settle('claude');
    assert.deepEqual(await now(), [{ state: 'submitted', ended: false, returned: false }]);
  });

  it('takes the turn from the thread that the message was sent to, not from one that was forked from it', async () => {
    const { line } = await take('codex');
    const date = new Date();
    const day = [date.getFullYear(), date.getMonth() + 1, date.getDate()].map((n) => String(n).padStart(2, '0'));
    const folder = join(box.root, 'codex', 'sessions', ...day);
    mkdirSync(folder, { recursive: true });
    const begun = (turn_id: string) => ({ payload: { type: 'task_started', turn_id } });
    const asked = { payload: { type: 'user_message', message: line, turn_id: 'u1' } };
    const rollout = (second: number, entries: readonly object[]) => {
      const thread = `01a1e39f-ff80-7343-9e0a-6b91d000000${second}`;
      keep(join(folder, `rollout-2026-01-01T00-00-0${second}-${thread}.jsonl`), entries);
    };
    rollout(0, [begun('u1'), asked]);
    for (let fork = 1; fork < 10; fork++) rollout(fork, [begun('u1'), asked, begun(`of fork ${fork}`)]);
    await settle('codex');
    assert.deepEqual(await now(), [{ state: 'submitted', ended: false, returned: false }]);
  });
});
