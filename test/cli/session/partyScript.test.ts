// party.sh, the name of the command in the document.

import assert from 'node:assert/strict';
import { join } from 'node:path';
import { eachInProject, node20, repository } from '../../support/sandbox.ts';

describe('party.sh', function () {
  this.timeout(30_000);
  const at = eachInProject();

  const script = join(repository, 'resources/session/party.sh');
  const run = (...args: string[]) =>
    at.box.run('sh', [script, ...args], { cwd: at.project, env: { PARTY_NODE: node20 } });

  it('starts, lists and stops', async () => {
    const started = await run('A title', '--detach');
    assert.match(started.stdout, /^Started party-a-title-/);
    assert.match((await run('--list')).stdout, /a-title.*A title/);
    const id = (await at.box.sessions())[0]?.replace('party-', '') ?? '';
    assert.match((await run('--stop', id)).stdout, /^Stopped party-a-title/);
    assert.deepEqual(await at.box.sessions(), []);
  });

  it('rejects an unknown flag instead of using it as a title', async () => {
    const output = await run('--detahc');
    assert.equal(output.code, 1);
    assert.match(output.stderr, /--detahc; did you mean --detach\?/);
  });
});
