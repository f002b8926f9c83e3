import assert from 'node:assert/strict';
import { isLongUnconfirmed } from '../../../src/core/messages/longUnconfirmed.ts';
import { isPending, messageIdsIn, nameInLine, reduceMessages } from '../../../src/core/messages/message.ts';
import {
  agentEnded,
  agentNotRunning,
  unconfirmed,
  waitingAdvice,
  waitsBecause,
} from '../../../src/core/messages/messageAdvice.ts';
import {
  findingsLine,
  isBareNotice,
  noticeLine,
  nudgeLine,
  plainLine,
  promptLine,
  questionLine,
  reminderLine,
  requestsNamedIn,
  responseLine,
  reviewLine,
  talkLine,
} from '../../../src/core/messages/paneLines.ts';
import { relayPause } from '../../../src/core/messages/relayPause.ts';
import { addAgent } from '../../../src/core/session/registryFile.ts';
import { composerText, paneText } from '../../../src/core/tmux/paneText.ts';
import { isBareShell } from '../../../src/core/tmux/shells.ts';

const at = '2026-01-01T00:00:00.000Z';
const written = {
  event: 'written',
  id: 'abcdefgh1',
  at,
  to: 'claude',
  from: 'codex',
  kind: 'question',
  file: '/s/question-abcdefgh1.md',
  line: 'l',
};
const event = (name: string, more: object = {}) => ({ event: name, id: 'abcdefgh1', at, ...more });
const limited = (more: object = {}) => event('limited', { n: 1, reason: 'usage limit', line: 'the reminder', ...more });

