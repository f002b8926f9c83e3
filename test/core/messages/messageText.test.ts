import assert from 'node:assert/strict';
import { english } from '../../../src/core/base/translate.ts';
import { reduceMessages } from '../../../src/core/messages/message.ts';
import { type MessageStatus, messageStatuses } from '../../../src/core/messages/messageStatus.ts';
import {
  messageLabel,
  messageSentence,
  messageStateText,
  messageTitle,
  type WaitingFacts,
  whyWaiting,
} from '../../../src/core/messages/messageText.ts';
import { isStuck, troubledMessages } from '../../../src/core/messages/messageTrouble.ts';

const begin = Date.parse('2026-01-01T00:00:00Z');

function message(more: Partial<MessageStatus> = {}): MessageStatus {
  return {
    ...{ id: 'abcdefgh', from: 'claude', to: 'codex', kind: 'prompt', state: 'written', file: '/m', reason: null },
    since: new Date(begin).toISOString(),
    ...more,
  };
}

describe('the label of a message', () => {
  const cases: [Partial<MessageStatus>, string][] = [
    [{}, 'Claude → Codex: task'],
    [{ from: 'codex', to: 'claude', kind: 'question' }, 'Codex → Claude: question'],
    [{ kind: 'response' }, 'Claude → Codex: answer'],
    [{ from: 'codex', to: 'claude', kind: 'notice' }, 'Codex → Claude: result'],
    [{ from: 'human', kind: 'talk' }, 'You → Codex'],
    [{ from: 'human', kind: 'talk', subject: 'Use the other\nparser' }, 'You → Codex: Use the other parser'],
    [{ subject: 'What is in src?' }, 'Claude → Codex: What is in src?'],
    [{ from: 'human', kind: 'review', round: 2 }, 'You → Codex: round 2 review'],
    [{ kind: 'review', round: 2, subject: 'Greetings' }, 'Claude → Codex: round 2 review, Greetings'],
    [{ kind: 'review', round: 2, reminder: true }, 'Claude → Codex: round 2 reminder'],
    [{ kind: 'review' }, 'Claude → Codex: review request'],
    [{ from: 'codex', to: 'claude', kind: 'notice', round: 1 }, 'Codex → Claude: round 1 findings'],
    [{ from: 'codex', to: 'claude', kind: 'notice', subject: 'Why?' }, 'Codex → Claude: answer to “Why?”'],
    [{ kind: 'response', subject: 'Why?' }, 'Claude → Codex: answer to “Why?”'],
    [{ from: 'x\ny', to: 'gemini', kind: 'talk' }, 'x y → gemini'],
  ];
  for (const [more, label] of cases) it(label, () => assert.equal(messageLabel(message(more), english), label));
});

describe('the title of an opened message', () => {
  it('is its subject, and never the name of a file', () => {
    assert.equal(messageTitle(message({ subject: 'see ../README.md' }), english), 'see .. README.md (Claude → Codex)');
    assert.equal(messageTitle(message({ kind: 'talk', to: 'x/y' }), english), 'message (Claude → x y)');
  });
});

describe('the state of a message', () => {
  const cases: [Partial<MessageStatus>, afterMs: number, text: string][] = [
    [{}, 12_000, 'written · 10s'],
    [{ state: 'typed' }, 40_000, 'typed, not submitted · 40s'],
    [{ state: 'typed', returned: true }, 40_000, 'back in the input box, not submitted · 40s'],
    [{ state: 'unsure' }, 40_000, "unsure: typed, but not in the agent's records"],
    [{ state: 'unsure', queued: true }, 40_000, "unsure: queued, but not in the agent's records"],
    [{ state: 'queued', queued: true }, 40_000, "in Codex's queue · 40s"],
    [{ state: 'submitted' }, 130_000, 'delivered · 2m'],
    [{ state: 'submitted', kind: 'notice', inTurn: true }, 130_000, 'delivered'],
    [{ state: 'submitted', kind: 'notice' }, 130_000, 'read'],
    [{ state: 'submitted', kind: 'response' }, 130_000, 'read'],
    [{ state: 'answered' }, 130_000, 'answered'],
    [{ state: 'failed', reason: 'no\nletter' }, 1, 'failed: no letter'],
    [{ state: 'failed' }, 1, 'failed'],
    [{ state: 'cancelled', reason: 'sent again' }, 1, 'cancelled: sent again'],
    [{ state: 'cancelled', reason: 'by hand' }, 1, 'cancelled by you'],
  ];
  for (const [more, afterMs, text] of cases) {
    it(text, () => assert.equal(messageStateText(message(more), begin + afterMs, english), text));
  }

  it('is read aloud without the time, and with the reason for waiting', () => {
    assert.equal(messageSentence(message(), 'x', english), 'Claude → Codex: task, written, waiting: x');
  });
});

