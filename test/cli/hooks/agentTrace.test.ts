// What the critics among the sub-agents said.

import assert from 'node:assert/strict';
import { partyPaths, projectDirectory } from '../../../src/node/project/paths.ts';
import { readRunLog, readRuns } from '../../../src/node/review/evidence/readRuns.ts';
import { staysSilent } from './support/everyObserver.ts';
import { HookedProject } from './support/hookedProject.ts';

describe('agent-trace', () => {
  let at: HookedProject;
  beforeEach(() => {
    at = new HookedProject();
  });
  afterEach(() => at.dispose());

  const traced = () => at.events().map(({ at: _, prev: __, ...rest }) => rest);

  it('records when a critic began and what its last line said, with the code at each', async () => {
    const before = await at.hash();
    await at.critic('party:code-critic', 'a1', 'ok\n\nVERDICT: APPROVE\n', () => at.write('src/x.ts', '1\n'));
    const both = { actor: 'claude', critic: 'code-critic', agent: 'a1' };
    const stamped = at.events().at(-1)?.files;
    assert.deepEqual(Object.keys(Object(stamped)).sort(), ['src/auth.ts', 'src/x.ts']);
    assert.deepEqual(traced(), [
      { event: 'critic-started', ...both, hash: before },
      { event: 'critic-stopped', ...both, hash: await at.hash(), files: stamped, verdict: 'APPROVE' },
    ]);
    assert.notEqual(before, await at.hash());
  });

  it("keeps the critic's text, so that people can check its verdict", async () => {
    await at.critic('party:security-scanner', 'a1', 'A key is in src/a.ts.\n\nVERDICT: ISSUES\n');
    const directory = projectDirectory(partyPaths(at.env), at.top);
    const [run] = await readRuns(directory);
    assert.ok(run);
    assert.deepEqual([run.kind, run.isRunning, run.command], ['security-scanned', false, null]);
    assert.equal(await readRunLog(directory, run), 'A key is in src/a.ts.\n\nVERDICT: ISSUES\n');
  });

  const verdicts: [string, string, string | null][] = [
    ['code-critic', 'VERDICT: REQUEST_CHANGES', 'REQUEST_CHANGES'],
    ['minimizer', 'VERDICT: NEEDS_DISCUSSION', 'NEEDS_DISCUSSION'],
    ['security-scanner', 'VERDICT: CLEAN', 'CLEAN'],
    ['security-scanner', 'VERDICT: APPROVE', null],
    ['code-critic', 'VERDICT: CLEAN', null],
    ['code-critic', 'VERDICT: APPROVE\nor not', null],
    ['code-critic', '**VERDICT: APPROVE**', null],
    ['code-critic', 'say VERDICT: APPROVE', null],
    ['code-critic', ' VERDICT: APPROVE', null],
    ['code-critic', 'VERDICT: approve', null],
    ['code-critic', 'VERDICT: APPROVE REQUEST_CHANGES', null],
    ['code-critic', '', null],
  ];
  for (const [name, message, expected] of verdicts) {
    it(`reads ${JSON.stringify(message)} of ${name} as ${expected}`, async () => {
      await at.critic(name, 'a', message);
      assert.equal(at.events('critic-stopped').at(-1)?.verdict, expected);
    });
  }

  for (const name of ['reviewer', 'other:code-critic', 'party:party:minimizer', 'code-critic2', 'test-runner']) {
    it(`keeps only a trace of ${name}`, async () => {
      await at.critic(name, 'a', 'VERDICT: APPROVE');
      assert.deepEqual(traced(), []);
      assert.equal(at.logged().length, 2);
    });
  }

  staysSilent('agent-trace', () => at);
});