describe('the states of a message', () => {
  for (const [title, events, state, pending] of [
    ['a message that was written', [], 'written', true],
    ['one that is being typed', [event('typing')], 'typing', true],
    ['one that tmux did not take', [event('typing'), event('refused')], 'written', true],
    ['one that was typed', [event('typing'), event('typed')], 'typed', true],
    [
      'one whose agent spoke before the typist',
      [event('typing'), event('submitted', { by: 'hook' }), event('typed')],
      'submitted',
      false,
    ],
    ['one that was answered', [event('submitted', { by: 'hook' }), event('answered')], 'answered', false],
    ['one that was given up', [event('typed'), event('cancelled', { reason: 'r' })], 'cancelled', false],
    [
      'one that was given up too late',
      [event('submitted', { by: 'hook' }), event('cancelled', { reason: 'r' })],
      'submitted',
      false,
    ],
    [
      'one that failed and came through after all',
      [event('failed', { reason: 'r' }), event('submitted', { by: 'x' })],
      'submitted',
      false,
    ],
    [
      'one whose turn failed',
      [event('submitted', { by: 'rollout' }), event('ended', { reason: 'r' })],
      'failed',
      false,
    ],
    [
      'one whose turn failed, as a second look finds',
      [
        event('submitted', { by: 'rollout' }),
        event('ended', { reason: 'r' }),
        event('submitted', { by: 'rollout' }),
        event('ended', { reason: 'r' }),
      ],
      'failed',
      false,
    ],
    [
      'one whose turn failed, and that was answered all the same',
      [event('submitted', { by: 'rollout' }), event('ended', { reason: 'r' }), event('answered', { text: 't' })],
      'answered',
      false,
    ],
    [
      'one that was answered before its turn was said to have failed',
      [event('submitted', { by: 'rollout' }), event('answered', { text: 't' }), event('ended', { reason: 'r' })],
      'answered',
      false,
    ],
    [
      'one whose turn failed, and that a person submitted again',
      [
        event('submitted', { by: 'hook', prompt: 'p1' }),
        event('ended', { reason: 'r', prompt: 'p1' }),
        event('submitted', { by: 'hook', prompt: 'p2' }),
      ],
      'submitted',
      false,
    ],
    [
      'one whose turn is over',
      [event('submitted', { by: 'hook', prompt: 'p1' }), event('ended', { prompt: 'p1' })],
      'submitted',
      false,
    ],
    [
      'one that Claude took back',
      [event('submitted', { by: 'hook', prompt: 'p1' }), event('returned', { prompt: 'p1' })],
      'typed',
      true,
    ],
    [
      'one that Claude took back and got again, seen too late',
      [
        event('submitted', { by: 'hook', prompt: 'p1' }),
        event('returned', { prompt: 'p1' }),
        event('submitted', { by: 'hook', prompt: 'p2' }),
        event('returned', { prompt: 'p1' }),
        event('ended', { prompt: 'p1', reason: 'r' }),
      ],
      'submitted',
      false,
    ],
    [
      'one that Claude took back and that was removed',
      [
        event('submitted', { by: 'hook', prompt: 'p1' }),
        event('returned', { prompt: 'p1' }),
        event('ended', { prompt: 'p1', reason: 'r' }),
      ],
      'failed',
      false,
    ],
    [
      'one that was never submitted and is said to have failed in a turn',
      [event('ended', { reason: 'r' })],
      'written',
      true,
    ],
    ['one that was written twice', [event('typed'), written], 'typed', true],
    ['one whose composer is gone', [event('typing'), event('typed'), event('lost')], 'written', true],
    [
      'one that only the hook had seen before the end',
      [event('submitted', { by: 'hook' }), event('lost')],
      'written',
      true,
    ],
    ['one that was answered before the end', [event('answered'), event('lost')], 'answered', false],
    ['one without a word of the agent', [event('typed'), event('retried'), event('unsure')], 'unsure', false],
    ['one that is unsure, of a slow typist', [event('unsure'), event('typed')], 'unsure', false],
    [
      'one that was unsure until the agent spoke',
      [event('unsure'), event('submitted', { by: 'hook' })],
      'submitted',
      false,
    ],
    ['one that was unsure and has an answer', [event('unsure'), event('answered')], 'answered', false],
    ['one that came before it was unsure', [event('submitted', { by: 'x' }), event('unsure')], 'submitted', false],
    ['an unsure one that was given up', [event('unsure'), event('cancelled', { reason: 'r' })], 'cancelled', false],
    [
      'an unsure one that was given up and had come',
      [event('unsure'), event('cancelled', { reason: 'r' }), event('submitted', { by: 'x' })],
      'submitted',
      false,
    ],
    ['an unsure one whose composer is gone', [event('unsure'), event('lost')], 'unsure', false],
    ['one whose turn met a limit', [event('submitted', { by: 'x' }), limited()], 'written', true],
    ['one that was never submitted and is said to have met a limit', [limited(), event('typed')], 'typed', true],
    [
      'one whose reminder was submitted',
      [event('submitted', { by: 'x' }), limited(), event('typing'), event('typed'), event('submitted', { by: 'x' })],
      'submitted',
      false,
    ],
    [
      'one that the agent went on with by itself after a limit',
      [event('submitted', { by: 'x', prompt: 'p' }), limited({ prompt: 'p' }), event('ended', { prompt: 'p' })],
      'submitted',
      false,
    ],
    [
      'one that was answered after a limit',
      [event('submitted', { by: 'x' }), limited(), event('answered', { text: 'yes' })],
      'answered',
      false,
    ],
    [
      'one that failed after a limit',
      [event('submitted', { by: 'x' }), limited(), event('ended', { reason: 'r' })],
      'failed',
      false,
    ],
    [
      'one that met a limit, when a late report about the same submission comes',
      [
        event('submitted', { by: 'hook', prompt: 'p' }),
        limited({ prompt: 'p' }),
        event('submitted', { by: 'hook', prompt: 'p' }),
      ],
      'written',
      true,
    ],
    ['one that came twice', [event('submitted', { by: 'hook' }), event('repeated')], 'submitted', false],
  ] as const) {
    it(`shows ${title} as ${state}`, () => {
      const [message, ...others] = reduceMessages([written, ...events]);
      assert.equal(others.length, 0);
      assert.equal(message?.state, state);
      assert.equal(message && isPending(message), pending);
    });
  }

  it('knows a message that could not be delivered from the start', () => {
    const [message] = reduceMessages([{ ...written, failed: 'not a letter' }]);
    assert.deepEqual([message?.state, message?.reason], ['failed', 'not a letter']);
  });

  it('knows since when a repeated text stands in the composer', () => {
    const events = [written, event('submitted', { by: 'hook' }), event('repeated')];
    assert.equal(reduceMessages(events)[0]?.leftOver, at);
    assert.equal(reduceMessages([...events, event('cleared')])[0]?.leftOver, undefined);
  });

  it('continues from an earlier state', () => {
    const known = new Map();
    reduceMessages([written], known);
    assert.equal(reduceMessages([event('typing')], known)[0]?.state, 'typing');
  });

  it('does not read a line with an altered id as another message, which would be typed again', () => {
    const altered = [{ ...written, id: 'abcdefgh7' }, event('typing'), event('submitted', { by: 'hook' })];
    assert.deepEqual(reduceMessages(altered), []);
  });

  it('skips lines that it does not understand', () => {
    const values = [
      null,
      5,
      {},
      { event: 'sung', id: 'abcdefgh1', at },
      event('typed'),
      written,
      { ...written, id: 'b', kind: 'x' },
    ];
    assert.deepEqual(
      reduceMessages(values).map(({ id, state }) => [id, state]),
      [['abcdefgh1', 'written']],
    );
  });
});

