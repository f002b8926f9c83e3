// Messages that met a limit which is over, with Codex's record as a file and a real journal.

import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Pane, Session } from '../../../src/core/tmux/pane.ts';
import { recordConversation } from '../../../src/node/agents/conversations.ts';
import type { Delivery } from '../../../src/node/messages/attempt.ts';
import { deliverTo } from '../../../src/node/messages/deliver.ts';
import { type Mailbox, openMailbox } from '../../../src/node/messages/mailbox.ts';
import { createTmux } from '../../../src/node/tmux/tmux.ts';
import { Sandbox } from '../../support/sandbox.ts';

const thread = '01a1eae5-e7bb-7171-8c6b-e36a83c87fcd';

describe('a message after its limit', () => {
  let box: Sandbox;
  let mailbox: Mailbox;
  beforeEach(() => {
    box = new Sandbox();
    mailbox = openMailbox(box.directory('mail'));
  });
  afterEach(() => box.dispose());

  /** In copy mode, nothing can be typed, and the title still says that Codex is idle. */
  const deliver = async () => {
    const pane = {
      id: '%1',
      role: 'codex',
      adapter: 'codex',
      demo: false,
      dead: false,
      inMode: true,
      command: 'codex',
      title: 'Ready',
    };
    const session = { id: 's', project: 'key', createdAt: 0, path: box.root, panes: [pane] } as unknown as Session;
    const env = { ...box.env, CODEX_HOME: join(box.root, 'codex') };
    const place = { session, pane: pane as Pane };
    const delivery: Delivery = { env, tmux: createTmux(box.env), mailbox, locate: async () => place, session };
    await deliverTo(delivery, 'codex');
    return (await mailbox.messages()).map(({ state, ended, reason }) => ({ state, ended, reason }));
  };
  const limited = async () => {
    const response = join(box.root, 'response.md');
    const line = ({ id }: { id: string }) => `[HUMAN ${id}] hello`;
    const draft = {
      to: 'codex',
      from: 'human',
      kind: 'prompt',
      text: 'hello',
      line,
      response: () => response,
    } as const;
    const { id } = await mailbox.write(draft);
    await mailbox.record({ event: 'submitted', id, by: 'rollout' });
    await mailbox.record({ event: 'limited', id, n: 1, reason: 'Codex could not answer', line: 'the reminder' });
    return response;
  };
  /** A turn of Codex that has ended since. */
  const turn = async (message: string) => {
    const conversation = { conversation: thread, cwd: box.root, at: new Date().toISOString() };
    await recordConversation(box.directory('party-home/projects/key'), 's', 'codex', conversation);
    const payloads = [
      { type: 'task_started', turn_id: 'u' },
      { type: 'user_message', message, turn_id: 'u' },
      { type: 'task_complete', turn_id: 'u', last_agent_message: 'yes' },
    ];
    const timestamp = new Date(Date.now() + 1000).toISOString();
    const file = join(box.directory('codex/sessions/2026/11/17'), `rollout-2026-11-17T00-00-00-${thread}.jsonl`);
    writeFileSync(file, payloads.map((payload) => `${JSON.stringify({ timestamp, payload })}\n`).join(''));
  };

  it('has failed when a person has gone on with Codex, also while the pane takes no keys', async () => {
    await limited();
    await turn('and now?');
    const [message] = await deliver();
    assert.equal(message?.state, 'failed');
    assert.match(message.reason ?? '', /has gone on with something else/);
  });

  it('waits when the turn since was one of another message of Party', async () => {
    await limited();
    await turn('[HUMAN abcdefgh2] another one');
    assert.equal((await deliver())[0]?.state, 'written');
  });

  it('is over when its answer is there', async () => {
    writeFileSync(await limited(), 'the answer');
    await turn('and now?');
    const [message] = await deliver();
    assert.deepEqual([message?.state, message?.ended], ['submitted', true]);
  });
});
