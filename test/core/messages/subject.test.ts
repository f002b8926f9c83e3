import assert from 'node:assert/strict';
import { reduceMessages } from '../../../src/core/messages/message.ts';
import { messageStatuses } from '../../../src/core/messages/messageStatus.ts';
import { firstWords } from '../../../src/core/messages/subject.ts';

describe('the first words of a text', () => {
  const cases: [text: string, words: string][] = [
    ['Use the other parser', 'Use the other parser'],
    ['\n\n## Goal\n\nGreet', 'Goal'],
    ['> - quoted item', 'quoted item'],
    ['---\n```js\nconst a = 1;', 'const a = 1;'],
    ['a\u001b[31mb\u202e', 'a [31mb'],
    ['', ''],
    ['…\n!!!', ''],
    ['x'.repeat(100), `${'x'.repeat(59)}…`],
  ];
  for (const [text, words] of cases) it(JSON.stringify(words), () => assert.equal(firstWords(text), words));
});

describe('what a message is about', () => {
  const written = (more: object) => ({
    ...{ event: 'written', id: 'abcdefgh', at: '2026-01-01T00:00:00Z', to: 'codex', from: 'human', kind: 'review' },
    ...{ file: '/m/review-abcdefgh.md', line: 'l', ...more },
  });
  const about = (more: object) => {
    const [status] = messageStatuses(reduceMessages([written(more)]));
    return { subject: status?.subject, round: status?.round, reminder: status?.reminder };
  };

  it('is in the journal', () => {
    assert.deepEqual(about({ subject: 'Greetings', round: 2, response: '/s/codex/findings/abcdefgh.json' }), {
      ...{ subject: 'Greetings', round: 2, reminder: undefined },
    });
  });

  it('is not known from a journal of an older version', () => {
    assert.deepEqual(about({}), { subject: undefined, round: undefined, reminder: undefined });
  });

  it('is a reminder when the findings belong to an earlier request', () => {
    assert.equal(about({ response: '/s/codex/findings/qrstuvwx.json' }).reminder, true);
  });
});
