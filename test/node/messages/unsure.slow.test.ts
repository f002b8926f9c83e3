// Messages that an agent takes without a trace: in real panes, with a program whose hook or echo is missing.

import assert from 'node:assert/strict';
import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { nudgeLine, reviewLine } from '../../../src/core/messages/paneLines.ts';
import { discoverSession, parseRole, resolveRole } from '../../../src/core/session/routing.ts';
import type { SessionRecord } from '../../../src/core/session/sessionRecord.ts';
import type { Delivery } from '../../../src/node/messages/attempt.ts';
import { deliverTo, withdraw } from '../../../src/node/messages/deliver.ts';
import { openMailbox } from '../../../src/node/messages/mailbox.ts';
import { settleMessages } from '../../../src/node/messages/settleMessages.ts';
import { createTmux } from '../../../src/node/tmux/tmux.ts';
import { Sandbox, until } from '../../support/sandbox.ts';

const receiver = join(import.meta.dirname, '../fixtures/receiver.mjs');

describe('a message that the agent does not acknowledge', function () {
  this.timeout(60_000);
  let box: Sandbox;
  let log: string;
  let pane: string;
  let delivery: Delivery;
  beforeEach(() => {
    box = new Sandbox();
    log = join(box.root, 'received');
  });
  afterEach(() => box.dispose());

  type Kind = { role: 'claude' | 'codex'; adapter: string; demo?: boolean };
  const generic: Kind = { role: 'claude', adapter: 'generic' };
  /** Known by nothing but its hook, which this one does not have. */
  const hookless: Kind = { role: 'claude', adapter: 'generic', demo: true };
  const codex: Kind = { role: 'codex', adapter: 'codex' };

  const open = async ({ role, adapter, demo }: Kind, ...options: string[]) => {
    const command = ['env', process.execPath, receiver, log, ...options];
    await box.tmux('new-session', '-d', '-x', '100', '-y', '30', '-s', 'party-t', ...command);
    pane = (await box.tmux('list-panes', '-t', '=party-t:', '-F', '#{pane_id}')).stdout.trim();
    await box.tmux('set-option', '-p', '-t', pane, '@party_role', role);
    await box.tmux('set-option', '-p', '-t', pane, '@party_adapter', adapter);
    if (demo) await box.tmux('set-option', '-p', '-t', pane, '@party_demo', '1');
    await title('Ready');
    await until('the receiver', async () => (await screen()).includes('receiver ready'));
    const tmux = createTmux(box.env);
    const where = { named: 'party-t', ownPane: undefined, project: '', projectOf: () => '', hasState: () => false };
    const locate = async (to: string) => {
      const session = discoverSession(await tmux.sessions(), where);
      return { session, pane: resolveRole(session, parseRole(to)) };
    };
    const env = { ...box.env, CODEX_HOME: join(box.root, 'codex') };
    delivery = { env, tmux, mailbox: openMailbox(box.directory('mail')), confirmMs: 200, locate };
  };
  const title = (text: string) => box.tmux('select-pane', '-t', pane, '-T', text);
  const screen = async () => (await box.tmux('capture-pane', '-p', '-J', '-t', pane)).stdout;
  const write = (to: string, text: string) =>
    delivery.mailbox.write({ to, from: 'human', kind: 'talk', text, line: ({ id }) => `[HUMAN ${id}] ${text}` });
  const states = async () => (await delivery.mailbox.messages()).map(({ state }) => state);
  const received = () => (existsSync(log) ? readFileSync(log, 'utf8').match(/one|two|three/g) : null);
  const longAfter = () => ({ ...delivery, confirmMs: 2000, unsureAfterMs: 0 });
  /** Until the agent has taken the message and shows an empty composer, and Party has pressed Enter a second time. */
  const takesSilently = async (to: string) => {
    await deliverTo(delivery, to);
    await until('the message', () => existsSync(log));
    await until('an empty composer', async () => /^›\s*$/m.test(await screen()));
    await until('the second Enter', async () => {
      await deliverTo(delivery, to);
      return (await delivery.mailbox.messages()).some(({ retried }) => retried !== undefined);
    });
  };

  for (const [what, kind, next] of [
    ['a program that shows nothing', generic, 'submitted'],
    ['an agent whose hook is missing', hookless, 'typed'],
    ['Codex without a rollout file', codex, 'typed'],
  ] as const) {
    it(`to ${what} blocks the queue only for its time`, async () => {
      await open(kind, 'silent=1');
      await write(kind.role, 'one');
      await write(kind.role, 'two');
      await takesSilently(kind.role);
      assert.match((await deliverTo(delivery, kind.role))?.reason ?? '', /typed, but the agent has not confirmed/);
      assert.deepEqual(await states(), ['typed', 'written']);
      await deliverTo(longAfter(), kind.role);
      assert.deepEqual(await states(), ['unsure', next]);
      assert.deepEqual(received(), ['one', 'two']);
    });
  }

  for (const [what, kind] of [
    ['a program', generic],
    ['an agent', hookless],
  ] as const) {
    it(`is not unsure while it stands in the composer of ${what}`, async () => {
      await open(kind, 'swallow=9');
      await write('claude', 'one');
      await deliverTo(delivery, 'claude');
      await until('the text in the composer', async () => (await screen()).includes('one'));
      for (let look = 0; look < 3; look++) assert.ok(await deliverTo(longAfter(), 'claude'));
      assert.deepEqual(await states(), ['typed']);
    });
  }

  it('is not unsure while the agent works', async () => {
    await open(hookless, 'silent=1');
    await write('claude', 'one');
    await deliverTo(delivery, 'claude');
    await title('⠋ Working');
    assert.equal((await deliverTo(longAfter(), 'claude'))?.reason, 'the agent is working');
    assert.deepEqual(await states(), ['typed']);
  });

  it('is given up by a person, also while the agent works', async () => {
    await open(hookless, 'silent=1');
    const { id } = await write('claude', 'one');
    await takesSilently('claude');
    await deliverTo(longAfter(), 'claude');
    await title('⠋ Working');
    const [unsure] = await delivery.mailbox.messages();
    assert.equal(unsure && (await withdraw(delivery, unsure, 'given up')), undefined);
    assert.deepEqual(await states(), ['cancelled']);
    await delivery.mailbox.record({ event: 'submitted', id, by: 'hook' });
    assert.deepEqual(await states(), ['submitted']);
  });

  it('is not given up when a delivery has just submitted it', async () => {
    await open(generic);
    const written = await write('claude', 'one');
    await until('the delivery', async () => (await deliverTo(delivery, 'claude')) === undefined);
    assert.equal(await withdraw(delivery, written, 'sent again'), 'its state has changed meanwhile');
    assert.deepEqual(await states(), ['submitted']);
  });

  it('is removed from the composer, also when a delivery has just typed it', async () => {
    await open(generic, 'swallow=9');
    const written = await write('claude', 'one');
    await deliverTo(delivery, 'claude');
    await until('the text in the composer', async () => (await screen()).includes('one'));
    assert.equal(await withdraw(delivery, written, 'sent again'), undefined);
    assert.deepEqual(await states(), ['cancelled']);
    await until('an empty composer', async () => !(await screen()).includes('one'));
  });

  it('is looked for in the rollout file for a few minutes only, because each look reads all of it', async () => {
    await open(codex, 'silent=1');
    const { id, line } = await write('codex', 'one');
    const at = new Date(Date.now() - 3600_000).toISOString();
    appendFileSync(
      join(delivery.mailbox.directory, 'messages.jsonl'),
      `${JSON.stringify({ event: 'unsure', id, at })}\n`,
    );
    rollout(line);
    await deliverTo(delivery, 'codex');
    assert.deepEqual(await states(), ['unsure']);
    assert.equal(await withdraw(delivery, { id, to: 'codex' }, 'given up'), 'it has been submitted meanwhile');
    assert.deepEqual(await states(), ['submitted']);
  });

  it('to Codex is submitted as soon as the rollout file has it, and not by a reminder of it', async () => {
    await open(codex, 'silent=1');
    const asked = await delivery.mailbox.write({
      ...{ to: 'codex', from: 'claude', kind: 'review', text: 'one', line: reviewLine },
      response: (id) => `/findings/${id}.json`,
    });
    await takesSilently('codex');
    await deliverTo(longAfter(), 'codex');
    assert.deepEqual(await states(), ['unsure']);
    const reminder = nudgeLine({ id: 'x', file: '/m/review-other123.md', response: `/findings/${asked.id}.json` });
    rollout(reminder);
    await deliverTo(delivery, 'codex');
    assert.deepEqual(await states(), ['unsure']);
    rollout(reminder, asked.line);
    await deliverTo(delivery, 'codex');
    assert.deepEqual(await states(), ['submitted']);
  });

  it('is not typed again after a restore; only the record of the conversation settles it', async () => {
    await open(codex, 'silent=1');
    const { id, line } = await write('codex', 'one');
    await delivery.mailbox.record({ event: 'unsure', id });
    const record = { id: 't', agents: { codex: { adapter: 'codex' } } } as unknown as SessionRecord;
    const ended = { env: delivery.env, project: box.directory('durable'), record, mailbox: delivery.mailbox };
    await settleMessages(ended);
    assert.deepEqual(await states(), ['unsure']);
    rollout(line);
    await settleMessages(ended);
    assert.deepEqual(await states(), ['submitted']);
  });

  function rollout(...prompts: string[]): void {
    const now = new Date();
    const day = [now.getFullYear(), now.getMonth() + 1, now.getDate()].map((n) => String(n).padStart(2, '0'));
    const folder = join(box.root, 'codex', 'sessions', ...day);
    mkdirSync(folder, { recursive: true });
    const lines = prompts.map((message) =>
      JSON.stringify({ timestamp: now.toISOString(), payload: { type: 'user_message', message } }),
    );
    const name = 'rollout-2026-01-01T00-00-00-01a1e39f-ff80-7343-9e0a-6b91d0000000.jsonl';
    writeFileSync(join(folder, name), `${lines.join('\n')}\n`);
  }
});
