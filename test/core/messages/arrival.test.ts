import assert from 'node:assert/strict';
import { readArrival } from '../../../src/core/messages/arrival.ts';
import { reduceMessages } from '../../../src/core/messages/message.ts';
import type { MessageEvent } from '../../../src/core/messages/messageEvent.ts';

const at = '2026-01-01T00:00:00.000Z';
const line = '[CODEX] Question waiting. Read: /s/messages/to-claude/question-abcdefgh1.md — Write response to: /s/r';

function message(...events: MessageEvent['event'][]) {
  const file = '/s/messages/to-claude/question-abcdefgh1.md';
  const written = { event: 'written', to: 'claude', from: 'codex', kind: 'question', file, line };
  const rest = events.map((event) => ({ event, by: 'hook', reason: 'r' }));
  return reduceMessages([written, ...rest].map((event) => ({ ...event, id: 'abcdefgh1', at })));
}

describe('what a prompt brings', () => {
  for (const [title, prompt, messages, arrived, repeated] of [
    ['a message that was typed', line, message('typing', 'typed'), true, false],
    ['one whose typist is still at it', line, message('typing'), true, false],
    ['one with other spaces and breaks', line.replaceAll(' ', '  \n'), message('typing'), true, false],
    ['one behind what a person had begun to write', `and also ${line}`, message('typing'), true, false],
    ['one of which only the name is left', 'x question-abcdefgh1.md x', message('typing', 'typed'), true, false],
    ['one that a person has pasted before it was typed', line, message(), true, false],
    ['one that was given up and came all the same', line, message('typed', 'cancelled'), true, false],
    ['the name of one that waits', 'what about question-abcdefgh1.md?', message(), false, false],
    ['one that was there before', line, message('typed', 'submitted'), false, true],
    ['one that was answered before', line, message('submitted', 'answered'), false, true],
    ['one that was lost', line, message('submitted', 'lost'), true, false],
    ['words about one that was there before', `what was ${line}`, message('submitted'), false, false],
    ['something else', 'good morning', message('typed'), false, false],
  ] as const) {
    it(title, () => {
      const arrival = readArrival(prompt, messages, 'claude');
      assert.equal(arrival.arrived.length === 1, arrived);
      assert.equal(arrival.repeated !== undefined, repeated);
    });
  }

  it('does not take the message for its reminder', () => {
    const reminder = '[CODEX abcdefgh1] Your limit is over. Go on with the message abcdefgh1, reminder 1. Read: /s/f';
    const limited = { event: 'limited', n: 1, reason: 'r', line: reminder, id: 'abcdefgh1', at };
    const typed = { event: 'typed', id: 'abcdefgh1', at };
    const [met] = message('submitted');
    const messages = reduceMessages([limited, typed], new Map(met && [[met.id, met]]));
    for (const [prompt, arrived] of [
      [reminder, 1],
      ['[CODEX abcdefgh1] Go on with the message abcdefgh1,  reminder 1', 1],
      [line, 0],
      ['what about question-abcdefgh1.md?', 0],
      ['[CODEX abcdefgh1] abcdefgh1, reminder 2', 0],
    ] as const) {
      assert.equal(readArrival(prompt, messages, 'claude').arrived.length, arrived, prompt);
    }
  });

  it('passes over messages for others', () => {
    assert.deepEqual(readArrival(line, message('typed'), 'codex'), { arrived: [], again: [], repeated: undefined });
  });
});