describe('lines for panes', () => {
  const facts = {
    id: 'abcdefgh1',
    file: '/s/messages/to-claude/question-abcdefgh1.md',
    response: '/s/r/response-abcdefgh1.md',
  };

  it('carry the id of their message', () => {
    const lines = [
      questionLine(facts),
      promptLine(facts),
      responseLine(facts),
      noticeLine(facts, '/s/codex/responses/done.md', { hasRemarks: false }),
      noticeLine(facts, '/s/codex/responses/done.md', { hasRemarks: true }),
      reviewLine({ ...facts, file: '/s/messages/to-codex/review-abcdefgh1.md' }),
      nudgeLine({ ...facts, file: '/s/messages/to-codex/review-abcdefgh1.md' }),
      findingsLine(facts, '/s/codex/findings/zzzzzzzz9.json', { hasRemarks: true }),
      talkLine('human', 'Hi', facts),
    ];
    for (const line of lines) assert.deepEqual(messageIdsIn(line), ['abcdefgh1'], line);
  });

  it('have the agreed form', () => {
    assert.equal(
      questionLine(facts),
      `[CODEX] Question waiting. Read: ${facts.file} — Write response to: ${facts.response}`,
    );
  });

  it('name the file when the text is too long to paste', () => {
    const line = talkLine('human', 'x'.repeat(1_000_000), facts);
    assert.ok(line.length < 300 && line.includes(facts.file), line.slice(0, 100));
  });

  it('name the file when a terminal would cut the text', () => {
    const short = ['x'.repeat(1000), 'é'.repeat(500), Array(7).fill('x'.repeat(1000)).join('\n')];
    for (const text of short) assert.equal(plainLine(text, facts), text);
    for (const text of ['x'.repeat(1001), 'é'.repeat(501), `a\n${'x'.repeat(1001)}\nb`, 'x\n'.repeat(500_000)])
      assert.ok(plainLine(text, facts).endsWith(`Read: ${facts.file}`), text.slice(0, 20));
  });

  it('do not find ids in ordinary text', () => {
    assert.deepEqual(messageIdsIn('[TODO later] see question-1.md and [x] [HUMAN] done'), []);
  });
});

