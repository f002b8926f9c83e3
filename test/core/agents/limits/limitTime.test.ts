import assert from 'node:assert/strict';
import { timeIn } from '../../../../src/core/agents/limits/limitTime.ts';

const at = Date.parse('2026-11-17T18:42:03Z');

describe('the time in the words of a limit', () => {
  const usage =
    'You’ve hit your usage limit. Upgrade to Pro (https://chatgpt.com/explore/pro), visit https://chatgpt.com/settings/usage to purchase more credits or';
  const cases: [words: string, zone: string, expected: string | undefined][] = [
    // Codex, in local time.
    [`${usage} try again at 6:20 AM.`, 'UTC', '2026-11-18T06:20:00Z'],
    [`${usage} try again at 11:20 PM.`, 'UTC', '2026-11-17T23:20:00Z'],
    [`${usage} try again at 12:05 AM.`, 'UTC', '2026-11-18T00:05:00Z'],
    [`${usage} try again at 12:05 PM.`, 'UTC', '2026-11-18T12:05:00Z'],
    [`${usage} try again at 8:10 PM.`, 'Europe/Berlin', '2026-11-17T19:10:00Z'],
    // There it is already the next day, so 6:00 AM is today.
    [`${usage} try again at 6:00 AM.`, 'Asia/Tokyo', '2026-11-17T21:00:00Z'],
    [`${usage} try again at Nov 20th, 2026 6:20 AM.`, 'UTC', '2026-11-20T06:20:00Z'],
    [`${usage} try again at Jan 2nd, 2027 1:00 PM.`, 'America/New_York', '2027-01-02T18:00:00Z'],
    // The words have no seconds: 18:41 has just passed, 18:30 is tomorrow.
    [`${usage} try again at 6:41 PM.`, 'UTC', '2026-11-17T18:41:00Z'],
    [`${usage} try again at 6:30 PM.`, 'UTC', '2026-11-18T18:30:00Z'],
    ['Try again in 2 hours 3 minutes.', 'UTC', '2026-11-17T20:45:03Z'],
    ['try again in 3 days, 4 hours and 5 minutes', 'UTC', '2026-11-20T22:47:03Z'],
    ['Rate limit reached. Please try again in 20s.', 'UTC', '2026-11-17T18:42:23Z'],
    ['Please try again in 500ms', 'UTC', '2026-11-17T18:42:03.500Z'],
    ['retry after 30 seconds', 'UTC', '2026-11-17T18:42:33Z'],
    // Claude Code.
    ["You've hit your session limit · resets 3pm (America/New_York)", 'UTC', '2026-11-17T20:00:00Z'],
    ["You've hit your session limit · resets 4:30am (Europe/Berlin)", 'UTC', '2026-11-18T03:30:00Z'],
    ["You've hit your weekly limit · resets Nov 21 at 5pm (America/Los_Angeles)", 'UTC', '2026-11-22T01:00:00Z'],
    ["You've hit your weekly limit · resets Jan 2 at 5pm (UTC)", 'UTC', '2027-01-02T17:00:00Z'],
    ['spend limit reached · resets Dec 1 · request an increase', 'UTC', '2026-12-01T00:00:00Z'],
    // A zone that Party does not know is not this machine's zone.
    ["You've hit your limit · resets 11pm (Mars/Olympus)", 'UTC', undefined],
    ['resets Nov 20 (Mars/Olympus)', 'UTC', undefined],
    ['try again at 6:20 PM PDT', 'UTC', undefined],
    ['try again at 6:20 PM GMT+2', 'UTC', undefined],
    ['try again at 8:20 PM UTC.', 'Asia/Tokyo', '2026-11-17T20:20:00Z'],
    ['resets 21:20Z', 'Asia/Tokyo', '2026-11-17T21:20:00Z'],
    ['try again at 8:20 PM or upgrade', 'UTC', '2026-11-17T20:20:00Z'],
    ['Claude AI usage limit reached|1794960000', 'UTC', '2026-11-18T00:00:00Z'],
    ['{"resets_at":1794960000123}', 'UTC', '2026-11-18T00:00:00.123Z'],
    // Other numbers than those of a reset, and a reset that is too far ahead.
    ['rate limit, request 1794960000', 'UTC', undefined],
    ['usage limit reached|1894960000', 'UTC', undefined],
    // Others.
    ['Please try again in 6m0s.', 'UTC', '2026-11-17T18:48:03Z'],
    ['Please try again in 1h12m30s.', 'UTC', '2026-11-17T19:54:33Z'],
    ['Please try again in 7m12.5s.', 'UTC', '2026-11-17T18:49:15.500Z'],
    ['[2026-11-17T20:00:00Z] rate limit, try again in 5 minutes', 'UTC', '2026-11-17T18:47:03Z'],
    ['resets on 2026-12-01 at 00:00 UTC', 'Asia/Tokyo', '2026-12-01T00:00:00Z'],
    ['limited until 2026-11-17T20:00:00Z', 'Asia/Tokyo', '2026-11-17T20:00:00Z'],
    ['limited until 2026-11-17T20:00:00+02:00', 'UTC', '2026-11-17T18:00:00Z'],
    ['limited until 2026-11-17 20:00', 'Europe/Berlin', '2026-11-17T19:00:00Z'],
    ['resets at 23:15', 'UTC', '2026-11-17T23:15:00Z'],
    // No time.
    ['You’ve hit your usage limit. Try again later.', 'UTC', undefined],
    ['exceeded retry limit, last status: 429 Too Many Requests', 'UTC', undefined],
    ['API Error: Repeated 529 Overloaded errors', 'UTC', undefined],
    ['attempt 3 at 6, request id 019aa1', 'UTC', undefined],
    ['try again at 25:70', 'UTC', undefined],
    ['resets 2026-13-45 10:00', 'UTC', undefined],
    ['resets 2026-13-45T10:00:00Z', 'UTC', undefined],
    ['limited until 2026-11-17 25:61', 'Europe/Berlin', undefined],
  ];
  for (const [words, zone, expected] of cases) {
    it(`${words.slice(-70)} in ${zone}`, () => {
      const time = timeIn(words, { at, zone });
      assert.equal(
        time === undefined ? undefined : new Date(time).toISOString(),
        expected && new Date(expected).toISOString(),
      );
    });
  }

  it('knows that clocks change: the night of the change to winter time has 25 hours', () => {
    const evening = Date.parse('2026-10-24T20:00:00Z');
    const time = timeIn('try again at 6:00 AM', { at: evening, zone: 'Europe/Berlin' });
    assert.equal(new Date(time ?? 0).toISOString(), '2026-10-25T05:00:00.000Z');
  });

  const nights: [title: string, words: string, said: string, expected: string][] = [
    ['a minute of yesterday that has just passed', '11:59 PM', '2026-11-17T05:00:20Z', '2026-11-17T04:59:00Z'],
    // In the night of 1 November, 1:30 AM is at 05:30 and at 06:30 UTC.
    ['the first of two hours', '1:30 AM', '2026-11-01T05:10:00Z', '2026-11-01T05:30:00Z'],
    ['the second of two hours', '1:30 AM', '2026-11-01T06:10:00Z', '2026-11-01T06:30:00Z'],
    ['an hour that is left out', '2:30 AM', '2026-03-08T06:10:00Z', '2026-03-08T07:30:00Z'],
  ];
  for (const [title, words, said, expected] of nights) {
    it(`knows ${title}`, () => {
      const time = timeIn(`try again at ${words}`, { at: Date.parse(said), zone: 'America/New_York' });
      assert.equal(time, Date.parse(expected));
    });
  }
});
