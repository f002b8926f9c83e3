import assert from 'node:assert/strict';
import { askPs, isRunning, processIdentity } from '../../../src/node/system/processIdentity.ts';

describe('the identity of a process', () => {
  const before = { ...process.env };
  afterEach(() => {
    for (const name of ['TZ', 'LC_ALL']) {
      if (before[name] === undefined) delete process.env[name];
      else process.env[name] = before[name];
    }
  });

  it('is the same for readers in other time zones and languages, where it comes from `ps`', () => {
    const said = (['UTC', 'Asia/Tokyo'] as const).map((zone) => {
      process.env['TZ'] = zone;
      return askPs(process.pid);
    });
    assert.match(said[0] ?? '', /^\w{3} \w{3} +\d+ [\d:]{8} \d{4}$/);
    assert.equal(said[1], said[0]);
  });

  it('is gone when the process ends', () => {
    assert.equal(isRunning(processIdentity(process.pid) ?? ''), true);
    assert.equal(processIdentity(999_999_999), undefined);
    assert.equal(askPs(999_999_999), undefined);
  });
});
