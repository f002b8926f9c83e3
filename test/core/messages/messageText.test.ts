import assert from 'node:assert/strict';
import { english } from '../../../src/core/base/translate.ts';
import type { MessageStatus } from '../../../src/core/messages/messageStatus.ts';
import {
  messageLabel,
  messageSentence,
  messageStateText,
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
    [{ from: 'x\ny', to: 'gemini', kind: 'talk' }, 'x y → gemini'],
  ];
  for (const [more, label] of cases) it(label, () => assert.equal(messageLabel(message(more), english), label));
});

describe('the state of a message', () => {
  const cases: [Partial<MessageStatus>, afterMs: number, text: string][] = [
    [{}, 12_000, 'written · 12s'],
    [{ state: 'typed' }, 40_000, 'typed, not submitted · 40s'],
    [{ state: 'typed', returned: true }, 40_000, 'back in the input box, not submitted · 40s'],
    [{ state: 'unsure' }, 40_000, "unsure: typed, but not in the agent's records"],
    [{ state: 'submitted' }, 130_000, 'submitted · 2m'],
    [{ state: 'answered' }, 130_000, 'answered'],
    [{ state: 'failed', reason: 'no\nletter' }, 1, 'failed: no letter'],
    [{ state: 'failed' }, 1, 'failed'],
    [{ state: 'cancelled', reason: 'sent again' }, 1, 'cancelled: sent again'],
  ];
  for (const [more, afterMs, text] of cases) {
    it(text, () => assert.equal(messageStateText(message(more), begin + afterMs, english), text));
  }

  it('is read without the time, and with what it waits for', () => {
    assert.equal(messageSentence(message(), 'x', english), 'Claude → Codex: task, written, waiting: x');
  });
});

describe('why a message waits', () => {
  const idle: WaitingFacts = { agent: { state: 'idle', waitingFor: null }, inCopyMode: false, isBehind: false };
  const cases: [Partial<MessageStatus>, Partial<WaitingFacts>, string | undefined][] = [
    [{}, {}, undefined],
    [{ state: 'typed' }, {}, 'the agent has not confirmed that it was submitted'],
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
      "you are scrolling in Codex's pane (copy mode). Press q there to continue",
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