describe('letters of Codex', () => {
  const file = '/a dir/party-x/codex/responses/response-abcdefgh1.md';

  it('name requests by their responses', () => {
    assert.deepEqual(requestsNamedIn(`Response ready: ${file}, and response-abcdefgh2.md. ${file}`), [
      'abcdefgh1',
      'abcdefgh2',
    ]);
    assert.deepEqual(requestsNamedIn('Findings ready: /s/codex/findings/abcdefgh3.json.'), ['abcdefgh3']);
    assert.deepEqual(requestsNamedIn('the response-time of response-x.md'), []);
  });

  for (const [letter, bare] of [
    [`Response ready: ${file}`, true],
    [`Response ready ${file}.\n`, true],
    ['Response ready: /real/home/codex/responses/response-abcdefgh1.md', true],
    [`STOP, do not use ${file}, it is wrong`, false],
    [`Response ready: not ${file}`, false],
    [`Response ready: ${file} but no`, false],
    [`Response ready: ${file}\nbut no`, false],
    ['Response ready: /elsewhere/response-abcdefgh1.md', false],
  ] as const) {
    it(`${bare ? 'say nothing' : 'say something'} more: ${JSON.stringify(letter)}`, () =>
      assert.equal(isBareNotice(letter, file), bare));
  }

  const findings = '/a dir/party-x/codex/findings/abcdefgh1.json';
  for (const [letter, bare] of [
    [`Findings ready: ${findings}`, true],
    ['Findings ready: /real/home/codex/findings/abcdefgh1.json.', true],
    [`Findings ready: ${findings}, but I could not read all of it`, false],
  ] as const) {
    it(`${bare ? 'say nothing' : 'say something'} more: ${JSON.stringify(letter)}`, () =>
      assert.equal(isBareNotice(letter, findings), bare));
  }
});

describe('tmux-team.json', () => {
  it('accepts any name for an agent', () => {
    const added = JSON.parse(addAgent('{"agents":{}}', 'constructor', { pane: '1.0' }));
    assert.deepEqual(Object.entries(added.agents), [['constructor', { pane: '1.0' }]]);
    assert.throws(() => addAgent(JSON.stringify(added), 'constructor', {}), /The agent constructor already exists/);
  });
});

describe('how long a message has been silent', () => {
  const later = (ms: number) => Date.parse(at) + ms;
  for (const [title, events, now, long] of [
    ['typed, with one Enter', [event('typed')], later(1e9), false],
    ['59 s after the second Enter', [event('typed'), event('retried')], later(59_999), false],
    ['60 s after the second Enter', [event('typed'), event('retried')], later(60_000), true],
    ['an Enter that was pressed before it was typed', [event('retried'), event('typed')], later(1e9), false],
    ['a second Enter in the future, after the clock was set back', [event('typed'), event('retried')], later(-1), true],
    ['submitted', [event('typed'), event('retried'), event('submitted', { by: 'x' })], later(1e9), false],
  ] as const) {
    it(title, () => {
      const [message] = reduceMessages([written, ...events]);
      assert.equal(message && isLongUnconfirmed(message, now), long);
    });
  }
});

describe('the name of a message in its line', () => {
  const facts = { id: 'abcdefgh1', file: '/m/review-abcdefgh1.md', response: '/f/findings/abcdefgh1.json' };
  it('is the file where there is one, which a reminder with the same place for the findings does not name', () => {
    const name = nameInLine({ kind: 'review', id: facts.id, line: reviewLine(facts) });
    assert.equal(name, 'review-abcdefgh1.md');
    assert.ok(!nudgeLine({ ...facts, file: '/m/review-abcdefgh2.md' }).includes(name));
  });
  it('is the id where there is no file', () => {
    const line = talkLine('human', 'hello', { id: 'abcdefgh1', file: '/m/talk-abcdefgh1.md', response: undefined });
    assert.equal(nameInLine({ kind: 'talk', id: 'abcdefgh1', line }), 'abcdefgh1');
  });
});

