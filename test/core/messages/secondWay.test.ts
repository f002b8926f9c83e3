// When a message goes to Codex's queue instead of its composer, and when a queued one becomes unsure.

import assert from 'node:assert/strict';
import type { AgentState } from '../../../src/core/agents/agent.ts';
import { titleThread } from '../../../src/core/agents/title.ts';
import { type Message, reduceMessages } from '../../../src/core/messages/message.ts';
import { unsureAdvice } from '../../../src/core/messages/messageAdvice.ts';
import { messageStatuses } from '../../../src/core/messages/messageStatus.ts';
import { guard } from '../../../src/core/messages/paneGuard.ts';
import { QueueTalk } from '../../../src/core/messages/queueTalk.ts';
import { type Look, lookAtBlocked, lookAtQueued } from '../../../src/core/messages/secondWay.ts';

const now = Date.parse('2026-01-01T12:00:00.000Z');
const ago = (ms: number) => new Date(now - ms).toISOString();
const blocked = (ms: number) => ({ what: 'blocked' as const, since: ago(ms) });
const idle = (ms: number) => ({ what: 'idle' as const, since: ago(ms) });

describe('a message that cannot be typed', () => {
  type Known = Partial<Pick<Message, 'state' | 'noticed' | 'queue'>>;
  const cases: [title: string, Known, { lasting?: boolean; thread?: string | undefined }, Look][] = [
    ['is noted at the first look', {}, {}, 'notice'],
    ['waits for a person who types', { noticed: blocked(29_000) }, {}, 'nothing'],
    ['is queued after half a minute', { noticed: blocked(30_000) }, {}, 'act'],
    ['is not queued while Codex works', {}, { lasting: false }, 'nothing'],
    ['counts again from the beginning after Codex worked', { noticed: blocked(40_000) }, { lasting: false }, 'forget'],
    ['is not queued without a certain thread', {}, { thread: undefined }, 'nothing'],
    ['is not queued for a thread that is gone', { noticed: blocked(40_000) }, { thread: undefined }, 'forget'],
    ['is noted again after the clock was set back', { noticed: blocked(-5000) }, {}, 'notice'],
    ['is noted again after a time that cannot be read', { noticed: { what: 'blocked', since: '?' } }, {}, 'notice'],
    [
      'is not queued a second time',
      { noticed: blocked(40_000), queue: { thread: 't', refused: true, line: 'l' } },
      {},
      'nothing',
    ],
    ['is not queued when it may be in the composer', { state: 'typing', noticed: blocked(40_000) }, {}, 'nothing'],
    ['is not queued when it was typed', { state: 'typed', noticed: blocked(40_000) }, {}, 'nothing'],
  ];
  for (const [title, known, { lasting = true, ...more }, look] of cases) {
    it(title, () => {
      const thread = 'thread' in more ? more.thread : 't';
      const message = { state: 'written' as const, noticed: undefined, queue: undefined, ...known };
      assert.equal(lookAtBlocked(message, { lasting, thread }, now), look);
    });
  }
});

describe('a message in the queue of Codex', () => {
  const cases: [title: string, Message['noticed'], isIdle: boolean, Look][] = [
    ['is left alone while Codex works', undefined, false, 'nothing'],
    ['is noted when Codex is idle', undefined, true, 'notice'],
    ['is waited for', idle(59_000), true, 'nothing'],
    ['is unsure after a minute', idle(60_000), true, 'act'],
    ['counts again from the beginning after a turn', idle(90_000), false, 'forget'],
    ['does not count the time before it was queued', blocked(90_000), true, 'notice'],
  ];
  for (const [title, noticed, isIdle, look] of cases) {
    it(title, () => assert.equal(lookAtQueued({ noticed }, isIdle, { now, afterMs: 60_000 }), look));
  }
});

describe('what keeps Party from typing for long', () => {
  const pane = { dead: false, inMode: false, synchronized: false, role: 'codex' as const };
  const cases: [title: string, Partial<typeof pane>, AgentState, bareShell: boolean, lasting: boolean][] = [
    ['an agent that ended', { dead: true }, { kind: 'dead' }, false, true],
    ['an agent that ended under a shell', {}, { kind: 'dead' }, false, true],
    ['copy mode', { inMode: true }, { kind: 'idle' }, false, true],
    ['keys that go to every pane', { synchronized: true }, { kind: 'idle' }, false, true],
    ['a shell', {}, { kind: 'idle' }, true, true],
    ['not a turn', {}, { kind: 'busy' }, false, false],
    ['not a question of the agent', {}, { kind: 'waiting', waitingFor: 'x' }, false, false],
    ['not a program that is missing', {}, { kind: 'absent' }, false, false],
  ];
  for (const [title, more, state, bareShell, lasting] of cases) {
    it(title, () => {
      const decision = guard({ ...pane, ...more }, { state, bareShell });
      assert.equal(decision.kind === 'wait' && decision.lasting === true, lasting);
    });
  }
});

