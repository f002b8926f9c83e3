// What the critics among the sub-agents said.

import assert from 'node:assert/strict';
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
    assert.deepEqual(traced(), [
      { event: 'critic-started', ...both, hash: before },
      { event: 'critic-stopped', ...both, hash: await at.hash(), verdict: 'APPROVE' },
    ]);
    assert.notEqual(before, await at.hash());
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
    it(`takes ${JSON.stringify(message)} of ${name} for ${expected}`, async () => {
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