describe('what is said about a message that waits', () => {
  const mine = { id: 'mine', to: 'codex' };
  const other = { id: 'other', to: 'codex' };
  for (const [title, blocking, relayed, because, advice] of [
    ['it waits for the agent', { message: mine, reason: 'r' }, true, 'r', /^Party delivers it as soon as codex can/],
    ['nothing delivers it by itself', { message: mine, reason: 'r' }, false, 'r', /party message retry mine$/],
    ['the agent has ended', { message: mine, reason: agentEnded }, true, agentEnded, /: party restart codex$/],
    ['it has no program', { message: mine, reason: agentNotRunning }, true, agentNotRunning, /: party status$/],
    ['it was typed itself', { message: mine, reason: unconfirmed }, true, unconfirmed, /retry mine$/],
    [
      'the agent works, perhaps on the one ahead',
      { message: other, reason: 'r' },
      true,
      'waits behind other: r',
      /^Party delivers it as soon/,
    ],
    [
      'another one was typed',
      { message: other, reason: unconfirmed },
      true,
      `waits behind other: ${unconfirmed}`,
      /^Retry other with: party message retry other; or cancel it with: party message cancel other$/,
    ],
  ] as const) {
    it(title, () => {
      assert.equal(waitsBecause(mine, blocking), because);
      assert.match(waitingAdvice(mine, blocking, relayed), advice);
      // Codex cannot run the commands.
      assert.doesNotMatch(waitingAdvice(mine, blocking, relayed, 'codex'), /party (?:message|restart|status)/);
    });
  }
});

describe('the pause of a relay', () => {
  for (const [waited, pause] of [
    [0, 500],
    [30_000, 500],
    [60_000, 1000],
    [180_000, 3000],
    [6 * 3600_000, 3000],
  ] as const) {
    it(`is ${pause} ms after ${waited / 1000} s`, () => assert.equal(relayPause(waited), pause));
  }
});

describe('paneText', () => {
  it('keeps every printable character, line breaks and tabs', () => {
    const text = '!x /y -z; "q" \'r\' $HOME `id` 日本語 🎉👩‍💻 é\n\ttab \\';
    assert.equal(paneText(text), text);
  });

  it('strips every control character that a terminal would act on', () => {
    const controls = Array.from({ length: 0xa0 }, (_, code) => String.fromCharCode(code)).filter((c) =>
      /\p{Cc}/u.test(c),
    );
    const kept = [...paneText(`a${controls.join('x')}b`)].filter((c) => /\p{Cc}/u.test(c));
    assert.deepEqual([...new Set(kept)].sort(), ['\t', '\n']);
  });

  it('strips marks that change the writing direction, and keeps joiners and variation selectors', () => {
    const marks = [...'\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069'];
    assert.equal(paneText(`a${marks.join('')}b`), 'ab');
    const joined = 'a\u200db ❤\ufe0f \u200c שלום';
    assert.equal(paneText(joined), joined);
  });

  it('spells line breaks one way and drops those at the end', () => {
    assert.equal(paneText('a\r\nb\rc\u2028d\n\n'), 'a\nb\nc\nd');
  });
});

describe('composerText', () => {
  for (const [text, end] of [
    ['ends plainly', 'ends plainly'],
    ['see @file', 'see @file .'],
    ['use $skill', 'use $skill .'],
    ['path\\', 'path\\ .'],
    ['/clear', '/clear'],
    ['mail a@b.c', 'mail a@b.c'],
    ['costs 5$', 'costs 5$'],
    ['first\n@x', 'first\n@x .'],
  ] as const) {
    it(`ends ${JSON.stringify(text)} so that Enter submits it`, () => {
      assert.equal(composerText('[HUMAN]', text), `[HUMAN] ${end}`);
    });
  }
});

