import assert from 'node:assert/strict';
import { type AgentLimit, lasts, limitKindOf, limitMet } from '../../../../src/core/agents/limits/limit.ts';
import { limitedText, timeNote } from '../../../../src/core/agents/limits/limitText.ts';
import { english } from '../../../../src/core/base/translate.ts';

const at = Date.parse('2026-11-17T18:00:00Z');
const minute = 60_000;
const met = (reason: string, more: { at?: number; resetsAt?: number; before?: AgentLimit } = {}) =>
  limitMet({ at, reason, zone: 'UTC', ...more }, more.before);
const minutes = (limit: AgentLimit | undefined) =>
  (Date.parse(limit?.until ?? '') - Date.parse(limit?.at ?? '')) / minute;

describe('a limit of a provider', () => {
  const kinds: [reason: string, kind: AgentLimit['kind'] | undefined][] = [
    ['You’ve hit your usage limit. Try again later.', 'usage'],
    ["You've hit your session limit · resets 3pm (America/New_York)", 'usage'],
    ['Claude AI usage limit reached|1794960000', 'usage'],
    ['5-hour limit reached ∙ resets 3pm', 'usage'],
    ['API Error: Repeated 529 Overloaded errors', 'overload'],
    ['Selected model is at capacity. Please try a different model.', 'overload'],
    ['exceeded retry limit, last status: 429 Too Many Requests', 'rate'],
    ['API Error: 429 {"type":"error","error":{"type":"rate_limit_error"}}', 'rate'],
    ['unexpected status 429', 'rate'],
    ['HTTP/1.1 529', 'overload'],
    ['Request failed with status code 429', 'rate'],
    ['{"error":{"code":429}}', 'rate'],
    ['529 {"type":"error"}', 'overload'],
    ['Your prompt is 429 tokens too long', undefined],
    ['API Error: 400 the prompt is 529 tokens too long', undefined],
    // Waiting does not help.
    ['Quota exceeded. Check your plan and billing details.', undefined],
    ['API Error: 400 no such thing', undefined],
    // Codex says this about every HTTP 500.
    ['We’re currently experiencing high demand, which may cause temporary errors.', undefined],
    ['stream disconnected before completion', undefined],
    ['Your input exceeds the context window limit of this model', undefined],
    ['unexpected status 401 Unauthorized', undefined],
  ];
  for (const [reason, kind] of kinds) {
    it(`${kind ?? 'none'}: ${reason.slice(0, 60)}`, () => assert.equal(limitKindOf(reason), kind));
  }

  it('ends when the provider says', () => {
    const limit = met('You’ve hit your usage limit, try again at 6:20 PM.');
    assert.deepEqual([limit?.until, limit?.time], ['2026-11-17T18:20:00.000Z', 'named']);
  });

  it("ends by the client's own numbers, which are more exact than the words", () => {
    const resetsAt = Date.parse('2026-11-19T06:20:31Z');
    assert.equal(met('usage limit, try again at 6:20 AM', { resetsAt })?.until, '2026-11-19T06:20:31.000Z');
  });

  it('that would end in years is cut to a maximum, and says so', () => {
    const limit = met('usage limit reached, try again at Nov 17th, 2036 6:20 PM');
    assert.deepEqual([limit?.until, limit?.time], ['2026-11-25T18:00:00.000Z', 'bounded']);
    assert.match(timeNote({ time: 'bounded' }, english) ?? '', /too far ahead/);
  });

  it('without an end time is retried after a growing, bounded pause', () => {
    const paused: number[] = [];
    let limit: AgentLimit | undefined;
    for (let now = at; paused.length < 7; now = Date.parse(limit?.until ?? '') + 1000) {
      limit = met('API Error: Repeated 529 Overloaded errors', { at: now, ...(limit && { before: limit }) });
      paused.push(minutes(limit));
    }
    assert.deepEqual(paused, [1, 2, 4, 8, 15, 15, 15]);
    assert.equal(minutes(met('You’ve hit your usage limit. Try again later.')), 15);
  });

  it('is not made longer by a turn that a person sends while it lasts', () => {
    const before = met('529');
    const again = met('529', { at: at + 30_000, ...(before && { before }) });
    assert.deepEqual([again?.until, again?.tries], [before?.until, 1]);
  });

  it('by used-up usage is not made shorter by another failure while it lasts', () => {
    const before = met('usage limit, try again at 8:20 PM');
    assert.ok(before);
    for (const reason of ['429 too many requests, try again in 20s', '529', 'usage limit, try again at 7:00 PM']) {
      const again = met(reason, { at: at + minute, before });
      assert.deepEqual([again?.kind, again?.until, again?.time], ['usage', before.until, 'named'], reason);
    }
    assert.equal(met('usage limit, try again at 9:20 PM', { before })?.until, '2026-11-17T21:20:00.000Z');
    const guessed = met('usage limit');
    assert.equal(
      guessed && met('usage limit, try again in 5m', { before: guessed })?.until,
      '2026-11-17T18:05:00.000Z',
    );
  });

  it('by speed or overload holds at most an hour, and not until used-up usage comes back', () => {
    const resetsAt = at + 3 * 24 * 60 * minute;
    assert.equal(minutes(met('529', { resetsAt })), 1);
    const limit = met('429, resets at 2026-11-19T18:00:00Z', { resetsAt });
    assert.deepEqual([minutes(limit), limit?.time], [60, 'bounded']);
  });

  it('with an impossible date is retried after a guessed pause', () => {
    assert.equal(met('usage limit, resets 2026-13-45 10:00')?.time, 'guessed');
    assert.equal(met('usage limit', { resetsAt: Number.NaN })?.time, 'guessed');
  });

  it('starts counting again after an hour without a limit', () => {
    const before = met('529');
    assert.equal(met('529', { at: at + 90 * minute, ...(before && { before }) })?.tries, 1);
  });

  it('that has just ended is not retried many times at once', () => {
    const late = Date.parse('2026-11-17T18:20:40Z');
    const limit = met('usage limit, try again at 6:20 PM', { at: late });
    assert.deepEqual([minutes(limit), limit?.time], [1, 'guessed']);
  });

  const until = '2026-11-17T18:20:00.000Z';
  const clocks: [title: string, now: string, expected: boolean][] = [
    ['lasts until then', '2026-11-17T18:19:59Z', true],
    ['is over then', '2026-11-17T18:20:00Z', false],
    ['lasts when the clock goes a little wrong', '2026-11-17T17:59:30Z', true],
    ['is over when the clock was set back, because the times cannot be compared', '2026-11-16T18:00:00Z', false],
  ];
  for (const [title, now, expected] of clocks) {
    it(title, () => assert.equal(lasts({ at: new Date(at).toISOString(), until }, Date.parse(now)), expected));
  }

  it('is shown with the day when it does not end today', () => {
    const noon = new Date(2026, 10, 17, 12, 0);
    assert.equal(
      limitedText(new Date(2026, 10, 17, 18, 20).toISOString(), noon.getTime(), english),
      'limited until 18:20',
    );
    const later = new Date(2026, 10, 20, 6, 5).toISOString();
    assert.equal(limitedText(later, noon.getTime(), english), 'limited until 2026-11-20 06:05');
  });
});
