import assert from 'node:assert/strict';
import { isPartyError } from '../../../src/core/base/errors.ts';
import { errorText } from '../../../src/core/base/remark.ts';
import { chooseRecord, type SessionRecord } from '../../../src/core/session/sessionRecord.ts';

const record = (id: string, startedAt: string, more: Partial<SessionRecord> = {}): SessionRecord => ({
  ...{ version: 1, id, title: '', cwd: '/w', startedAt },
  ...more,
});
const records = [record('a', '2026-01-01'), record('c', '2026-01-03'), record('b', '2026-01-02')];

describe('which party is restored', () => {
  for (const [title, chosen, given, named] of [
    ['the newest', 'c', records, undefined],
    [
      'the one that was last brought back',
      'z',
      [...records, record('z', '2025-01-01', { restoredAt: '2026-02-01' })],
      undefined,
    ],
    ['the one that is named', 'a', records, 'a'],
    ['the one that is named with its prefix', 'b', records, 'party-b'],
  ] as const) {
    it(title, () => assert.equal(chooseRecord(given, [], named).id, chosen));
  }

  for (const [title, given, running, named, message] of [
    ['an unknown one', records, ['c'], 'x', 'There is no party x. These can be restored: b, a'],
    ['none', [], [], undefined, 'This project has had no party. To start a party: party start'],
    ['too many to list', Array.from('abcdefg', (id) => record(id, id)), [], 'x', /: g, f, e, d, c and 2 more$/],
  ] as const) {
    it(`says what there is instead of ${title}`, () => {
      assert.throws(
        () => chooseRecord(given, running, named),
        (error) => {
          assert.ok(isPartyError(error, 'NO_SESSION'));
          if (typeof message === 'string') assert.equal(errorText(error), message);
          else assert.match(errorText(error), message);
          return true;
        },
      );
    });
  }
});
