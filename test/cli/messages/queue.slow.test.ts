// Messages that reach Codex through its queue, because they could not be typed for long: with the built program and a
// stand-in for Codex.

import assert from 'node:assert/strict';
import { reminderLine } from '../../../src/core/messages/paneLines.ts';
import { openMailbox } from '../../../src/node/messages/mailbox.ts';
import { QueueParty } from '../../support/queueParty.ts';
import { until } from '../../support/sandbox.ts';

describe('a message that cannot be typed into Codex for long', function () {
  this.timeout(90_000);
  let at: QueueParty;
  beforeEach(() => {
    at = new QueueParty();
  });
  afterEach(() => at.dispose());

  const stateOf = async (id: string) => (await at.messages()).find((one) => one.id === id)?.state;
  /** Looks again, as the relay does, until the message has left its way. */
  const settles = (id: string) =>
    until(
      `${id} to be settled`,
      async () => {
        await at.party('message', 'list');
        const state = await stateOf(id);
        return state !== 'written' && state !== 'queueing' && state !== 'queued' && state;
      },
      30_000,
    );

  it('arrives once through the queue, and the draft stays', async () => {
    await at.withDraft();
    const { id } = await at.blocked();
    await settles(id);
    assert.deepEqual(at.received(), ['hello', 'first']);
    assert.ok(await at.hasDraft());
    assert.equal(at.queueCalls(), 1);
    assert.match((await stateOf(id)) ?? '', /submitted|answered/);
  });

  it('is not queued at once', async () => {
    await at.withDraft();
    assert.equal((await at.party('talk', 'codex', 'first')).code, 6);
    const { id } = await at.last();
    assert.equal(await stateOf(id), 'written');
    assert.match((await at.done('message', 'list')).stdout, /written: something is half-typed in its composer/);
    assert.equal(at.queueCalls(), 0);
  });

  it('is typed when the composer becomes free in time', async () => {
    await at.withDraft();
    assert.equal((await at.party('talk', 'codex', 'first')).code, 6);
    const { id } = await at.last();
    await at.box.tmux('send-keys', '-t', at.codex, 'C-u');
    await settles(id);
    assert.deepEqual(at.received(), ['hello', 'first']);
    assert.equal(at.queueCalls(), 0);
  });

  it('is queued in copy mode', async () => {
    await at.start();
    await at.done('talk', 'codex', 'hello');
    await at.box.tmux('copy-mode', '-t', at.codex);
    const { id } = await at.blocked();
    await settles(id);
    assert.deepEqual(at.received(), ['hello', 'first']);
    assert.equal(at.queueCalls(), 1);
  });

  it('still waits while Codex has had no turn, because its thread is unknown', async () => {
    await at.start();
    await at.box.tmux('copy-mode', '-t', at.codex);
    assert.equal((await at.party('talk', 'codex', 'first')).code, 6);
    const { id, noticed } = await at.last();
    assert.equal(noticed, undefined);
    at.wasLongAgo(id, 'blocked');
    await at.party('message', 'list');
    assert.equal(await stateOf(id), 'written');
    assert.equal(at.queueCalls(), 0);
  });

  it('still waits while the pane shows another thread', async () => {
    await at.withDraft();
    await at.box.tmux('select-pane', '-t', at.codex, '-T', 'Ready | 01a1ffff-ff80-7343-9e0a-6b91d...');
    assert.equal((await at.party('talk', 'codex', 'first')).code, 6);
    const { id } = await at.last();
    at.wasLongAgo(id, 'blocked');
    await at.party('message', 'list');
    assert.equal(await stateOf(id), 'written');
    assert.equal(at.queueCalls(), 0);
  });

  it('still waits with a Codex without a queue, which is probed once', async () => {
    await at.withDraft();
    at.queueWill('refuse');
    const { id } = await at.blocked();
    await until('the refusal', async () => (await at.last()).queue?.refused);
    assert.match((await at.done('message', 'list')).stdout, /written: something is half-typed in its composer/);
    assert.equal(at.queueCalls(), 1);
    await at.box.tmux('send-keys', '-t', at.codex, 'C-u');
    await settles(id);
    assert.deepEqual(at.received(), ['hello', 'first']);
  });

  for (const mode of ['fail-before', 'fail-after'] as const) {
    it(`arrives once when the call of the queue fails (${mode})`, async () => {
      await at.withDraft();
      at.stopQueue();
      at.queueWill(mode);
      const { id } = await at.blocked();
      await until('the refusal', async () => (await at.last()).queue?.refused);
      at.startQueue();
      await at.box.tmux('send-keys', '-t', at.codex, 'C-u');
      await settles(id);
      await at.done('talk', 'codex', 'second');
      assert.deepEqual(at.received(), ['hello', 'first', 'second']);
    });
  }

  it('is not typed when the call of the queue fails after Codex has taken it', async () => {
    await at.withDraft();
    at.queueWill('fail-after');
    at.muteServer();
    const { id } = await at.blocked();
    await settles(id);
    assert.deepEqual(at.received(), ['hello', 'first']);
    assert.equal((await at.last()).queue?.refused, false);
  });

  for (const [what, prepare] of [
    ['whose queue does not have it', () => {}],
    ['that does not say what is in its queue', () => at.muteServer()],
  ] as const) {
    it(`can be cancelled by a person after the end of a Codex ${what}`, async () => {
      await at.withDraft();
      at.queueWill('kill-before');
      const { id } = await at.blocked();
      await until('the call', () => at.queueCalls() === 1);
      assert.equal(await stateOf(id), 'queueing');
      await at.killAgent('codex');
      prepare();
      await at.done('message', 'cancel', id);
      assert.equal(await stateOf(id), 'cancelled');
    });
  }

  it('survives the end of Codex, and arrives once after a restart', async () => {
    await at.start();
    await at.done('talk', 'codex', 'hello');
    await at.killAgent('codex');
    const { id } = await at.blocked();
    await until('the queue', async () => (await stateOf(id)) === 'queued');
    assert.match((await at.done('message', 'list')).stdout, /queued: it is in Codex's queue.*when it is restarted/);
    await at.done('restart', 'codex');
    await settles(id);
    assert.deepEqual(at.received(), ['hello', 'first']);
  });

  it('stays in its place: the next message waits for it', async () => {
    await at.withDraft();
    at.stopQueue();
    const { id } = await at.blocked();
    await until('the queue', async () => (await stateOf(id)) === 'queued');
    await at.box.tmux('send-keys', '-t', at.codex, 'C-u');
    const second = await at.party('talk', 'codex', 'second');
    assert.equal(second.code, 6);
    assert.match(second.stderr, new RegExp(`waits behind ${id}: it is in Codex's queue`));
    at.startQueue();
    await settles((await at.last()).id);
    assert.deepEqual(at.received(), ['hello', 'first', 'second']);
  });

  for (const mode of ['kill-before', 'kill-after'] as const) {
    it(`is not sent a second time after a kill -9 (${mode})`, async () => {
      await at.withDraft();
      at.queueWill(mode);
      const { id } = await at.blocked();
      await until('the call', () => at.queueCalls() === 1);
      at.queueWill('add');
      if (mode === 'kill-after') {
        await settles(id);
        assert.deepEqual(at.received(), ['hello', 'first']);
      } else {
        assert.equal(await stateOf(id), 'queueing');
        await at.party('message', 'list');
        at.wasLongAgo(id, 'idle');
        assert.equal(await settles(id), 'unsure');
        assert.match((await at.done('message', 'list')).stdout, /unsure: it was put into Codex's queue, but/);
        assert.deepEqual(at.received(), ['hello']);
      }
      assert.equal(at.queueCalls(), 1);
      assert.ok(await at.hasDraft());
    });
  }

  /** Codex has taken the message from its queue, and that turn has met a limit that is over now. */
  const remindedInBlockedPane = async () => {
    await at.withDraft();
    at.stopQueue();
    const { id } = await at.blocked();
    await until('the queue', async () => (await stateOf(id)) === 'queued');
    const { record } = openMailbox(at.stateDir);
    await record({ event: 'submitted', id, by: 'rollout' });
    await record({ event: 'limited', id, n: 1, reason: 'usage limit', line: reminderLine(await at.last()) });
    await at.party('message', 'list');
    await until('the first look', async () => (await at.last()).noticed?.what === 'blocked');
    at.wasLongAgo(id, 'blocked');
    return id;
  };

  it('is reminded of through the queue as well, and its first line is not in the queue then', async () => {
    const id = await remindedInBlockedPane();
    await at.party('message', 'list');
    await until('the queue', async () => (await stateOf(id)) === 'queued');
    at.startQueue();
    await settles(id);
    assert.equal(at.queueCalls(), 2);
    assert.match(
      at.received().join('\n'),
      /^hello\n[^\n]*Your limit is over\. Go on with the message \w+, reminder 1\.[^\n]*$/,
    );
    assert.ok(await at.hasDraft());
  });

  it('is not reminded of through the queue while Codex does not say what is in it', async () => {
    const id = await remindedInBlockedPane();
    at.muteServer();
    await at.party('message', 'list');
    assert.deepEqual([await stateOf(id), at.queueCalls()], ['written', 1]);
  });

  it('is taken out of the queue by cancel, and sent once by resend', async () => {
    await at.withDraft();
    at.stopQueue();
    const { id } = await at.blocked();
    await until('the queue', async () => (await stateOf(id)) === 'queued');
    await at.box.tmux('send-keys', '-t', at.codex, 'C-u');
    await at.done('message', 'resend', id);
    assert.equal(await stateOf(id), 'cancelled');
    at.startQueue();
    const again = await at.last();
    await settles(again.id);
    assert.deepEqual(at.received(), ['hello', 'first']);
  });
});