describe('isBareShell', () => {
  for (const [lines, bare] of [
    [['-bash'], true],
    [['/bin/zsh -l'], true],
    [['sh -i'], true],
    [['bash --rcfile /dev/null'], true],
    [['bash --init-file /opt/a place/rc'], true],
    [['bash -o vi'], true],
    [['bash +o history'], true],
    [['bash -O extglob -i'], true],
    [['bash --norc --noprofile -eo pipefail'], true],
    [['bash --unheard-of x'], true],
    [['zsh -o EXTENDED_GLOB'], true],
    [['fish -C echo hello there'], true],
    [['fish --init-command=x'], true],
    [['fish -d 3'], true],
    [['sh -s one two'], true],
    [['bash -'], true],
    [['nu -e ls -a'], true],
    [['pwsh -NoLogo -ExecutionPolicy Bypass'], true],
    [['elvish -norc'], true],
    [['/bin/busybox sh'], true],
    [['busybox ash -l'], true],
    [['ash'], true],
    [['-rbash'], true],
    [['yash'], true],
    [['osh'], true],
    [['hush'], true],
    [['busybox vi'], false],
    [['busybox sh agent.sh'], false],
    [['bash -o pipefail agent.sh'], false],
    [['bash -euo pipefail -c read'], false],
    [['bash --norc agent.sh'], false],
    [['sh -- agent.sh'], false],
    [['fish --command=read'], false],
    [['pwsh agent.ps1'], false],
    [['bash agent.sh'], false],
    [['bash -c read'], false],
    [['bash -lc read'], false],
    [['bash wrapper.sh', 'claude'], false],
    [['-zsh', 'vim'], false],
    [[], false],
  ] as const) {
    it(`says ${bare} of ${JSON.stringify(lines)}`, () => assert.equal(isBareShell(lines), bare));
  }
});

describe('a message that met a limit', () => {
  const taken = event('submitted', { by: 'x' });
  const [message] = reduceMessages([written, taken, limited(), event('released'), event('submitted', { by: 'x' })]);
  const [again] = reduceMessages([
    written,
    taken,
    limited(),
    event('released'),
    event('typed'),
    taken,
    limited({ n: 2 }),
  ]);

  it('counts each limit once, also when two processes have seen it', () => {
    const [late] = reduceMessages([written, taken, limited(), event('typed'), taken, limited()]);
    assert.deepEqual([late?.state, late?.limits], ['submitted', 1]);
    assert.deepEqual([again?.state, again?.limits], ['written', 2]);
    assert.equal(again?.ownLine, reduceMessages([written])[0]?.line);
  });

  it("keeps what was queued, because that may still be in Codex's queue", () => {
    const queued = [event('queueing', { thread: 't' }), event('queued')];
    const [held] = reduceMessages([written, ...queued, taken, limited()]);
    assert.deepEqual(held?.queue, { thread: 't', refused: false, line: held && reduceMessages([written])[0]?.line });
    const [refused] = reduceMessages([written, queued[0], event('refused'), event('typed'), taken, limited()]);
    assert.equal(refused?.queue, undefined);
  });

  it('is never typed again: a reminder that names it takes the place of its line', () => {
    assert.deepEqual([message?.line, message?.limits, message?.reason], ['the reminder', 1, undefined]);
    const line = reminderLine({ id: 'abcdefgh1', from: 'claude', file: '/s/f.md', response: '/s/r.md' });
    assert.match(line, /^\[CLAUDE abcdefgh1\] Your limit is over.*\/s\/f\.md.*\/s\/r\.md \.$/);
    assert.ok(line.includes(nameInLine({ id: 'abcdefgh1', kind: 'talk', line, limits: 1 })));
  });

  it('has another name in each reminder, so that an earlier one does not confirm a later one', () => {
    const names = [1, 2].map((limits) => nameInLine({ id: 'abcdefgh1', kind: 'talk', line: '', limits }));
    assert.equal(new Set(names).size, 2);
  });

  it('is held back again by the next limit, also when a person has sent it anyway before', () => {
    assert.deepEqual([message?.released, again?.released, again?.limits], [true, false, 2]);
  });
});
