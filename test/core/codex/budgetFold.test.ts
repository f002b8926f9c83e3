import assert from 'node:assert/strict';
import type { EventOf, ProjectEvent } from '../../../src/core/project/event.ts';
import { stateOf } from '../../../src/core/review/logState.ts';
import { received as answer, approved, requested as request } from '../review/events.ts';

const limits = { rounds: 3, minutes: 100, tokens: 1000 };
const now = Date.parse('2026-01-01T12:00:00Z');

const at = (time: string) => (time.includes('T') ? time : `2026-01-01T${time}:00Z`);
const requested = (id: string, time: string, more: Partial<EventOf<'requested'>> = {}): ProjectEvent =>
  request(id, 1, 'h', { at: at(time), ...more });
const received = (id: string, time: string): ProjectEvent => ({ ...answer(id, []), at: at(time) });
const spent = (seconds: number, tokens: number | null, loop: EventOf<'spent'>['loop'] = 'plan'): ProjectEvent => ({
  ...{ event: 'spent', at: at('10:00'), actor: 'claude', loop, seconds, tokens },
  ...{ thread: null, threadTokens: null },
});
const plan = (what: EventOf<'plan'>['what'], actor: EventOf<'plan'>['actor'] = 'codex'): ProjectEvent => ({
  ...{ event: 'plan', at: at('10:00'), actor, what, version: 1, hash: 'h' },
});
const renewed = (time: string): ProjectEvent => ({
  ...{ event: 'budget-renewed', at: at(time), actor: 'human', reason: 'r' },
});
const approval = (time: string) => approved('h', { at: at(time) });

type Case = [title: string, events: ProjectEvent[], rounds: number, minutes: number, tokens: number];

describe('the budget', () => {
  const table = (cases: readonly Case[]) => {
    for (const [title, events, rounds, minutes, tokens] of cases) {
      it(title, () => {
        const { limits: _, exhausted: __, ...used } = stateOf(events).budget(limits, now);
        assert.deepEqual(used, { rounds, minutes, tokens });
      });
    }
  };

  describe('counts', () => {
    table([
      ['nothing at first', [], 0, 0, 0],
      ['a round in a pane by its ends', [requested('q', '10:00'), received('q', '10:06')], 1, 6, 0],
      ['a request without an answer for nothing', [requested('q', '10:00')], 0, 0, 0],
      [
        'a headless round by what it has spent',
        [requested('q', '10:00', { headless: true }), spent(90, 50, 'review'), received('q', '10:20')],
        ...([1, 1.5, 50] as const),
      ],
      [
        'a review of collab by what it has spent',
        [requested('q', '10:00', { collab: 'task' }), spent(60, 5, 'collab'), received('q', '10:20')],
        ...([1, 1, 5] as const),
      ],
      ['a document like code', [requested('q', '10:00', { document: 'd.md' }), received('q', '10:01')], 1, 1, 0],
      ['verdicts about the plan', [plan('reviewed'), plan('approved')], 2, 0, 0],
      [
        'no verdicts in what else happens to a plan',
        [plan('started', 'human'), plan('failed', 'claude'), plan('forced', 'human'), plan('withdrawn', 'claude')],
        ...([0, 0, 0] as const),
      ],
      ['nor in an approval that a human gave', [plan('approved', 'human')], 0, 0, 0],
      ['a run that failed: its time, and what it said', [spent(120, null), spent(60, 7)], 0, 3, 7],
      ['an answer once', [requested('q', '10:00'), received('q', '10:02'), received('q', '10:04')], 1, 2, 0],
      ['all loops together', [spent(60, 1, 'plan'), plan('reviewed'), spent(60, 2, 'collab'), spent(60, 3)], 1, 3, 6],
    ]);
  });

  describe('starts from zero', () => {
    const before = [requested('q', '10:00'), received('q', '10:06'), spent(600, 100), plan('reviewed')];
    table([
      ['with an approval of code', [...before, approval('10:10'), spent(60, 1)], 0, 1, 1],
      ['with a renewal', [...before, renewed('10:10'), plan('reviewed')], 1, 0, 0],
      ['with the last of them', [...before, renewed('10:10'), ...before.slice(2), approval('10:12')], 0, 0, 0],
      [
        'not with an approval that repeats one',
        [...before, approval('10:10'), spent(60, 1), approval('10:11')],
        0,
        1,
        1,
      ],
      [
        'with the next one, after another round',
        [
          ...before,
          approval('10:10'),
          requested('p', '10:20'),
          received('p', '10:21'),
          spent(60, 1),
          approval('10:22'),
        ],
        ...([0, 0, 0] as const),
      ],
      [
        'not with one after which only collab has looked',
        [
          ...[...before, approval('10:10'), requested('p', '10:20', { cycle: 'k', collab: 'task', headless: true })],
          ...[received('p', '10:21'), spent(60, 1, 'collab'), approval('10:22')],
        ],
        ...([1, 1, 1] as const),
      ],
      ['not with an approval of the plan', [spent(60, 1), plan('approved')], 1, 1, 1],
      [
        'while a round is with Codex, which then counts from there',
        [requested('q', '10:00'), renewed('10:10'), received('q', '10:15')],
        ...([1, 5, 0] as const),
      ],
      ['and an answer of before stays there', [...before, renewed('10:10'), received('q', '10:20')], 0, 0, 0],
    ]);
  });

  describe('survives clocks that jump', () => {
    table([
      ['an answer before its question', [requested('q', '10:00'), received('q', '09:00')], 1, 0, 0],
      ['an answer in the future came now', [requested('q', '11:50'), received('q', '2030-01-01T00:00:00Z')], 1, 10, 0],
      ['a question in the future', [requested('q', '2030-01-01T00:00:00Z'), received('q', '10:00')], 1, 0, 0],
      ['a night between them is not Codex’s time', [requested('q', '00:00'), received('q', '11:00')], 1, 60, 0],
      ['invalid times', [requested('q', '10:00', { at: 'never' }), received('q', '10:01')], 1, 0, 0],
      [
        'a renewal in the future ends what was before, and nothing after',
        [spent(60, 1), renewed('2030-01-01T00:00:00Z'), requested('q', '10:00'), received('q', '10:03'), spent(60, 2)],
        ...([1, 4, 2] as const),
      ],
      ['a renewal in the past, too', [spent(60, 1), renewed('2020-01-01T00:00:00Z'), spent(120, 2)], 0, 2, 2],
      [
        'a round across a renewal with a later time',
        [requested('q', '10:00'), renewed('11:00'), received('q', '10:05')],
        ...([1, 0, 0] as const),
      ],
      ['negative numbers take nothing back', [spent(60, 5), spent(-600, -50)], 0, 1, 5],
    ]);
  });

  for (const [title, events, exhausted] of [
    ['while there is something of everything', [spent(5999, 999), plan('reviewed'), plan('reviewed')], null],
    ['by rounds', [plan('reviewed'), plan('reviewed'), plan('reviewed')], 'rounds'],
    ['by minutes', [spent(6000, 0)], 'minutes'],
    ['by tokens', [spent(0, 1000)], 'tokens'],
    ['no longer after a renewal', [spent(6000, 1000), renewed('10:00')], null],
  ] as const) {
    it(`is used up: ${title}`, () => assert.equal(stateOf(events).budget(limits, now).exhausted, exhausted));
  }
});
