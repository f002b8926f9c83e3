// What the doctor knows about a version of a client: from the record, and from what older versions lack.
import assert from 'node:assert/strict';
import type { ClientRecord, ClientRun } from '../../../../src/core/agents/clientRuns.ts';
import { knownClient } from '../../../../src/core/status/doctor/clients.ts';

const run = (client: ClientRun['client'], version: string, fails: ClientRun['fails'] = []): ClientRun => ({
  ...{ client, version, fails, beside: '1.0.0', date: '2026-11-17' },
});
const record: ClientRecord = {
  pinned: { claude: '2.1.400', codex: '0.170.0' },
  runs: [
    run('claude', '2.1.402'),
    run('claude', '2.1.401', ['planGate', 'collab']),
    run('claude', '2.1.400'),
    run('claude', '2.1.300'),
    run('claude', '2.1.200', null),
    run('codex', '0.170.0'),
    run('codex', '0.100.0'),
  ],
};

describe('a version of a client', () => {
  const everything = /^known to work with Party \(start, delivery both ways, confirmation, review, plan gate, collab\)/;
  const cases: [title: string, client: ClientRun['client'], version: string, kind: string, text: RegExp][] = [
    ['that the tests run with', 'claude', '2.1.400', 'works', /^which Party is tested with$/],
    ['that was tried', 'claude', '2.1.402', 'works', everything],
    ['that fails', 'claude', '2.1.401', 'fails', /^known to fail with Party: plan gate and collab$/],
    ['newer than all', 'claude', '2.2.0', 'untried', /^newer than 2\.1\.402, the newest version that Party is known/],
    ['older than all', 'codex', '0.99.0', 'untried', /^older than 0\.100\.0, the oldest version that Party is known/],
    ['in between', 'claude', '2.1.350', 'untried', /^between 2\.1\.300 and 2\.1\.400, which are known to work/],
    ['that could not be installed', 'claude', '2.1.200', 'untried', /^older than 2\.1\.300, the oldest version/],
    [
      'that lacks something',
      'claude',
      '2.1.300',
      'works',
      /, collab\); it shows what collab says .* "Stop hook error"$/,
    ],
    ['of Codex that lacks something', 'codex', '0.100.0', 'works', /; it runs read-only in its pane$/],
    ['without a number', 'codex', 'main', 'untried', /^a build without a number$/],
  ];
  for (const [title, client, version, kind, text] of cases) {
    it(title, () => {
      const known = knownClient(client, version, record);
      assert.equal(known.kind, kind);
      assert.match(known.text, text);
    });
  }

  it('counts as tested before anything was tried', () => {
    const empty = { ...record, runs: [] };
    assert.match(knownClient('claude', '2.1.400', empty).text, /^which Party is tested with$/);
    assert.match(knownClient('claude', '2.1.401', empty).text, /^newer than 2\.1\.400/);
  });
});
