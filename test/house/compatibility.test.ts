// The versions of the clients: the record, docs/compatibility.md and the pins of the ring agree, and the commands that
// write them choose, judge and replace what they should.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { clientRecord } from '../../src/core/agents/clientRecord.ts';
import { behaviourNames, type ClientRun } from '../../src/core/agents/clientRuns.ts';
import { agentsDir } from '../runner/places.mjs';
import { pinnedClients } from '../versions/clients.ts';
import { documentFile, documentText, withRuns } from '../versions/record.ts';
import { chooseReleases } from '../versions/registry.ts';
import { failsIn } from '../versions/tryVersions.ts';
import { readWanted } from '../versions/wanted.ts';

const run = (client: ClientRun['client'], version: string, fails: ClientRun['fails'] = []): ClientRun => ({
  ...{ client, version, fails, beside: '1.0.0', date: '2026-11-17' },
});

describe('the record of the clients', () => {
  it('is what docs/compatibility.md shows', () => {
    assert.equal(readFileSync(documentFile, 'utf8'), documentText(clientRecord));
  });

  it('names the versions that the ring of the real agents installs', () => {
    assert.deepEqual(clientRecord.pinned, pinnedClients());
  });

  it('has tried five versions of each client, and the pinned ones work', () => {
    for (const client of ['claude', 'codex'] as const) {
      const own = clientRecord.runs.filter((one) => one.client === client);
      assert.ok(own.length >= 5, `only ${own.length} of ${client}`);
      assert.deepEqual(own.find(({ version }) => version === clientRecord.pinned[client])?.fails, []);
    }
  });

  it('belongs to a lock file without addresses of downloads', () => {
    assert.doesNotMatch(readFileSync(join(agentsDir, 'package-lock.json'), 'utf8'), /"resolved"/);
  });
});

describe('the commands about the clients', () => {
  it('choose the four newest releases, and the newest of those that are months older', () => {
    const published = [
      '1.2.0',
      '1.9.0',
      '1.10.0',
      '1.10.1-alpha.1',
      '1.11.0',
      '1.12.0',
      '1.13.0',
      '1.14.0',
      '2.0.0-beta',
    ];
    const times = {
      ...{ '1.14.0': '2026-11-01T00:00:00Z', '1.10.0': '2026-09-01T00:00:00Z' },
      ...{ '1.9.0': '2026-08-01T00:00:00Z', '1.2.0': '2026-01-01T00:00:00Z' },
    };
    assert.deepEqual(chooseReleases(published, times), ['1.14.0', '1.13.0', '1.12.0', '1.11.0', '1.9.0']);
    assert.deepEqual(chooseReleases(published.slice(1, 3), {}), ['1.10.0', '1.9.0']);
  });

  it('count as failed what did not pass, also what never ran', () => {
    const tests = behaviourNames.map((name) => ({ title: `a party ${name}`, outcome: 'passed' as const, duration: 1 }));
    assert.deepEqual(failsIn({ tests }), []);
    assert.deepEqual(failsIn({ tests: [] }), behaviourNames);
    const hook = { title: 'a party "after each" hook for "review"', outcome: 'failed' as const, duration: 1 };
    assert.deepEqual(failsIn({ tests: [...tests.filter(({ title }) => !title.endsWith('review')), hook] }), ['review']);
  });

  it('replace the run of the same version, and sort from the newest to the oldest', () => {
    const before = [run('claude', '2.9.0', ['review']), run('codex', '0.1.0')];
    const after = withRuns(before, [run('codex', '0.2.0'), run('claude', '2.9.0'), run('claude', '2.10.0')]);
    assert.deepEqual(
      after.map(({ client, version, fails }) => `${client} ${version} ${fails?.length}`),
      ['claude 2.10.0 0', 'claude 2.9.0 0', 'codex 0.2.0 0', 'codex 0.1.0 0'],
    );
  });

  it('say of each version what works, what fails, and what npm could not install', () => {
    const text = documentText({
      pinned: { claude: '2.0.0', codex: '0.2.0' },
      runs: [run('claude', '2.0.0'), run('claude', '1.9.0', ['collab']), run('codex', '0.1.0', null)],
    });
    assert.match(text, /\n\| 2\.0\.0 \(the tests' version\) \| 1\.0\.0 \|(?: works \|){6} 2026-11-17 \|\n/);
    assert.match(text, /\n\| 1\.9\.0 \| 1\.0\.0 \|(?: works \|){5} \*\*fails\*\* \| 2026-11-17 \|\n/);
    assert.match(text, /\n\| 0\.1\.0 \| 1\.0\.0 \|(?: not installed \|){6} 2026-11-17 \|\n/);
  });

  it('understand a client with its version, and nothing else', () => {
    assert.deepEqual(readWanted('codex@0.150.0'), { client: 'codex', version: '0.150.0' });
    for (const wrong of ['codex', 'codex@latest', 'gemini@1.0.0', 'claude@1.0.0; ls']) {
      assert.throws(() => readWanted(wrong), /is not a client with a version/);
    }
  });
});