describe('a message to an agent that is limited', () => {
  const until = new Date(Date.now() + 3_600_000).toISOString();
  const at = new Date(begin).toISOString();
  const written = { event: 'written', to: 'codex', from: 'human', kind: 'talk', line: 'l', at };
  const journal = [
    ...['aaaaaaaa', 'bbbbbbbb', 'cccccccc'].map((id) => ({ ...written, id, file: `/talk-${id}.md` })),
    { ...written, id: 'dddddddd', to: 'claude', kind: 'notice', file: '/notice-dddddddd.md', awaits: 'codex' },
    { event: 'typed', id: 'bbbbbbbb', at },
    { event: 'released', id: 'cccccccc', at },
  ];
  const states = (limited: boolean) =>
    messageStatuses(reduceMessages(journal), undefined, (agent) => (limited && agent === 'codex' ? until : undefined));

  it('is held, unless it is typed, or a person sends it anyway; also one that waits for another agent', () => {
    assert.deepEqual(
      states(true).map(({ state, until: end }) => [state, end]),
      [
        ['held', until],
        ['typed', undefined],
        ['written', undefined],
        ['held', until],
      ],
    );
    assert.deepEqual(
      states(false).map(({ state }) => state),
      ['written', 'typed', 'written', 'written'],
    );
  });

  it('says until when, and why it waits', () => {
    const held = message({ state: 'held', until });
    assert.match(messageStateText(held, begin, english), /^held until (?:\S+ )?\d\d:\d\d$/);
    const facts = { agent: { state: 'idle', waitingFor: null }, inCopyMode: false, isBehind: false } as const;
    assert.equal(whyWaiting(held, facts, english), 'a limit must be over first');
    assert.deepEqual(troubledMessages([held], Date.now()), []);
  });
});

describe('why a message waits', () => {
  const idle: WaitingFacts = { agent: { state: 'idle', waitingFor: null }, inCopyMode: false, isBehind: false };
  const cases: [Partial<MessageStatus>, Partial<WaitingFacts>, string | undefined][] = [
    [{}, {}, undefined],
    [{ state: 'typed' }, {}, 'the agent has not confirmed that it was submitted'],
    [{ state: 'queued' }, { inCopyMode: true }, 'Codex takes it when it is not working'],
    [{ state: 'queued' }, { agent: { state: 'dead', waitingFor: null } }, 'Codex takes it when it is restarted'],
    [{ state: 'typed', returned: true }, {}, 'Claude put it back into its input box. Press Enter there, or retry it'],
    [{}, { agent: { state: 'busy', waitingFor: null } }, 'the agent is working'],
    [{}, { agent: { state: 'waiting', waitingFor: 'a\nb' } }, 'the agent is waiting for you: a b'],
    [{}, { agent: { state: 'waiting', waitingFor: null } }, 'the agent is waiting for you'],
    [{}, { agent: { state: 'dead', waitingFor: null }, inCopyMode: true }, 'the agent has ended'],
    [{}, { agent: { state: 'absent', waitingFor: null } }, 'the agent is not running'],
    [{}, { agent: undefined }, 'the agent is not running'],
    [
      {},
      { agent: { state: 'busy', waitingFor: null }, inCopyMode: true },
      "you are scrolling in Codex's pane. Press q there to continue",
    ],
    [{}, { isBehind: true }, 'an earlier message comes first'],
    [{ state: 'submitted' }, { agent: { state: 'busy', waitingFor: null } }, undefined],
    [{ state: 'failed' }, { agent: undefined }, undefined],
  ];
  for (const [more, facts, reason] of cases) {
    it(`${more.state ?? 'written'}: ${reason}`, () => {
      assert.equal(whyWaiting(message(more), { ...idle, ...facts }, english), reason);
    });
  }
});

describe('a message in trouble', () => {
  it('is stuck when it was typed and not taken for more than ten seconds', () => {
    const typed = message({ state: 'typed' });
    assert.deepEqual([isStuck(typed, begin + 10_000), isStuck(typed, begin + 10_001)], [false, true]);
    assert.equal(isStuck(message(), begin + 1e9), false);
    assert.equal(isStuck(message({ state: 'typed', returned: true }), begin), true);
  });

  const failed = message({ id: 'failed', state: 'failed' });
  const cases: [title: string, MessageStatus[], troubled: string[]][] = [
    ['a failure', [failed], ['failed']],
    ['a failure after a success', [message({ state: 'submitted' }), failed], ['failed']],
    ['a failure that was sent again', [failed, message({ state: 'submitted' })], []],
    ['a failure whose successor waits', [failed, message()], ['failed']],
    ['a failure to another agent', [failed, message({ to: 'claude', state: 'answered' })], ['failed']],
    ['a stuck one', [message({ state: 'typed' }), failed], ['abcdefgh', 'failed']],
    ['one that was given up', [message({ state: 'cancelled' })], []],
    [
      'an unsure one, also after a success',
      [message({ state: 'unsure' }), message({ state: 'answered' })],
      ['abcdefgh'],
    ],
  ];
  for (const [title, messages, troubled] of cases) {
    it(title, () => {
      const ids = troubledMessages(messages, begin + 20_000).map(({ id }) => id);
      assert.deepEqual(ids, troubled);
    });
  }
});
