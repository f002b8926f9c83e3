// `party doctor` asks the real agents: they are installed in the versions that it knows.
import assert from 'node:assert/strict';
import { delimiter } from 'node:path';
import { Sandbox } from '../support/sandbox.ts';
import { agentBin } from './home.ts';

describe('party doctor with the real agents', function () {
  this.timeout(120_000);
  let box: Sandbox;
  before(() => {
    box = new Sandbox();
    box.env['PATH'] = [agentBin, box.env['PATH']].join(delimiter);
  });
  after(() => box.dispose());

  it('knows their versions and their options', async () => {
    const { stdout } = await box.party(['doctor', '--json'], { cwd: box.project() });
    const { checks } = JSON.parse(stdout) as { checks: { id: string; status: string; message: string }[] };
    for (const role of ['claude', 'codex']) {
      const check = checks.find(({ id }) => id === role);
      assert.equal(check?.status, 'ok', check?.message);
      assert.match(check?.message ?? '', /, which Party is tested with$/);
    }
  });
});
