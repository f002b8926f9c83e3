import assert from 'node:assert/strict';
import { lockBusyText } from '../../../src/core/base/lockHolder.ts';

describe('the message about a lock that another process holds', () => {
  const now = new Date(2026, 4, 6, 14, 30).getTime();
  const holder = { pid: 1234, command: [], since: now - 27 * 60_000, isStopped: false };
  const cases: readonly [string, Partial<Parameters<typeof lockBusyText>[1]>, string][] = [
    [
      'a verb of party',
      { command: ['/usr/bin/node', '/opt/party/dist/cli.cjs', 'review', 'request'] },
      'X has been held by process 1234 (party review request) since 14:03. Try again when it is done, or end it (kill 1234)',
    ],
    [
      'a hook',
      { command: ['node', '/opt/party/dist/hook.cjs', 'stop'] },
      "X has been held by process 1234 (Party's hook stop) since 14:03. Try again when it is done, or end it (kill 1234)",
    ],
    [
      'another program, stopped, since yesterday',
      { command: ['/usr/lib/code/code', '--type=utility'], since: now - 24 * 3_600_000, isStopped: true },
      'X has been held by process 1234 (code --type=utility) since 2026-05-05 14:30. That process is stopped: continue it (kill -CONT 1234) or end it (kill -9 1234)',
    ],
    [
      'a process about which nothing is known',
      { since: undefined },
      'X is held by process 1234. Try again when it is done, or end it (kill 1234)',
    ],
  ];
  for (const [name, more, message] of cases) {
    it(`names ${name}`, () => assert.equal(lockBusyText('X', { ...holder, ...more }, now), message));
  }

  it('keeps the words of a program on one short line', () => {
    const text = lockBusyText('X', { ...holder, command: ['sh', '-c', `a\nb\u001b[31m${'c'.repeat(500)}`] }, now);
    assert.ok(text.length < 250 && !/[\n\u001b]/.test(text), text);
  });
});
