// From each state of a message on, with messages of which `party` was killed on the way.

import assert from 'node:assert/strict';
import { join } from 'node:path';
import { execa } from 'execa';
import { isPending, type Message } from '../../../src/core/messages/message.ts';
import { messageWays, type WayOn } from '../../../src/core/status/waysOn.ts';
import { QueueParty } from '../../support/queueParty.ts';
import { ReceiverParty } from '../../support/receiverParty.ts';
import { repository, until } from '../../support/sandbox.ts';
import { take, walkTable } from '../../support/walks.ts';

describe('a message', function () {
  this.timeout(90_000);
  let at: ReceiverParty;
  beforeEach(() => {
    at = new ReceiverParty();
  });
  afterEach(() => at.dispose());

  const act = (way: WayOn, { id }: Message) => take(at.box, at.top, way, { ID: id });
  /** As the clients call them. */
  const hook = (script: string, input: object, ...args: string[]) =>
    execa('sh', [join(repository, 'resources', script), ...args], {
      ...{ cwd: at.top, env: { ...at.box.env, PARTY_SESSION: at.started.session.name }, extendEnv: false },
      input: JSON.stringify(input),
    });
  const claudeSays = (hook_event_name: string, fields: object) => ({
    ...{ session_id: 's', transcript_path: '', cwd: at.top, prompt_id: 'p', hook_event_name, ...fields },
  });
  const tookIt = async (message: Message, ...texts: string[]) => {
    await at.becomes(message.id, 'submitted');
    assert.deepEqual(at.received(), texts);
  };
  const nothingIsLeft = async () => {
    assert.deepEqual((await at.messages()).filter(isPending), []);
    assert.notEqual(await at.next(), 'party message list');
  };
  const waiting = async () => {
    assert.equal((await at.party('talk', 'codex', 'first')).code, 6);
    const message = await at.last();
    await at.is(message.id, 'written');
    return message;
  };
  /** The agent took it and showed nothing, some minutes ago. */
  const withoutTrace = async (to: 'claude' | 'codex') => {
    await at.start('silent=1');
    if (to === 'claude') await at.hasHooks(to);
    assert.equal((await at.party('talk', to, 'first')).code, 6);
    const message = await at.last();
    at.age(message.id);
    await at.done('message', 'list');
    await at.is(message.id, 'unsure');
    return message;
  };
  const submitted = async () => {
    await at.start();
    await at.hasHooks('codex');
    await at.done('talk', 'codex', 'first');
    const message = await at.last();
    await at.is(message.id, 'submitted');
    return message;
  };
  const codexAnswers = (message: Message) => {
    const turn = { 'input-messages': [message.line], 'last-assistant-message': 'Well.' };
    const notice = { type: 'agent-turn-complete', 'thread-id': 't', 'turn-id': 'u', cwd: at.top, ...turn };
    return hook('codex/notify.sh', {}, JSON.stringify(notice));
  };
  /** In Codex's queue, from which Codex takes nothing; or killed on the way there. */
  const inQueue = async (mode: 'add' | 'kill-before' | 'kill-after', state: 'queueing' | 'queued') => {
    await at.dispose();
    const own = new QueueParty();
    at = own;
    await own.withDraft();
    own.stopQueue();
    own.queueWill(mode);
    const message = await own.blocked();
    await own.becomes(message.id, state);
    assert.equal((await own.status()).messages.find(({ id }) => id === message.id)?.state, 'queued');
    return { own, message };
  };
  const arrivesOnce = async ({ own, message }: Awaited<ReturnType<typeof inQueue>>) => {
    own.startQueue();
    await until('the message', async () => {
      await own.party('message', 'list');
      return own.received().length > 1;
    });
    await until('its state', async () => {
      await own.party('message', 'list');
      return !isPending((await own.messages()).find(({ id }) => id === message.id) ?? message);
    });
    assert.deepEqual(own.received(), ['hello', 'first']);
  };
  const leavesTheQueue = async (way: WayOn, { own, message }: Awaited<ReturnType<typeof inQueue>>) => {
    await act(way, message);
    await own.is(message.id, 'cancelled');
    own.startQueue();
    await own.box.tmux('send-keys', '-t', own.codex, 'C-u');
    await own.done('talk', 'codex', 'second');
    assert.deepEqual(own.received(), ['hello', 'second']);
  };
  const givenUp = async () => {
    await at.start();
    let message: Message | undefined;
    await at.copyMode(async () => {
      message = await waiting();
      await act(messageWays.written, message);
    });
    assert.ok(message !== undefined);
    await at.is(message.id, 'cancelled');
    return message;
  };

  const held = async () => {
    const until = new Date(Date.now() + 3_600_000);
    at.limit('codex', until);
    assert.equal((await at.party('talk', 'codex', 'first')).code, 6);
    const [message] = (await at.status()).messages;
    assert.deepEqual([message?.state, message?.until], ['held', until.toISOString()]);
    return at.last();
  };

  walkTable(messageWays, {
    written: {
      'by itself': async () => {
        await at.start();
        let message: Message | undefined;
        await at.copyMode(async () => {
          message = await waiting();
        });
        assert.ok(message !== undefined);
        await tookIt(message, 'first');
      },
      'by the command': async () => {
        const { id } = await givenUp();
        await at.done('talk', 'codex', 'second');
        assert.deepEqual(at.received(), ['second']);
        await at.is(id, 'cancelled');
      },
    },
    held: {
      'by itself': async () => {
        await at.start();
        const message = await held();
        at.limit('codex', new Date(Date.now() - 1000));
        await tookIt(message, 'first');
      },
      'by the command': async (way) => {
        await at.start();
        const message = await held();
        await act(way, message);
        await tookIt(message, 'first');
      },
    },
    typing: {
      'by itself': async () => {
        await at.start();
        const first = await at.killedAround('before', 'talk', 'codex', 'first');
        await at.is(first.id, 'typing');
        await at.done('talk', 'codex', 'second');
        await tookIt(first, 'first', 'second');
      },
      'by the command': async (way) => {
        await at.start();
        const first = await at.killedAround('after', 'talk', 'codex', 'first');
        await at.is(first.id, 'typing');
        await act(way, first);
        await tookIt(first, 'first');
      },
    },
    typed: {
      'by itself': async () => {
        await at.start('swallow=1');
        const first = await at.killedAround('next', 'talk', 'codex', 'first');
        await at.is(first.id, 'typed');
        await at.done('talk', 'codex', 'second');
        await tookIt(first, 'first', 'second');
      },
      'by the command': async (way) => {
        await at.start('swallow=1');
        const first = await at.killedAround('next', 'talk', 'codex', 'first');
        await at.is(first.id, 'typed');
        await act(way, first);
        await tookIt(first, 'first');
      },
    },
    queueing: {
      'by itself': async () => arrivesOnce(await inQueue('kill-after', 'queueing')),
      'by the command': async (way) => leavesTheQueue(way, await inQueue('kill-after', 'queueing')),
    },
    queued: {
      'by itself': async () => arrivesOnce(await inQueue('add', 'queued')),
      'by the command': async (way) => leavesTheQueue(way, await inQueue('add', 'queued')),
    },
    unsure: {
      'by itself': async () => {
        const { id, line } = await withoutTrace('claude');
        await hook('claude/hooks/skill-eval.sh', claudeSays('UserPromptSubmit', { prompt: line }));
        await at.is(id, 'submitted');
        assert.deepEqual(at.received('claude').length, 1);
      },
      'by the command': async (way) => {
        const first = await withoutTrace('codex');
        await act(way, first);
        await at.is(first.id, 'cancelled');
        await at.is((await at.last()).id, 'submitted');
        assert.deepEqual(at.received(), ['first', 'first']);
        await nothingIsLeft();
      },
    },
    submitted: {
      'by itself': async () => {
        const message = await submitted();
        await codexAnswers(message);
        await at.is(message.id, 'answered');
      },
      'by the command': async (way) => {
        const first = await submitted();
        await act(way, first);
        const again = await at.last();
        assert.notEqual(again.id, first.id);
        await tookIt(again, 'first', 'first');
        await codexAnswers(again);
        await at.is(again.id, 'answered');
      },
    },
    answered: {
      'is an end': async () => {
        const message = await submitted();
        await codexAnswers(message);
        await at.is(message.id, 'answered');
        await nothingIsLeft();
      },
    },
    failed: {
      'by the command': async (way) => {
        await at.start('swallow=1');
        const first = await at.killedAround('next', 'talk', 'codex', 'first');
        await at.box.killServer();
        await at.done('restore', '--detach');
        await at.ready();
        await at.is(first.id, 'failed');
        assert.equal(await at.next(), 'party message list');
        assert.match((await at.done('message', 'list')).stdout, new RegExp(`party message resend ${first.id}`));
        await act(way, first);
        // The first Enter of this receiver is swallowed, too.
        await tookIt(await at.last(), 'first');
        await nothingIsLeft();
      },
    },
    cancelled: {
      'is an end': async () => {
        await givenUp();
        await nothingIsLeft();
      },
      'by the command': async (way) => {
        const first = await givenUp();
        await act(way, first);
        await tookIt(await at.last(), 'first');
      },
    },
  });
});