describe('the thread in the title of Codex', () => {
  for (const [title, thread] of [
    ['Ready | 01a1ead7-dd57-7e42-8bbf-249e1...', '01a1ead7-dd57-7e42-8bbf-249e1'],
    ['Ready | 01a1ead7-dd57-7e42-8bbf-249e10cb5eef', '01a1ead7-dd57-7e42-8bbf-249e10cb5eef'],
    ['⠏ Starting | 01a1ead7-dd57-7e42-8bbf-249e1...', '01a1ead7-dd57-7e42-8bbf-249e1'],
    ['Ready', undefined],
    ['Ready | project', undefined],
    ['host', undefined],
  ] as const) {
    it(`${title}: ${thread ?? 'none'}`, () => assert.equal(titleThread(title), thread));
  }
});

describe('a queued message on its ladder', () => {
  const id = 'abcdefgh1';
  const at = ago(0);
  const event = (name: string, more: object = {}) => ({ event: name, id, at, ...more });
  const file = `/s/talk-${id}.md`;
  const written = event('written', { to: 'codex', from: 'human', kind: 'talk', file, line: 'l' });
  const queueing = event('queueing', { thread: 't' });
  const reduced = (...events: object[]): Message => {
    const [message] = reduceMessages([written, ...events]);
    assert.ok(message !== undefined);
    return message;
  };

  for (const [title, events, state, shown] of [
    ['is being queued', [queueing], 'queueing', 'queued'],
    ['is in the queue', [queueing, event('queued')], 'queued', 'queued'],
    ['was refused', [queueing, event('refused')], 'written', 'written'],
    ['was taken before the sender spoke', [queueing, event('submitted', { by: 'x' }), event('queued')], 'submitted', 0],
    ['was not taken', [queueing, event('queued'), event('unsure')], 'unsure', 'unsure'],
    ['was killed on the way and not taken', [queueing, event('unsure')], 'unsure', 'unsure'],
    ['outlives the agent', [queueing, event('queued'), event('lost')], 'queued', 'queued'],
    ['is not typed', [queueing, event('typing'), event('typed')], 'typed', 0],
    ['is not queued after it was typed', [event('typing'), event('typed'), queueing], 'typed', 0],
    ['is not typed once it is in the queue', [queueing, event('queued'), event('typed')], 'queued', 'queued'],
  ] as const) {
    it(title, () => {
      const message = reduced(...events);
      assert.equal(message.state, state);
      if (shown !== 0) assert.equal(messageStatuses([message])[0]?.state, shown);
    });
  }

  it('keeps the time since which it could not be typed, until it is queued', () => {
    assert.deepEqual(reduced(event('noticed', { what: 'blocked' })).noticed, { what: 'blocked', since: at });
    assert.equal(reduced(event('noticed', { what: 'blocked' }), event('noticed', { what: null })).noticed, undefined);
    assert.equal(reduced(event('noticed', { what: 'blocked' }), queueing).noticed, undefined);
  });

  it('is named as queued when it is unsure', () => {
    assert.match(unsureAdvice(reduced(queueing, event('unsure'))), /^it was put into Codex's queue, but codex is idle/);
    assert.match(unsureAdvice(reduced(queueing, event('unsure')), 'codex'), /no record of it\. The human can send it/);
    assert.match(unsureAdvice(reduced(queueing, event('refused'), event('unsure'))), /^it was typed, but/);
  });
});

describe('taking a message out of the queue of Codex', () => {
  const answer = (id: number, result: object) => JSON.stringify({ id, result });
  const item = (id: string, text: string) => ({ id, input: [{ type: 'text', text }] });
  const begun = () => {
    const talk = new QueueTalk('t', 'mine');
    assert.match(talk.first[0] ?? '', /"method":"initialize"/);
    const [initialized, list] = talk.hear(answer(1, {}));
    assert.match(`${initialized}${list}`, /"initialized".*"thread\/queue\/list".*"threadId":"t"/);
    return talk;
  };

  it('deletes the message with that text, also on a later page', () => {
    const talk = begun();
    assert.deepEqual(talk.hear('{"method":"configWarning"}'), []);
    const [next] = talk.hear(answer(2, { data: [item('a', 'other')], nextCursor: 'c' }));
    assert.match(String(next), /"cursor":"c"/);
    const [deletion] = talk.hear(answer(2, { data: [item('b', 'mine')], nextCursor: null }));
    assert.match(String(deletion), /"thread\/queue\/delete".*"queuedSubmissionId":"b"/);
    assert.equal(talk.hear(answer(3, { deleted: true })), 'end');
    assert.equal(talk.outcome(), 'taken');
  });

  it('says that the message is not in the queue', () => {
    const talk = begun();
    assert.equal(talk.hear(answer(2, { data: [], nextCursor: null })), 'end');
    assert.equal(talk.outcome(), 'absent');
  });

  it('says that Codex has already taken the message', () => {
    const talk = begun();
    talk.hear(answer(2, { data: [item('b', 'mine')] }));
    talk.hear(answer(3, { deleted: false }));
    assert.equal(talk.outcome(), 'absent');
  });

  it('is uncertain when Codex refuses', () => {
    const talk = begun();
    assert.equal(talk.hear('{"id":2,"error":{"message":"unknown method"}}'), 'end');
    assert.equal(talk.outcome(), 'unknown');
    assert.equal(new QueueTalk('t', 'mine').hear('{"id":1,"error":{}}'), 'end');
  });
});
