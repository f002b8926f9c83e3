// The relay of a party, with a real pane in copy mode and a clock that need not be waited for.

import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findSession, parseRole, resolveRole } from '../../../src/core/session/routing.ts';
import { openMailbox } from '../../../src/node/messages/mailbox.ts';
import { withMailboxLock } from '../../../src/node/messages/mailboxLock.ts';
import { type Clock, relayUntilNothingWaits, runRelay } from '../../../src/node/messages/relay.ts';
import type { Post } from '../../../src/node/messages/send.ts';
import { relayLock, startRelay, wakeRelay } from '../../../src/node/messages/startRelay.ts';
import { createTmux } from '../../../src/node/tmux/tmux.ts';
import { Sandbox, until } from '../../support/sandbox.ts';

const receiver = join(import.meta.dirname, '../fixtures/receiver.mjs');

describe('a relay', function () {
  this.timeout(60_000);
  let box: Sandbox;
  let log: string;
  let pane: string;
  let post: Post;
  /** How often it has looked: each look asks tmux for the sessions first. */
  let looks: number;
  beforeEach(async () => {
    box = new Sandbox();
    log = join(box.root, 'received');
    await box.tmux('new-session', '-d', '-s', 'party-t', 'env', process.execPath, receiver, log);
    pane = (await box.tmux('list-panes', '-t', '=party-t:', '-F', '#{pane_id}')).stdout.trim();
    await box.tmux('set-option', '-p', '-t', pane, '@party_role', 'claude');
    await box.tmux('set-option', '-p', '-t', pane, '@party_adapter', 'generic');
    const screen = async () => (await box.tmux('capture-pane', '-p', '-t', pane)).stdout;
    await until('the receiver', async () => (await screen()).includes('receiver ready'));
    const tmux = createTmux(box.env);
    const mailbox = openMailbox(box.directory('mail'));
    const session = async () => {
      const found = findSession(await tmux.sessions(), 'party-t');
      assert.ok(found);
      return found;
    };
    const locate = async (to: string) => {
      looks++;
      return { session: await session(), pane: resolveRole(await session(), parseRole(to)) };
    };
    const delivery = { env: box.env, tmux, mailbox, confirmMs: 300, locate };
    post = { session: await session(), stateDir: mailbox.directory, mailbox, delivery };
    looks = 0;
    await box.tmux('copy-mode', '-t', pane);
    await mailbox.write({ to: 'claude', from: 'human', kind: 'talk', text: 'later', line: () => 'later' });
  });
  afterEach(() => box.dispose());

  const nothing = () => {};
  /** No test waits for it: `speed` times what the relay sleeps has gone by then. `then` happens once, after `afterMs`. */
  const clockWith = (afterMs: number, then: () => Promise<unknown>, speed = 1, slept: number[] = []): Clock => {
    let now = Date.now();
    const due = now + afterMs;
    let done = false;
    return {
      now: () => now,
      async sleep(ms) {
        slept.push(ms);
        now += ms * speed;
        if (done || now < due) return;
        done = true;
        await then();
      },
    };
  };
  const leaveCopyMode = () => box.tmux('send-keys', '-t', pane, '-X', 'cancel');
  const received = () => (existsSync(log) ? readFileSync(log, 'utf8').trim() : '');
  const minute = 60_000;

  it('delivers when the person comes back after three hours in copy mode', async () => {
    await relayUntilNothingWaits(post, nothing, clockWith(180 * minute, leaveCopyMode, 120));
    assert.equal(received(), '"later"');
  });

  it('looks twice a second at first, then every three seconds, and twice a second again when it is woken', async () => {
    /** How many looks there were before each sleep of half a second, or what is left of it. */
    const before: number[] = [];
    let gone = 0;
    const clock: Clock = {
      now: () => gone,
      async sleep(ms) {
        before.push(looks);
        gone += ms;
        // Ten seconds; after a leap fifteen more; then it is woken.
        if (before.length === 20) gone += 10 * minute;
        if (before.length === 50) await wakeRelay(post.stateDir);
        if (before.length === 60) await leaveCopyMode();
      },
    };
    await relayUntilNothingWaits(post, nothing, clock);
    const looksIn = (from: number, to: number) => (before[to] ?? 0) - (before[from] ?? 0);
    assert.equal(looksIn(0, 19), 19);
    assert.ok(looksIn(20, 49) <= 6, `${looksIn(20, 49)} looks in 15 s after ten minutes`);
    assert.equal(looksIn(50, 59), 9);
    assert.equal(received(), '"later"');
  });

  it('ends with its party', async () => {
    const clock = clockWith(60 * minute, () => box.tmux('kill-server'), 120);
    await assert.rejects(relayUntilNothingWaits(post, nothing, clock), /has ended/);
  });

  it('looks again when it was woken during a look that found nothing', async () => {
    await leaveCopyMode();
    const { mailbox, delivery } = post;
    let isFirst = true;
    // While it delivers to Claude, a message comes for Codex, to which it has just had nothing to deliver.
    const record: typeof mailbox.record = async (event) => {
      await mailbox.record(event);
      if (event.event !== 'typed' || !isFirst) return;
      isFirst = false;
      await mailbox.write({ to: 'codex', from: 'human', kind: 'talk', text: 'next', line: () => 'next' });
      await wakeRelay(post.stateDir);
    };
    const locate = () => delivery.locate('claude');
    post = { ...post, delivery: { ...delivery, mailbox: { ...mailbox, record }, locate } };
    await relayUntilNothingWaits(post, nothing);
    assert.equal(received(), '"later"\n"next"');
  });

  it('does not wait for a message that is unsure', async () => {
    const [message] = await post.mailbox.messages();
    await post.mailbox.record({ event: 'unsure', id: message?.id ?? '' });
    const never = clockWith(0, () => assert.fail('it has waited'));
    await relayUntilNothingWaits(post, nothing, never);
    assert.equal(looks > 1, false);
  });

  describe('and its senders', () => {
    const isStarted = (sender: string) => existsSync(join(box.root, sender));
    /** What a sender does, with a program that only leaves a file with the sender's name. */
    const startFor = async (sender: string) => {
      const bundles = box.directory('bundles');
      writeFileSync(join(bundles, 'cli.cjs'), `require('node:fs').writeFileSync(process.env.SIGN, '')`);
      await startRelay(post.stateDir, bundles, { ...box.env, SIGN: join(box.root, sender) });
    };

    it('start one when none runs', async () => {
      await startFor('ann');
      await until('the relay', () => isStarted('ann'));
    });

    it('only wake the one that runs', async () => {
      await withMailboxLock(post.stateDir, relayLock, { waitMs: 0 }, () => startFor('ann'));
      assert.ok(existsSync(join(post.stateDir, 'relay.wake')));
      // Ann's relay would have come before this one.
      await startFor('bob');
      await until('the relay', () => isStarted('bob'));
      assert.equal(isStarted('ann'), false);
    });

    it('start one after a relay was killed', async () => {
      mkdirSync(join(post.stateDir, 'locks', relayLock), { recursive: true });
      writeFileSync(join(post.stateDir, 'locks', relayLock, '1'), '999999999:1');
      await startFor('ann');
      await until('the relay', () => isStarted('ann'));
    });

    it('are not missed by a relay that is about to end', async () => {
      await leaveCopyMode();
      const { mailbox } = post;
      let isFirst = true;
      await runRelay(post, nothing, async (...args) => {
        const seen = await relayUntilNothingWaits(...args);
        if (isFirst) {
          isFirst = false;
          await mailbox.write({ to: 'claude', from: 'human', kind: 'talk', text: 'next', line: () => 'next' });
          await startFor('ann');
        }
        return seen;
      });
      assert.equal(received(), '"later"\n"next"');
    });
  });
});
